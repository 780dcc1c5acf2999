import GradesClient
import GradesCore
import GradesLocalization

/// What the statistics of a column are compared with, by the reports of `grades stats`.
enum StatisticsComparison: Hashable, CaseIterable, Sendable {
  case group, item, semester

  /// Its key, beside those of lists.
  var key: Character {
    switch self {
    case .group: "c"
    case .item: "i"
    case .semester: "s"
    }
  }

  var hint: Message {
    switch self {
    case .group: .keyOtherGroup
    case .item: .keyOtherItem
    case .semester: .keyLastSemester
    }
  }
}

/// The shown students' values of an item beside those of another group, another item, or the last semester.
extension GroupViewModel {
  /// How many semesters back the last one is looked for: a course may be taught once a year.
  private static let earlier = 2

  func compare(_ item: ItemIdentifier, with comparison: StatisticsComparison) -> Response {
    switch comparison {
    case .group:
      .run { [self] in
        if groups == nil { try await loadGroups() }
        return groupPicker(comparing: item)
      }
    case .item: itemPicker(comparing: item)
    case .semester: report(on: item, by: .semester)
    }
  }

  /// All rows that are shown, with what the students have or shall have, and how many of it are drafts.
  func shownRows(of matrix: GroupMatrix) -> (rows: [MatrixRow], drafts: Int) {
    let edits = state.editing.cells
    var drafts = 0
    let rows = state.order.map { index in
      var row = matrix.rows[index]
      for column in matrix.items.indices {
        let recorded = row.values[column]
        row.values[column] = edits.value(column, of: row, in: matrix)
        if state.columns.contains(column), row.values[column].value != recorded.value {
          drafts += 1
        }
      }
      return row
    }
    return (rows, drafts)
  }

  private func groupPicker(comparing item: ItemIdentifier) -> Response {
    .present(
      PickerOverlay(
        Sentence(.gridGroupTitle),
        options: GroupChoices.groups(groups ?? [], own: ownGroups, strings)
      ) { [weak self] ids in
        guard let self, let id = ids.first else { return .done }
        return report(on: item, by: .group, other: id)
      })
  }

  private func itemPicker(comparing item: ItemIdentifier) -> Response {
    guard let snapshot = state.matrix else { return .done }
    let numbers = snapshot.value.items.filter {
      $0.definition.valueType == .number && $0.identifier != item
    }
    return .present(
      PickerOverlay(
        Sentence(.reviewColumnItem), options: GroupChoices.items(numbers, strings)
      ) { [weak self] ids in
        guard let self, let other = ids.first else { return .done }
        return scatter(of: [item, other], snapshot)
      })
  }

  private func scatter(of items: [ItemIdentifier], _ snapshot: Snapshot<GroupMatrix>) -> Response {
    let (rows, _) = shownRows(of: snapshot.value)
    return .run { [strings] in
      let statistics = await snapshot.value.statistics(of: rows, items: items)
      let columns = snapshot.value.columns(of: items)
      guard statistics.items.count == 2, columns.count == 2 else { return .done }
      let report = ScatterReport(
        matrix: snapshot, selected: rows.count, first: statistics.items[0],
        second: statistics.items[1],
        pairs: ItemPairs(rows, first: columns[0], second: columns[1]), strings: strings)
      return .present(LinesOverlay { width, _ in report.lines(width: width) })
    }
  }

  private func report(
    on item: ItemIdentifier, by key: StatisticsKey, other: GroupID? = nil
  ) -> Response {
    guard let snapshot = state.matrix else { return .done }
    let shown = StatisticsParts.Values(matrix: snapshot, rows: shownRows(of: snapshot.value).rows)
    let (matrix, teacher) = (snapshot.value, teacher)
    let parts = StatisticsParts(
      teacher: teacher, key: key, groups: [""] + [other?.rawValue].compactMap(\.self),
      items: [item], selection: StudentSelection(), isAnonymous: false, strings: strings,
      earlier: Self.earlier
    ) { group in
      // The first group is the one that is shown.
      if group.isEmpty { return shown }
      let query = GroupQuery(
        course: matrix.course, semester: .code(matrix.semester), group: GroupID(group))
      let found = try await teacher.matrix(query).latest()
      return StatisticsParts.Values(matrix: found, rows: found.value.rows)
    }
    return .run { [self] in
      do {
        let report = try await parts.report(showsHistograms: false)
        guard report.parts.count > 1 else { return .say(Sentence(.statsNoEarlier)) }
        return .present(LinesOverlay { width, _ in report.lines(width: width) })
      } catch {
        throw await opening.failure(error)
      }
    }
  }
}
