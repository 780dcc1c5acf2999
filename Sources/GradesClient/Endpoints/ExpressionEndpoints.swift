import JSON

extension GradesAPI {
  /// The service's own reading of expressions (Service contract, 6.13).
  ///
  /// - Important: Unproven: one client of 2018 used these endpoints. Their responses are unknown, so they are
  ///   returned as they came.
  public struct Expressions: Sendable {
    let connection: ServiceConnection

    /// Checks one expression (endpoint 26).
    ///
    /// - Parameters:
    ///   - expression: the text, as in ``Classification/expression``
    ///   - result: the type that its value should have
    ///   - variables: the types of the items that it may use
    public func analyse(
      _ expression: String, result: ValueType, variables: [ItemIdentifier: ValueType]
    ) async throws -> String {
      try await connection.set(
        .post, ServiceAddress("expressions/analyses"),
        JSONWriter {
          $0.object { writer in
            writer.member("expression", expression)
            writer.member("expectedResultType", result.rawValue)
            write(variables, to: &writer)
          }
        })
    }

    /// Checks the expressions of a course, by the identifiers of their items (endpoint 27).
    public func analyse(
      _ expressions: [ItemIdentifier: String], variables: [ItemIdentifier: ValueType]
    ) async throws -> String {
      try await connection.set(
        .post, ServiceAddress("course-expressions/analyses"),
        JSONWriter {
          $0.object { writer in
            writer.object("expressions") { writer in
              for (item, expression) in expressions.sorted(by: { $0.key < $1.key }) {
                writer.member(foreign: item.rawValue, expression)
              }
            }
            write(variables, to: &writer)
          }
        })
    }

    /// The functions that expressions may call (endpoint 28).
    public func functions() async throws -> String {
      try await connection.set(.get, ServiceAddress("expressions/functions"))
    }

    private func write(_ variables: [ItemIdentifier: ValueType], to writer: inout JSONWriter) {
      writer.object("variableValueTypes") { writer in
        for (item, type) in variables.sorted(by: { $0.key < $1.key }) {
          writer.member(foreign: item.rawValue, type.rawValue)
        }
      }
    }
  }
}
