import Foundation
import GradesClient

extension CourseQueries {
  /// The values of a group.
  ///
  /// All items are one answer, which is stored whole, so that any choice of columns can be shown
  /// from it later. One item whose times and authors do not matter is a smaller answer
  /// (Service contract, 6.10) with its own key in the cache.
  func matrix(_ query: GroupQuery) -> SnapshotQuestion<GroupMatrix> {
    let single = query.items.count == 1 && !query.needsDetails ? query.items.first : nil
    return SnapshotQuestion(
      source: source, stored: { storedMatrix(query) },
      fetch: {
        if let single { return try await fetchColumn(single, of: query.group) }
        return try await fetchMatrix(query)
      })
  }

  private func storedMatrix(_ query: GroupQuery) -> Snapshot<GroupMatrix>? {
    let whole: Snapshot<GroupMatrix>? = source.stored(key(query.group.rawValue))
    let matrix = whole.flatMap { whole in try? whole.map { try $0.selecting(query.items) } }
    guard query.items.count == 1, let item = query.items.first else { return matrix }
    let column = source.stored(columnKey(item, query.group), of: GroupMatrix.self).flatMap {
      column in try? column.map { try $0.selecting([item]) }
    }
    guard let matrix, let column else { return matrix ?? column }
    return query.needsDetails || matrix.fetchedAt >= column.fetchedAt ? matrix : column
  }

  private func fetchMatrix(_ query: GroupQuery) async throws -> Snapshot<GroupMatrix> {
    let asked = source.now()
    async let items = items().fetch().value
    async let rows = rows(of: query.group)
    async let group = group(query.group)
    let columns = try await items
    // An unknown item ends the wait for the values.
    _ = try columns.items(query.items)
    let order = columns.items.map(\.identifier)
    let matrix = GroupMatrix(
      course: course, semester: semester, group: await group, items: columns.items,
      rows: try await rows.map { row in
        MatrixRow(
          student: row.student,
          values: order.map { row.values[$0] ?? RecordedValue(value: nil) })
      })
    return try keep(matrix, under: key(query.group.rawValue), asked: asked).map {
      try $0.selecting(query.items)
    }
  }

  private func fetchColumn(
    _ identifier: ItemIdentifier, of group: GroupID
  ) async throws -> Snapshot<GroupMatrix> {
    let asked = source.now()
    async let items = items().fetch().value
    async let values = values(of: identifier, group)
    async let named = self.group(group)
    let chosen = try await items.items([identifier])
    var cells = try await values
    // The identifier may have been typed in another case than the service's.
    if cells == nil, let item = chosen.first, item.identifier != identifier {
      cells = try await self.values(of: item.identifier, group)
    }
    guard let cells else { throw UnknownGroup(group: group) }
    let matrix = GroupMatrix(
      course: course, semester: semester, group: await named, items: chosen,
      rows: cells.map { MatrixRow(student: $0.student, values: [$0.recorded]) })
    return keep(matrix, under: columnKey(identifier, group), asked: asked)
  }

  /// Stores values, and notes what has changed in them.
  private func keep(
    _ matrix: GroupMatrix, under key: SnapshotKey, asked: Date
  ) -> Snapshot<GroupMatrix> {
    source.log.take(matrix, Look(asked: asked, answered: source.now()), of: scope)
    return source.keep(matrix, under: key)
  }

  /// The case of a typed identifier is ignored.
  private func columnKey(_ item: ItemIdentifier, _ group: GroupID) -> SnapshotKey {
    key(group.rawValue, item.rawValue.lowercased())
  }

  /// A column, or nil when the item or the group does not exist.
  private func values(
    of identifier: ItemIdentifier, _ group: GroupID
  ) async throws -> [ColumnCell]? {
    do {
      return try await column(identifier, of: group)
    } catch GradesError.notFound {
      return nil
    }
  }

  /// The group with its name, which is requested once; well-known ids need no request.
  private func group(_ id: GroupID) async -> StudentGroup {
    let question = groups(onlyMine: false)
    var known = question.stored()?.value.groups ?? []
    if !known.contains(where: { $0.id == id }) {
      known = (try? await question.fetch().value.groups) ?? []
    }
    return known.first { $0.id == id } ?? StudentGroup(id: id, name: id.placeholder)
  }
}

extension GroupID {
  /// A name with the placeholder that the service itself uses (Service contract, 7.6, 7.7), or the
  /// id.
  fileprivate var placeholder: String {
    switch rawValue {
    case "ALL": "{ALL_STUDENTS}"
    case "TEST": "{TEST_STUDENTS}"
    case "MY_PARALLELS", "MY_LECTURES", "MY_TUTORIALS", "MY_LABORATORIES": "{ALL_\(rawValue)}"
    default: rawValue
    }
  }
}
