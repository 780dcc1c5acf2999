import GradesClient
import GradesCore
import GradesLocalization
import Terminal

extension StudentGroup {
  /// Whether it is one parallel of the timetable.
  var isParallel: Bool { id.rawValue.hasPrefix("PARALLEL_") }
}

/// What can be chosen in the scene of a group, and shown of its values as a whole.
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
    let options: [PickerState<ItemIdentifier>.Option] = items.map { item in
      let name = item.definition.name(in: strings.serviceLanguage)
      // Indented as in the tree.
      let label = StyledText.blanks(2 * item.depth) + StyledText(name)
      return .init(
        id: item.identifier,
        label: item.definition.isEditable ? label : label + StyledText(" =", .quiet),
        detail: name == item.identifier.rawValue ? "" : item.identifier.rawValue)
    }
    return .present(
      PickerOverlay(
        Sentence(.historyColumnItems), options: options, chosen: Set(sheet.chosen),
        allowsSeveral: true, acceptsFocus: true
      ) { [weak self] chosen in
        guard let self else { return .done }
        choose(chosen.count == items.count ? [] : chosen)
        remember { [chosen = sheet.chosen] in $0.items = chosen }
        return .done
      })
  }

  /// By name and by the values of the focused item, in both directions.
  func chooseOrder() -> Response {
    let item = sheet.focusedItem?.definition
    let name = item?.name(in: strings.serviceLanguage) ?? ""
    let orders: [(order: GroupOrder, message: Message)] =
      [
        (GroupOrder(), .gridOrderName), (GroupOrder(isDescending: true), .gridOrderNameDescending),
      ]
      + (item.map {
        [
          (GroupOrder(sort: .value, item: $0.identifier), .gridOrderValue),
          (
            GroupOrder(sort: .value, item: $0.identifier, isDescending: true),
            .gridOrderValueDescending
          ),
        ]
      } ?? [])
    return .present(
      PickerOverlay(
        Sentence(.gridOrderTitle),
        options: orders.map { order, message in
          .init(
            id: order,
            label: StyledText(
              order.item == nil ? strings(message) : strings(message, [.item: name])))
        }, chosen: [sheet.order]
      ) { [weak self] chosen in
        chosen.first.flatMap { self?.sort(by: $0) } ?? .done
      })
  }

  // MARK: Statistics

  /// What the focused column looks like as a whole, with the user's changes.
  func showStatistics() -> Response {
    guard let group = sheet.matrix?.value.group.name, let item = sheet.focusedItem?.definition,
      let column = sheet.columns[safe: sheet.grid.columns.focus]
    else { return .done }
    let edits = editing.cells
    let cells = sheet.rows.compactMap { sheet.cell(of: $0, column, edits) }
    let values = cells.map { ($0.student, $0.current.value) }
    let drafts = cells.count { $0.current.value != $0.recorded.value }
    let (filter, code) = (sheet.filter.text, course)
    return .ask { words in
      StatisticsOverlay(
        item,
        of: StatisticsText.Group(
          name: words.strings.groupName(group), filter: filter, drafts: drafts),
        in: code, values: values)
    }
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
}
