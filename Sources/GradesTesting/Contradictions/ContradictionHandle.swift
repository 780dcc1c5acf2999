import Foundation
import GradesServer
import JSON
import Synchronization

/// A contradiction of a service, to see whether requests have met it.
public final class ContradictionHandle: Sendable {
  /// What does not hold.
  public let assumption: Assumption
  private let count = Mutex(0)

  init(_ assumption: Assumption) { self.assumption = assumption }

  /// How many requests were handled or answered otherwise than by the service contract.
  public var hits: Int { count.withLock { $0 } }

  /// Replies to a request, and counts it where that is not what the service does otherwise.
  func reply(
    to request: ServerRequest, by contradicting: ContradictingReply,
    _ handle: @escaping RequestHandling
  ) async -> ServerResponse {
    let usual = UsualReplies()
    let response = await contradicting(request) { request in
      let response = await handle(request)
      usual.add(request, response)
      return response
    }
    if usual.differ(from: request, response) { count.withLock { $0 += 1 } }
    return response
  }
}

/// What a contradiction has let the service do for one request.
private final class UsualReplies: Sendable {
  private let all = Mutex<[(request: ServerRequest, response: ServerResponse)]>([])

  func add(_ request: ServerRequest, _ response: ServerResponse) {
    all.withLock { $0.append((request, response)) }
  }

  /// Whether the service would have handled the request in another way, or answered something else.
  func differ(from request: ServerRequest, _ response: ServerResponse) -> Bool {
    all.withLock { all in
      guard let last = all.last, last.response.isSame(as: response) else { return true }
      // A request in several parts is carried out as a whole if all of them end in the same way.
      if all.contains(where: { $0.response.status != last.response.status }) { return true }
      return all.contains { $0.request.path != request.path || $0.request.query != request.query }
        || all.count == 1 && last.request.json != request.json
    }
  }
}

extension ServerResponse {
  fileprivate func isSame(as other: ServerResponse) -> Bool {
    status == other.status && body == other.body
      && headers.elementsEqual(other.headers) { $0.0 == $1.0 && $0.1 == $1.1 }
  }
}
