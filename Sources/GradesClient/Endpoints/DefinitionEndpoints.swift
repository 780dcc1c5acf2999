import JSON

extension GradesAPI {
  /// The definitions of a course's items (Service contract, 6.9).
  ///
  /// Writing requests are sent once, and not without items: a time-out leaves unknown whether the service has
  /// applied them, so read before sending more.
  ///
  /// - Important: Writing is unproven: one client used it, and never against the service of today.
  public struct Definitions: Sendable {
    let course: Course

    /// All definitions, unsorted (endpoint 17, or 11 where 17 responds with 404).
    public func all() async throws -> [Classification] {
      try await read(course.api.language) {
        try await connection.list($0) { try Classification(reading: $0.object()) }
      }
    }

    /// The definitions with their names in all languages and with what this library has no property for,
    /// which changing them takes (endpoint 17, or 11).
    package func structure() async throws -> [ItemDefinition] {
      try await read(nil) {
        try await connection.list($0) { try ItemDefinition(reading: $0.object()) }
      }
    }

    /// Creates items below existing parents, in the order given (endpoint 20).
    ///
    /// Each item names its parent by its identifier; without one it is a root.
    public func create(_ items: [Classification]) async throws {
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
              $1.write(in: course.code, course.semester, to: &$0)
            }
          }
        }
      }
      try await connection.write(.post, hierarchyAddress.asking(course.semester), body)
    }

    /// Replaces the definitions of existing items, which keep their identifiers (endpoint 21).
    ///
    /// Each item names its parent by its identifier, also where the service named it by its number only: an
    /// item without one becomes a root.
    public func update(_ items: [Classification]) async throws {
      guard !items.isEmpty else { return }
      let body = JSONWriter {
        $0.object { writer in
          for item in items {
            writer.name(foreign: item.identifier.rawValue)
            item.write(in: course.code, course.semester, to: &writer)
          }
        }
      }
      try await connection.write(.put, definitionsAddress, body)
    }

    /// Deletes an item with its values, and with the items below it unless they are kept; those move up to
    /// its parent then (endpoint 22).
    public func delete(_ item: ItemIdentifier, keepingChildren: Bool) async throws {
      let address = definitionsAddress.adding(item.rawValue).asking(course.semester)
        .asking("preserve-children", keepingChildren ? "true" : "false")
      try await connection.write(.delete, address, nil)
    }

    private var connection: ServiceConnection { course.api.connection }

    private var definitionsAddress: ServiceAddress { course.address.adding(fixed: "definitions") }

    private var hierarchyAddress: ServiceAddress {
      course.address.adding(fixed: "definition-hierarchy")
    }

    /// Reads from the endpoints of 2021, and where they do not exist from those of 2018
    /// (Service contract, 5).
    private func read<Answer>(
      _ language: ServiceLanguage?, _ get: (ServiceAddress) async throws -> Answer
    ) async throws -> Answer {
      func address(_ collection: String) -> ServiceAddress {
        course.address.adding(fixed: collection).asking(course.semester, language)
      }
      do {
        return try await get(address("definitions"))
      } catch GradesError.notFound {
        return try await get(address("classifications"))
      }
    }
  }
}
