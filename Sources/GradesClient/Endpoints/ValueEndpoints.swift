import Foundation
import JSON

extension GradesAPI {
  /// The results of a course's students (Service contract, 6.7, 6.8, 6.10, 6.11).
  public struct Values: Sendable {
    let course: Course

    /// One student's results with their items (endpoint 6).
    ///
    /// Hidden items may come even when they are not asked for: leave them out for students.
    public func student(
      _ username: Username, showHidden: Bool = false
    ) async throws -> StudentRecord {
      let address = course.address.adding(fixed: "student-classifications")
        .adding(username.rawValue)
      return try await connection.document(
        course.asking(address).asking("showHidden", showHidden ? "true" : "false")
      ) { try StudentRecord(reading: $0, of: username) }
    }

    /// All items of a group's students (endpoint 7).
    public func group(_ group: GroupID) async throws -> [GroupRow] {
      try await connection.list(course.asking(address(of: group)), GroupRow.init(reading:))
    }

    /// One item of a group's students (endpoint 8); notes, times and authors may be missing.
    public func item(
      _ item: ItemIdentifier, of group: GroupID
    ) async throws -> [ColumnCell] {
      let address = address(of: group).adding(item.rawValue)
      return try await connection.list(course.asking(address)) {
        try ColumnCell(reading: $0, of: item)
      }
    }

    /// Saves values in one request that is never sent twice (endpoint 9; Figures, Retries).
    ///
    /// This is the raw request: nothing protects a colleague's change, and who leaves out a note erases it. Use
    /// ``update(of:seen:notify:isolation:_:)``, or read first and compare. After an error read again.
    public func save(_ changes: [ValueChange], notify: Bool) async throws {
      guard !changes.isEmpty else { return }
      let address = course.address.adding(fixed: "student-classifications")
        .asking(course.semester).asking("notify", notify ? "true" : "false")
      try await connection.write(.put, address, ValueChange.body(of: changes))
    }

    private var connection: ServiceConnection { course.api.connection }

    private func address(of group: GroupID) -> ServiceAddress {
      course.address.adding(fixed: "group").adding(group.rawValue)
        .adding(fixed: "student-classifications")
    }
  }
}

extension ValueChange {
  /// The body of endpoint 9. Its times are null unless a service wants those that were read.
  fileprivate static func body(of changes: [ValueChange]) throws -> JSONWriter {
    try JSONWriter {
      try $0.array(of: changes) { writer, change in
        // JSON has no infinity, so nothing is sent.
        if case .number(let number) = change.value, !number.isFinite {
          throw GradesError.badRequest(detail: nil)
        }
        writer.object {
          $0.member("studentUsername", change.username.rawValue)
          $0.member("classificationIdentifier", change.identifier.rawValue)
          $0.member("value", change.value)
          $0.member("note", change.note)
          $0.member("timestamp", change.timestamp.map(\.milliseconds))
        }
      }
    }
  }
}
