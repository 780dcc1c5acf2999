import GradesServer
import Synchronization

/// Contradictions about errors and limits (Service contract, 3.3, 10).
extension Assumption {
  var limitReply: ContradictingReply? {
    switch self {
    case .invalidRequestsAre400:
      { request, handle in
        let response = await handle(request)
        return response.status == 400 && !request.endpoint.isEmpty ? .page(500) : response
      }
    case .missingIs404:
      { request, handle in
        let response = await handle(request)
        return response.status == 404 && !request.endpoint.isEmpty
          ? .rejection(400, "Not found") : response
      }
    case .requestsAreUnlimited: Self.everyThird()
    case .bodiesAreUnlimited:
      { request, handle in
        request.body.count > 1000 ? ServerResponse(status: 413) : await handle(request)
      }
    default: nil
    }
  }

  private static func everyThird() -> ContradictingReply {
    let count = RequestCount()
    return { request, handle in
      guard !request.endpoint.isEmpty, count.next().isMultiple(of: 3) else {
        return await handle(request)
      }
      return ServerResponse(status: 429, headers: [("Retry-After", "1")])
    }
  }
}

/// Counts requests from 1.
private final class RequestCount: Sendable {
  private let last = Mutex(0)

  func next() -> Int {
    last.withLock { last in
      last += 1
      return last
    }
  }
}
