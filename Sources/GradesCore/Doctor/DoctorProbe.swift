import Foundation
import GradesClient
import JSON

/// Sends the doctor's requests one after another, a bounded number of them, and keeps the responses.
struct DoctorProbe {
  /// The most requests of one run.
  static let limit = 60
  /// The longest time to wait when the service asks for it.
  private static let longestPause = Duration.seconds(20)

  let service: DoctorService
  private(set) var exchanges: [DoctorExchange] = []
  private(set) var count = 0
  /// The times for which the service demanded to wait.
  private(set) var pauses: [String] = []
  /// The failure without any response, after which no more requests are sent.
  private(set) var failure: GradesError?
  /// The request of that failure, until the next one was to be sent.
  private(set) var failedRequest: String?
  /// Why no more requests are sent; nil while they are.
  private(set) var untriedReason: DoctorProblem?

  init(service: DoctorService) { self.service = service }

  /// A response of an endpoint; nil where none was received, or no more requests are allowed.
  mutating func get(
    _ endpoint: Int, _ parts: [String], _ query: [String: String] = [:]
  ) async throws -> DoctorResponse? {
    failedRequest = nil
    guard untriedReason == nil else { return nil }
    let sorted = query.sorted { $0.key < $1.key }
    let items = sorted.map { "\($0)=\($1)" }
    let name = Self.name(of: parts, items)
    do {
      let request = ServiceRequest(
        .get, try ServicePath(parts: ["public"] + parts),
        query: sorted.map { URLQueryItem(name: $0, value: $1) })
      guard let response = try await allowed(request) else { return nil }
      exchanges.append(
        DoctorExchange(
          endpoint: endpoint, query: items, status: response.status,
          contentType: response.header("Content-Type"), body: response.body))
      return DoctorResponse(response, to: name)
    } catch let error as GradesError where error != .cancelled {
      failure = error
      failedRequest = name
      untriedReason = .unreachable
      return nil
    }
  }

  /// A request as findings name it: of its path only the contract's words, of its query all, which has no names.
  private static func name(of parts: [String], _ query: [String]) -> String {
    let words = parts.map { ServiceWords.ofPaths.contains($0) ? $0 : "…" }
    let path = "GET /public/" + words.joined(separator: "/")
    return query.isEmpty ? path : path + "?" + query.joined(separator: "&")
  }

  /// The response to a request, which is sent once more after the first wait that the service demands; nil where
  /// that is too long, and for every further demand.
  private mutating func allowed(_ request: ServiceRequest) async throws -> ServiceResponse? {
    let response = try await send(request)
    guard response.status == 429 else { return response }
    let wait = response.failure?.retryAfter
    pauses.append("429 Retry-After: \(wait.map { "\($0.components.seconds)" } ?? "-")")
    guard pauses.count == 1, wait ?? .zero <= Self.longestPause else {
      untriedReason = .tooManyRequests(wait: wait)
      return nil
    }
    try await service.clock.pause(wait ?? .seconds(1))
    return try await allowed(request)
  }

  private mutating func send(_ request: ServiceRequest) async throws -> ServiceResponse {
    count += 1
    if count == Self.limit { untriedReason = .tooManyRequests(wait: nil) }
    return try await service.call(request)
  }
}

/// A response as the doctor sees it.
struct DoctorResponse {
  /// The request, without names of people and courses.
  let request: String
  let status: Int
  let json: JSONValue?
  let text: String
  let failure: GradesError?

  init(_ response: ServiceResponse, to request: String) {
    self.request = request
    status = response.status
    failure = response.failure
    json = try? JSONValue(reading: Array(response.body))
    text = String(decoding: response.body.prefix(256), as: UTF8.self)
      .trimmingCharacters(in: .whitespacesAndNewlines.union(["\"", "'"]))
  }

  var isSuccess: Bool { 200..<300 ~= status }

  /// The request with the summary, where something is wrong.
  var trouble: [String] { [request, summary] }

  /// The status, and the kind of the body.
  var summary: String {
    "\(status) \(json?.kindName ?? (text.hasPrefix("<") ? "HTML" : text.isEmpty ? "-" : "text"))"
  }
}
