import Foundation
import Synchronization

/// A request that the service received.
public struct LoggedRequest: Sendable {
  /// The method in upper case.
  public let method: String
  /// The path as it came, percent-encoded, without the query.
  public let path: String
  /// The decoded query; of a name that came twice, the first value.
  public let query: [String: String]
  /// The names of the header fields in lower case; values may be secret.
  public let headerNames: Set<String>
  /// The body as it came.
  public let body: Data
  /// When it came, by the service's clock.
  public let time: Date
  /// The status of the answer; nil while there is none, and when none was sent.
  public internal(set) var status: Int?
}

/// The latest requests of a service.
final class RequestLog: Sendable {
  private struct State {
    var requests: [LoggedRequest] = []
    /// The number of the first one in the list.
    var first = 0
    var count = 0
    var bytes = 0
  }

  /// More than tests send; a service that runs for days forgets the older half.
  private static let limit = 20_000
  private static let byteLimit = 64 << 20
  private let state = Mutex(State())

  var requests: [LoggedRequest] { state.withLock(\.requests) }
  var count: Int { state.withLock(\.count) }

  func reset() {
    state.withLock { state in
      state.first += state.requests.count
      state.requests = []
      state.count = 0
      state.bytes = 0
    }
  }

  /// Adds a request and returns its number.
  func append(_ request: LoggedRequest) -> Int {
    state.withLock { state in
      if state.requests.count >= Self.limit || state.bytes >= Self.byteLimit {
        let half = (state.requests.count + 1) / 2
        state.bytes -= state.requests.prefix(half).reduce(0) { $0 + $1.body.count }
        state.requests.removeFirst(half)
        state.first += half
      }
      state.requests.append(request)
      state.bytes += request.body.count
      state.count += 1
      return state.first + state.requests.count - 1
    }
  }

  func setStatus(_ status: Int, of number: Int) {
    state.withLock { state in
      let index = number - state.first
      if state.requests.indices.contains(index) { state.requests[index].status = status }
    }
  }
}
