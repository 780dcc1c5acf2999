import GradesClient
import JSON
import Loopback

/// Checking expressions (Service contract, 6.13): the requests have the names that one client used, the
/// responses are invented.
enum ExpressionEndpoints {
  /// POST 26: one expression.
  static func check(_ call: Call) throws -> ServerResponse {
    _ = try call.person()
    let expression = try call.body("The body has no expression") { node in
      let fields = try node.object()
      return try fields.required("expression", fields.string("expression"))
    }
    return .json(201, JSONWriter { write(expression, to: &$0) })
  }

  /// POST 27: all expressions of a course, by the identifiers of their items.
  static func checkAll(_ call: Call) throws -> ServerResponse {
    _ = try call.person()
    let expressions = try call.body("The body has no expressions") { node in
      let fields = try node.object()
      return try fields.required("expressions", fields["expressions"]?.object()).members().map {
        (name: $0.memberName, text: try $0.string())
      }
    }
    return .json(
      201,
      JSONWriter {
        $0.object { writer in
          for expression in expressions {
            writer.name(foreign: expression.name)
            write(expression.text, to: &writer)
          }
        }
      })
  }

  /// GET 28: the functions whose meaning is known.
  static func functions(_ call: Call) throws -> ServerResponse {
    _ = try call.person()
    return .json(200, JSONWriter { $0.array(of: ["MARK", "SUM"]) { $0.value($1) } })
  }

  private static func write(_ expression: String, to writer: inout JSONWriter) {
    var problem: ExpressionError?
    do throws(ExpressionError) { _ = try ItemExpression(parsing: expression) } catch {
      problem = error
    }
    writer.object {
      $0.member("valid", problem == nil)
      $0.member("position", problem?.position)
    }
  }
}
