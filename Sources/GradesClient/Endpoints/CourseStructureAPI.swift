import JSON

/// The structure of a course: which items it has, and who may change them (Service contract, 6.9, 6.12).
///
/// Endpoints 20–25 were used by one client each, and never against the service of today. Writing requests are
/// sent once: a time-out leaves unknown whether the service has applied them, so read before sending more.
public protocol CourseStructureAPI: Sendable {
  /// The definitions of a course with their names in all languages, unsorted (endpoint 17, or 11).
  func structure(of course: CourseCode, in semester: SemesterCode) async throws -> [ItemDefinition]
  /// Creates items below existing parents, in the order given (endpoint 20).
  ///
  /// Each item names its parent by its identifier; without one it is a root.
  func create(_ items: [Classification], in course: CourseCode, semester: SemesterCode) async throws
  /// Replaces the definitions of existing items, which keep their identifiers (endpoint 21).
  ///
  /// Each item names its parent by its identifier, also where the service named it by its number only: an
  /// item without one becomes a root.
  func update(_ items: [Classification], in course: CourseCode, semester: SemesterCode) async throws
  /// Deletes an item with its values, and with the items below it unless they are kept; those move up to its
  /// parent then (endpoint 22).
  func delete(
    _ item: ItemIdentifier, in course: CourseCode, semester: SemesterCode, keepingChildren: Bool
  ) async throws
  /// The users who may change the structure of a course (endpoint 23).
  func editors(of course: CourseCode) async throws -> [Username]
  /// Lets a user change the structure of a course (endpoint 24).
  func addEditor(_ username: Username, to course: CourseCode) async throws
  /// Takes this right from a user (endpoint 25).
  func removeEditor(_ username: Username, from course: CourseCode) async throws
}

/// Endpoints 20–25 (Service contract, 6.9, 6.12).
extension HTTPGradesAPI {
  /// Endpoint 17, or 11 where the service has no 17, without a language.
  public func structure(
    of course: CourseCode, in semester: SemesterCode
  ) async throws -> [ItemDefinition] {
    try await read(of: course, in: semester, nil) {
      try await connection.list($0) { try ItemDefinition(reading: $0.object()) }
    }
  }

  /// Endpoint 20; sends no request without items.
  public func create(
    _ items: [Classification], in course: CourseCode, semester: SemesterCode
  ) async throws {
    guard !items.isEmpty else { return }
    let parents = items.reduce(into: [String]()) { parents, item in
      let parent = item.parentIdentifier?.rawValue ?? ""
      if !parents.contains(parent) { parents.append(parent) }
    }
    let body = JSONWriter {
      $0.object { writer in
        for parent in parents {
          writer.name(foreign: parent)
          writer.array(of: items.filter { ($0.parentIdentifier?.rawValue ?? "") == parent }) {
            $1.write(in: course, semester, to: &$0)
          }
        }
      }
    }
    let address = ServiceAddress("courses").adding(course.rawValue)
      .adding(fixed: "definition-hierarchy").asking(semester)
    try await connection.write(.post, address, body)
  }

  /// Endpoint 21; sends no request without items. The semester is in each definition only.
  public func update(
    _ items: [Classification], in course: CourseCode, semester: SemesterCode
  ) async throws {
    guard !items.isEmpty else { return }
    let body = JSONWriter {
      $0.object { writer in
        for item in items {
          writer.name(foreign: item.identifier.rawValue)
          item.write(in: course, semester, to: &writer)
        }
      }
    }
    let address = ServiceAddress("courses").adding(course.rawValue).adding(fixed: "definitions")
    try await connection.write(.put, address, body)
  }

  /// Endpoint 22.
  public func delete(
    _ item: ItemIdentifier, in course: CourseCode, semester: SemesterCode, keepingChildren: Bool
  ) async throws {
    let address = ServiceAddress("courses").adding(course.rawValue).adding(fixed: "definitions")
      .adding(item.rawValue).asking(semester)
      .asking("preserve-children", keepingChildren ? "true" : "false")
    try await connection.write(.delete, address, nil)
  }

  /// Endpoint 23; the shape of the list is unknown, so names alone and objects with a name are read.
  public func editors(of course: CourseCode) async throws -> [Username] {
    try await connection.list(editors(course)) { node in
      node.kind == .string
        ? Username(try node.string()) : Username(try node.object().requiredText("username"))
    }
  }

  /// Endpoint 24.
  public func addEditor(_ username: Username, to course: CourseCode) async throws {
    try await connection.write(.put, editors(course).adding(username.rawValue), nil)
  }

  /// Endpoint 25.
  public func removeEditor(_ username: Username, from course: CourseCode) async throws {
    try await connection.write(.delete, editors(course).adding(username.rawValue), nil)
  }

  private func editors(_ course: CourseCode) -> ServiceAddress {
    ServiceAddress("courses").adding(course.rawValue).adding(fixed: "editors")
  }
}
