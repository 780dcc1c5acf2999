import JSON

extension GradesAPI {
  /// The users who may change the items of a course (Service contract, 6.12).
  ///
  /// - Important: Unproven: one client of 2018 used these endpoints.
  public struct Editors: Sendable {
    let connection: ServiceConnection
    let course: CourseCode

    /// The editors (endpoint 23); the shape of the list is unknown, so names alone and objects with a name
    /// are read.
    public func all() async throws -> [Username] {
      try await connection.document(address, Self.list(reading:))
    }

    /// Reads endpoint 23.
    package static func list(reading node: JSONNode) throws -> [Username] {
      try node.list {
        Username($0.kind == .string ? try $0.string() : try $0.object().requiredText("username"))
      }
    }

    /// Lets a user change the items (endpoint 24).
    public func add(_ username: Username) async throws {
      try await connection.write(.put, address.adding(username.rawValue), nil)
    }

    /// Takes this right from a user (endpoint 25).
    public func remove(_ username: Username) async throws {
      try await connection.write(.delete, address.adding(username.rawValue), nil)
    }

    private var address: ServiceAddress {
      ServiceAddress("courses").adding(course.rawValue).adding(fixed: "editors")
    }
  }
}
