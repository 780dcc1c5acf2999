import GradesClient
import GradesCore
import GradesLocalization
import Terminal

extension StudentGroup {
  /// Whether it is one parallel of the timetable.
  var isParallel: Bool { id.rawValue.hasPrefix("PARALLEL_") }
}

/// What can be chosen in the scene of a group, shown of its values as a whole, copied and filled.
extension GroupViewModel {
  func chooseGroup() -> Response {
    guard groups == nil else { return groupPicker }
    return .run { [self] in
      try await loadGroups()
      return groupPicker
    }
  }

  private var groupPicker: Response {
    .present(
      PickerOverlay(
        Sentence(.groupsColumnName),
        options: (groups ?? []).map { group in
          .init(
            id: group.id, label: StyledText(strings.groupName(group.name)),
            detail: ownGroups.contains(group.id) && group.isParallel ? strings(.gridGroupOwn) : "",
            searchText: strings.groupName(group.name) + " " + group.id.rawValue)
        }, chosen: [group]
      ) { [weak self] ids in
        guard let self, let id = ids.first else { return .done }
        remember { $0.group = id }
        return id == group ? .done : leave(for: .replace(.group(course, id)))
      })
  }

  func chooseItems() -> Response {
    guard let items = sheet.matrix?.value.items else { return .done }
    return .present(
      PickerOverlay(
        Sentence(.historyColumnItems), options: options(items), chosen: Set(sheet.chosen),
        allowsSeveral: true, acceptsFocus: true
      ) { [weak self] chosen in
        guard let self else { return .done }
        choose(chosen.count == items.count ? [] : chosen)
        remember { [chosen = sheet.chosen] in $0.items = chosen }
        return .done
      })
  }

  private func options(_ items: [CourseItem]) -> [PickerState<ItemIdentifier>.Option] {
    items.map { item in
      let name = item.definition.name(in: strings.serviceLanguage)
      // Indented as in the tree.
      let label = StyledText.blanks(2 * item.depth) + StyledText(name)
      return .init(
        id: item.identifier,
        label: item.definition.isEditable ? label : label + StyledText(" =", .quiet),
        detail: name == item.identifier.rawValue ? "" : item.identifier.rawValue)
    }
  }

  /// Focuses a shown column by its name or identifier.
  func goToColumn() -> Response {
    let shown = sheet.columns.indices.compactMap(sheet.item)
    return .present(
      PickerOverlay(
        Sentence(.keyGoToColumn), options: options(shown),
        chosen: Set([sheet.focusedItem?.identifier].compactMap(\.self))
      ) { [weak self] chosen in
        guard let self, let column = sheet.column(of: chosen.first) else { return .done }
        sheet.grid.columns.focus = column
        return .done
      })
  }

  func chooseOrder() -> Response {
    let item = sheet.focusedItem?.definition
    let name = item?.name(in: strings.serviceLanguage) ?? ""
    var orders: [(order: GroupOrder, message: Message)] = [
      (GroupOrder(), .gridOrderName), (GroupOrder(isDescending: true), .gridOrderNameDescending),
    ]
    if let item = item?.identifier {
      orders += [
        (GroupOrder(item: item), .gridOrderValue),
        (GroupOrder(item: item, isDescending: true), .gridOrderValueDescending),
      ]
    }
    return .present(
      PickerOverlay(
        Sentence(.gridOrderTitle),
        options: orders.map { order, message in
          .init(id: order, label: StyledText(strings(message, [.item: name])))
        }, chosen: [sheet.order]
      ) { [weak self] chosen in
        chosen.first.flatMap { self?.sort(by: $0) } ?? .done
      })
  }

  /// What the focused column looks like as a whole, with the user's changes.
  func showStatistics() -> Response {
    guard let group = sheet.matrix?.value.group.name, let item = sheet.focusedItem?.definition,
      let column = sheet.columns[safe: sheet.grid.columns.focus]
    else { return .done }
    let edits = editing.cells
    let cells = sheet.rows.compactMap { sheet.cell(of: $0, column, edits) }
    let values = cells.map { ($0.student, $0.current.value) }
    let drafts = cells.count { $0.current.value != $0.recorded.value }
    let text = StatisticsText(
      item: item, group: strings.groupName(group), filter: sheet.filter.text, drafts: drafts,
      statistics: ItemStatistics(of: item, values.map(\.1)) { CzechSortKey($0) }, strings: strings)
    return .present(StatisticsOverlay(text, in: course, values: values))
  }

  /// What all shown items look like over the shown students, with the user's changes.
  func showCourseStatistics() -> Response {
    guard let snapshot = sheet.matrix else { return .done }
    let matrix = snapshot.value
    let edits = editing.cells
    var drafts = 0
    let rows = sheet.rows.map { row in
      var changed = row
      for column in matrix.items.indices {
        let value = edits.value(column, of: row, in: matrix)
        if sheet.columns.contains(column), value.value != row.values[column].value { drafts += 1 }
        changed.values[column] = value
      }
      return changed
    }
    let items = sheet.columns.map { matrix.items[$0].identifier }
    return .run { [drafts] in
      let statistics = await matrix.statistics(of: rows, items: items)
      let text = CourseStatisticsText(
        matrix: snapshot, rows: rows, drafts: drafts, statistics: statistics)
      return .present(ReadingOverlay { text.lines(width: $0, $1) })
    }
  }

  /// Copies the addresses of the shown students, separated as mail programs take them.
  func copyAddresses() -> Response {
    let addresses = sheet.rows.compactMap(\.student.email)
    return .copy(
      addresses.joined(separator: ", "),
      saying: Sentence(.gridCopiedAddresses, [.count: addresses.count]))
  }

  /// Copies the usernames and the values of columns for a spreadsheet, or to be pasted into this one again.
  func copy(_ columns: [Int]) -> Response {
    let titles = ["username"] + columns.compactMap { sheet.item($0)?.identifier.rawValue }
    let texts = ValueText(strings)
    let edits = editing.cells
    func cell(_ value: GradeValue?) -> String {
      switch value {
      case nil: ""
      case .text(let text): PastedTable.field(SafeText.keepingBlanks(text))
      case let value?: texts.text(value)
      }
    }
    let rows = sheet.rows.map { row in
      [PastedTable.field(row.student.username.rawValue)]
        + columns.map { cell(sheet.cell(of: row, sheet.columns[$0], edits)?.current.value) }
    }
    return .copy(
      PastedTable.text(titles, rows),
      saying: Sentence(.gridCopied, [.count: rows.count]))
  }

  /// Asks how many cells below the focused one get its value.
  func askFill() -> Response {
    guard let cell = focusedCell, let column = sheet.columns[safe: sheet.grid.columns.focus] else {
      return .done
    }
    let edits = editing.cells
    let others = sheet.rows.dropFirst(sheet.grid.rows.focus + 1)
    let below = others.count
    guard below > 0 else { return .say(Sentence(.disabledLastRow)) }
    // Offered are those that lose nothing.
    let empty = others.prefix { sheet.cell(of: $0, column, edits)?.current.value == nil }.count
    let count: @MainActor (String) -> Int? = { text in
      Int(text.trimmingCharacters(in: .whitespaces)).flatMap { (1...below).contains($0) ? $0 : nil }
    }
    return .present(
      PromptOverlay(
        Sentence(.gridFillTitle),
        explanation: [
          Sentence(.gridFillBelow, [.count: below]),
          Sentence(.gridFillEmpty, [.count: empty]),
        ],
        text: empty > 0 ? "\(empty)" : "",
        problem: { count($0) == nil ? Sentence(.gridFillRange, [.limit: below]) : nil }
      ) { [weak self] text in
        guard let self, let count = count(text) else { return .done }
        // The rows may have changed below the question; the students who are meant have not.
        let meant = others.prefix(count).map {
          GradeCell($0.student.username, cell.item.identifier)
        }
        return fill(sheet.cells(meant, editing.cells), with: cell)
      })
  }

  /// Writes a cell's value into others; asks first if that replaces values, or if the value is outside the
  /// bounds.
  private func fill(_ cells: [EditableCell], with cell: EditableCell) -> Response {
    let value = cell.current.value
    let filling: @MainActor () -> Response = { [self] in set(cells.map { ($0, value) }) }
    let replaced = cells.count { $0.current.value != nil && $0.current.value != value }
    var text: [Sentence] = []
    if replaced > 0 { text.append(Sentence(.gridFillReplaces, [.count: replaced])) }
    if let violation = cell.violation(by: value, strings) {
      text.append(Sentence(.gridOutside, [.reason: violation]))
    }
    guard !text.isEmpty else { return filling() }
    return .present(
      QuestionOverlay(
        Sentence(.gridFillAsk, [.count: cells.count, .value: ValueText(strings).text(value)]),
        text: text, choices: [.init(letter: .letterYes, label: .keyFill, response: filling)]))
  }
}
