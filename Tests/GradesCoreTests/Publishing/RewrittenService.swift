import Foundation
import GradesTesting
import Testing

/// A way in which the service may do otherwise than its contract assumes (Service contract, 10).
struct RewrittenService: Sendable, CustomTestStringConvertible {
  /// What the program does there.
  enum Step: Sendable { case publishing, structure }

  let testDescription: String
  let faults: [Fault]
  /// The steps that certainly meet it.
  let steps: Set<Step>
  /// The doctor's check that shows it; nil for none.
  let check: String?

  init(_ name: String, _ faults: [Fault], in steps: Set<Step> = [], check: String? = nil) {
    testDescription = name
    self.faults = faults
    self.steps = steps
    self.check = check
  }

  init(_ name: String, _ fault: Fault, in steps: Set<Step> = [], check: String? = nil) {
    self.init(name, [fault], in: steps, check: check)
  }

  private static func refusing(_ method: String?, _ path: String, _ status: Int) -> Fault {
    Fault(method, path, times: nil, .answer(status: status))
  }

  static let all = [
    // Errors and limits.
    RewrittenService(
      "no token may write", ["PUT", "POST", "DELETE"].map { refusing($0, "/courses/", 403) },
      in: [.publishing, .structure]),
    RewrittenService(
      "there is a rate limit",
      Fault(
        nil, "/public/courses/", skipping: 1,
        .answer(status: 429, headers: ["Retry-After": "1"])), in: [.publishing, .structure],
      check: "question-11-rate-limit"),
    RewrittenService(
      "definitions of 2021 do not exist", refusing(nil, "/definition", 404),
      in: [.publishing, .structure], check: "question-7-new-definitions"),
    RewrittenService(
      "definitions of 2021 cannot be changed",
      ["PUT", "POST", "DELETE"].map { refusing($0, "/definition", 404) }, in: [.structure]),
    // Saving.
    RewrittenService(
      "values need the times that were read", refusing("PUT", "/student-classifications", 409),
      in: [.publishing]),
    RewrittenService(
      "a request is too large", refusing("PUT", "/student-classifications", 413),
      in: [.publishing]),
    RewrittenService(
      "a saved value changes nothing", refusing("PUT", "/student-classifications", 201),
      in: [.publishing]),
    RewrittenService(
      "a refused request is stored",
      Fault("PUT", "/student-classifications", times: nil, .answerAfterHandling(status: 400)),
      in: [.publishing]),
    // Other JSON.
    RewrittenService(
      "aggregations are lists and objects",
      .rewriting("/courses/", "aggregationScope") { item in
        item["aggregatedIdentifier"] = ["du1", "du2"]
        item["aggregationFunction"] = ["name": "SUM"]
        item["aggregationScope"] = 1
      }, in: [.publishing, .structure], check: "question-8-aggregations"),
    RewrittenService(
      "items have skills",
      .rewriting("/courses/", "skillDtos") { $0["skillDtos"] = [["id": 7]] },
      in: [.publishing, .structure], check: "question-8-skills"),
    RewrittenService(
      "hidden items are shown to nobody",
      .rewriting("/student-classifications/", "studentClassificationFullDtos") { record in
        let items = record["studentClassificationFullDtos"] as? [[String: Any]] ?? []
        record["studentClassificationFullDtos"] = items.filter { $0["hidden"] as? Bool != true }
      }, check: "question-4-show-hidden"),
    RewrittenService(
      "types of groups are objects",
      .rewriting("/student-groups", "type") { $0["type"] = ["code": $0["type"] ?? NSNull()] },
      check: "question-8-groups"),
    RewrittenService(
      "editors are objects with another member",
      .rewriting("/editors") { ($0 as? [Any])?.map { ["login": $0] } as Any },
      check: "endpoint-23"),
    RewrittenService(
      "an overview has other errors",
      .rewriting("/classification-overview/", "error") { item in
        if item["error"] is String { item["error"] = "EXPRESSION_FAILED" }
      }, check: "question-9-overview-errors"),
    RewrittenService(
      "the code of a semester is an object",
      Fault(
        "GET", "/semester-code", times: nil, .answer(status: 200, body: #"{"code":"B261"}"#)),
      check: "endpoint-3"),
  ]
}

extension Fault {
  /// Changes the JSON of the responses to reading requests.
  static func rewriting(_ path: String, _ change: @escaping @Sendable (Any) -> Any) -> Fault {
    Fault(
      "GET", path, times: nil,
      .change { body in
        guard let json = try? JSONSerialization.jsonObject(with: body) else { return body }
        return (try? JSONSerialization.data(withJSONObject: change(json))) ?? body
      })
  }

  /// Changes each object with a member in such responses.
  static func rewriting(
    _ path: String, _ member: String, _ change: @escaping @Sendable (inout [String: Any]) -> Void
  ) -> Fault {
    rewriting(path) { objects(in: $0) { if $0[member] != nil { change(&$0) } } }
  }

  /// A document with every object in it changed, inner ones first.
  private static func objects(
    in json: Any, _ change: (inout [String: Any]) -> Void
  ) -> Any {
    if let elements = json as? [Any] { return elements.map { objects(in: $0, change) } }
    guard var object = json as? [String: Any] else { return json }
    object = object.mapValues { objects(in: $0, change) }
    change(&object)
    return object
  }
}
