import Foundation
import GradesClient
import JSON

// The doctor's requests, one after another and a bounded number of them, which only read.
extension Doctor {
  private static let limit = 60
  /// The longest time to wait when the service asks for it.
  private static let longestPause = Duration.seconds(20)

  /// A response; nil where none was received, or no more requests are allowed.
  ///
  /// - Parameters:
  ///   - names: of courses, people and others, which findings leave out.
  ///   - query: which has no names.
  mutating func get(
    _ endpoint: Int, _ names: [String] = [], _ query: [String: String] = [:]
  ) async throws -> DoctorResponse? {
    failedRequest = []
    guard untriedReason == nil else { return nil }
    let path = DoctorCheck.endpoints[endpoint] ?? ""
    let sorted = query.sorted { $0.key < $1.key }
    let asked = sorted.isEmpty ? "" : "?" + sorted.map { "\($0)=\($1)" }.joined(separator: "&")
    let name = "GET /public/" + path.replacing("*", with: "…") + asked
    var rest = names[...]
    let parts = path.split(separator: "/").map { $0 == "*" ? rest.popFirst() ?? "" : String($0) }
    do {
      let request = ServiceRequest(
        .get, try ServicePath(parts: ["public"] + parts),
        query: sorted.map { URLQueryItem(name: $0, value: $1) })
      return try await allowed(request).map { DoctorResponse($0, to: name) }
    } catch let error as GradesError where error != .cancelled {
      failure = error
      failedRequest = [name]
      untriedReason = .unreachable
      return nil
    }
  }

  /// The response to a request, which is sent once more after the first wait that the service demands; nil where
  /// that is too long, and for every further demand.
  private mutating func allowed(_ request: ServiceRequest) async throws -> HTTPResponse? {
    count += 1
    if count == Self.limit { untriedReason = .tooManyRequests(wait: nil) }
    let response = try await call(request)
    guard response.status == 429 else { return response }
    let wait = response.failure?.retryAfter
    pauses.append("429 Retry-After: \(wait.map { "\($0.components.seconds)" } ?? "-")")
    guard pauses.count == 1, wait ?? .zero <= Self.longestPause else {
      untriedReason = .tooManyRequests(wait: wait)
      return nil
    }
    try await clock.pause(wait ?? .seconds(1))
    return try await allowed(request)
  }
}

/// A response as the doctor sees it.
struct DoctorResponse {
  /// The request, without names of people and courses.
  private let request: String
  let status: Int
  let json: JSONNode?
  let text: String
  let failure: GradesError?

  init(_ response: HTTPResponse, to request: String) {
    self.request = request
    status = response.status
    failure = response.failure
    let limits = JSONLimits(isStrict: false)
    json = try? JSONReader.read(Array(response.body), limits: limits).root
    text = String(decoding: response.body.prefix(256), as: UTF8.self)
      .trimmingCharacters(in: .whitespacesAndNewlines.union(["\"", "'"]))
  }

  var isSuccess: Bool { 200..<300 ~= status }

  /// Where a decoder cannot read the document, such as `[0].username`; nil where it reads all of it.
  func unreadablePath<Value>(by read: (JSONNode) throws -> Value) -> String? {
    guard let json else { return "text" }
    do {
      _ = try read(json)
      return nil
    } catch {
      let path = (error as? JSONTypeError)?.path ?? ""
      // What is below these has names that are data.
      let end = ["classificationMap", "parallelCodes"].compactMap { path.firstRange(of: $0) }.first
      return path.isEmpty ? "." : String(path[..<(end?.upperBound ?? path.endIndex)])
    }
  }

  /// The request with the summary, where something is wrong.
  var trouble: [String] { [request, summary] }

  /// The status, and the kind of the body.
  var summary: String {
    "\(status) \(json?.kindName ?? (text.hasPrefix("<") ? "HTML" : text.isEmpty ? "-" : "text"))"
  }
}

/// Foreign documents may have any shape: what is not there, or of another type, is nil.
extension JSONNode {
  /// The kind in the words of JSON.
  var kindName: String { [.true, .false].contains(kind) ? "boolean" : "\(kind)" }

  /// The value of a member, also null.
  subscript(name: String) -> JSONNode? {
    try? object().members().first { $0.memberName == name }
  }

  var items: [JSONNode] { (try? allElements()) ?? [] }
  var word: String? { try? string() }
}
