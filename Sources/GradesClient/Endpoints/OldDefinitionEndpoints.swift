import JSON

extension GradesAPI.Course {
  /// Changing definitions as in 2018 (Service contract, 6.9, “Writing in 2018”).
  public var oldDefinitions: GradesAPI.OldDefinitions { GradesAPI.OldDefinitions(course: self) }
}

extension GradesAPI {
  /// The endpoints of 2018 that change definitions (Service contract, 6.9); use ``Definitions`` wherever
  /// the service has its endpoints.
  ///
  /// - Important: Unproven: one client of 2018 used these endpoints, and they may exist no more.
  public struct OldDefinitions: Sendable {
    let course: Course

    /// Creates one item, a root (endpoint 12).
    public func create(_ item: Classification) async throws {
      let body = JSONWriter {
        $0.object {
          item.writeMembers(in: course.code, course.semester, to: &$0)
          $0.member("calculated", item.evaluationType != .manual)
        }
      }
      try await connection.write(.post, address, body)
    }

    /// Deletes an item with its values (endpoint 13).
    public func delete(_ item: ItemIdentifier) async throws {
      let address = address.asking("classification-identifier", item.rawValue)
        .asking(course.semester)
      try await connection.write(.delete, address, nil)
    }

    /// Sets the indexes of items; others keep theirs (endpoint 15).
    public func order(_ indexes: [ItemIdentifier: Int]) async throws {
      let body = JSONWriter {
        $0.object { writer in
          for (item, index) in indexes.sorted(by: { $0.key < $1.key }) {
            writer.member(foreign: item.rawValue, index)
          }
        }
      }
      let address = address.adding(fixed: "order").asking(course.semester)
      try await connection.write(.put, address, body)
    }

    /// Copies the items, without values, to another course or semester (endpoint 16).
    ///
    /// - Parameters:
    ///   - target: the course and the semester to copy to
    ///   - removingExisting: whether the target's own items are deleted before, with their values
    public func clone(to target: Course, removingExisting: Bool) async throws {
      let address = address.adding(fixed: "clones").adding(target.code.rawValue)
        .asking("source-semester", course.semester.rawValue)
        .asking("target-semester", target.semester.rawValue)
        .asking("remove-existing", removingExisting ? "true" : "false")
      try await connection.write(.put, address, nil)
    }

    private var connection: ServiceConnection { course.api.connection }

    private var address: ServiceAddress { course.address.adding(fixed: "classifications") }
  }
}
