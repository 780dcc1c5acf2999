import Foundation
import GradesTesting
import JSON

extension Fault {
  /// Changes the JSON of the responses to reading requests.
  static func rewriting(
    _ path: String, _ change: @escaping @Sendable (JSONValue) -> JSONValue
  ) -> Fault {
    Fault(
      "GET", path, times: nil,
      .change { body in
        guard let json = try? JSONValue(reading: Array(body)) else { return body }
        return Data(change(json).jsonLine.utf8)
      })
  }
}
