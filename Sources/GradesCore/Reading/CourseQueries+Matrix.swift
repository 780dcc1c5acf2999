import Foundation
import GradesClient

extension CourseQueries {
  /// The values of a group.
  ///
  /// All items are one response, from which any choice of columns can be shown later. One item whose times and
  /// authors do not matter is a smaller response (Service contract, 6.10).
  func matrix(_ query: GroupQuery) -> Question<GroupMatrix> {
    let whole = question { try await readMatrix(query, $0) }
    guard query.items.count == 1 else { return whole }
    let column = question { try await readColumn(query.items[0], of: query.group, $0) }
    return Question(
      source: source,
      stored: {
        let whole = await whole.stored()
        if query.needsDetails, let whole { return whole }
        let column = await column.stored()
        guard let whole, let column else { return whole ?? column }
        return whole.fetchedAt >= column.fetchedAt ? whole : column
      }, fetch: query.needsDetails ? whole.fetch : column.fetch)
  }

  private func readMatrix(_ query: GroupQuery, _ responses: Responses) async throws -> GroupMatrix {
    let asked = source.now()
    async let items = items(responses)
    async let rows = rows(of: query.group, responses)
    async let group = group(query.group, responses)
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
    note(matrix, asked, responses)
    return try matrix.selecting(query.items)
  }

  private func readColumn(
    _ identifier: ItemIdentifier, of group: GroupID, _ responses: Responses
  ) async throws -> GroupMatrix {
    let asked = source.now()
    async let items = items(responses)
    async let values = column(identifier, of: group, responses)
    async let named = self.group(group, responses)
    let chosen = try await items.items([identifier])
    var cells = try await values
    // The identifier may have been typed in another case than the service's.
    if cells == nil, let item = chosen.first, item.identifier != identifier {
      cells = try await column(item.identifier, of: group, responses)
    }
    guard let cells else { throw UnknownGroup(group: group) }
    let matrix = GroupMatrix(
      course: course, semester: semester, group: await named, items: chosen,
      rows: cells.map { MatrixRow(student: $0.student, values: [$0.recorded]) })
    note(matrix, asked, responses)
    return matrix
  }

  /// Notes what has changed in new values.
  private func note(_ matrix: GroupMatrix, _ asked: Date, _ responses: Responses) {
    guard responses.areNew else { return }
    source.log.take(matrix, Look(asked: asked, answered: source.now()), of: scope)
  }

  /// The group with its name, which is requested once; well-known ids need no request.
  private func group(_ id: GroupID, _ responses: Responses) async -> StudentGroup {
    let question = groups(onlyMine: false)
    var known = await question.stored()?.value.groups ?? []
    if responses.areNew, !known.contains(where: { $0.id == id }) {
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
