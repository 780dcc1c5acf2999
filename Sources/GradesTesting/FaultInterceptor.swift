import Foundation
import GradesServer
import Loopback
import Synchronization

/// Logs every request of a service, delays it, and makes it fail in the ways that were asked for.
final class FaultInterceptor: RequestInterceptor {
  let log = RequestLog()
  private let now: @Sendable () -> Date
  private let faults = Mutex<[FaultHandle]>([])
  private let latency = Mutex<Duration>(.zero)

  init(now: @escaping @Sendable () -> Date) { self.now = now }

  func add(_ fault: Fault) -> FaultHandle {
    let handle = FaultHandle(fault)
    faults.withLock { $0.append(handle) }
    return handle
  }

  func removeFaults() {
    let ended = faults.withLock { faults in
      defer { faults = [] }
      return faults
    }
    for fault in ended { fault.remove() }
  }

  func addLatency(_ duration: Duration) { latency.withLock { $0 += duration } }

  func removeLatency() { latency.withLock { $0 = .zero } }

  func reply(
    to request: ServerRequest, handling handle: @escaping RequestHandling
  ) async -> ServerReply {
    let number = log.append(LoggedRequest(request, at: now()))
    let latency = latency.withLock { $0 }
    if latency > .zero { try? await Task.sleep(for: latency) }
    // A cancelled wait ends early, and nothing waits for the response any more.
    if Task.isCancelled { return .connectionClosed }
    let fault = faults.withLock { $0 }
      .first { $0.takes(method: request.method, path: request.rawPath) }
    guard let outcome = await outcome(of: fault, { await handle(request) }) else {
      return .connectionClosed
    }
    log.setStatus(outcome.response.status, of: number)
    return outcome.end.map { .brokenOff(outcome.response, after: $0) }
      ?? .response(outcome.response)
  }

  /// The response, and after how many bytes of its body it breaks off; nil for no response at all.
  private func outcome(
    of fault: FaultHandle?, _ handle: @Sendable () async -> ServerResponse
  ) async -> (response: ServerResponse, end: Int?)? {
    switch fault?.fault.action {
    case nil: break
    case .answer(let status, let headers, let body)?:
      return (ServerResponse(status, headers, body), nil)
    case .answerAfterHandling(let status, let headers, let body)?:
      _ = await handle()
      return (ServerResponse(status, headers, body), nil)
    case .change(let change)?:
      var response = await handle()
      response.body = change(response.body)
      return (response, nil)
    case .disconnectBeforeHandling?: return nil
    case .disconnectAfterHandling?:
      _ = await handle()
      return nil
    case .truncate(let count)?: return (await handle(), count)
    case .hangBeforeHandling?: try? await fault?.gate.value()
    case .hangAfterHandling?:
      let response = await handle()
      fault?.reach()
      try? await fault?.gate.value()
      return (response, nil)
    case .delay(let duration)?: try? await Task.sleep(for: duration)
    case .run(let action)?:
      do {
        try await action()
      } catch {
        return (ServerResponse(500, [:], "The action before the request failed: \(error)"), nil)
      }
    }
    if Task.isCancelled { return nil }
    return (await handle(), nil)
  }
}

extension LoggedRequest {
  fileprivate init(_ request: ServerRequest, at time: Date) {
    self.init(
      method: request.method, path: request.rawPath,
      query: Dictionary(
        request.query.pairs.map { ($0.name, $0.value) }, uniquingKeysWith: { first, _ in first }),
      headerNames: Set(request.headers.keys), body: request.body, time: time, status: nil)
  }
}

extension ServerResponse {
  fileprivate init(_ status: Int, _ headers: [String: String], _ body: String) {
    self.init(
      status: status, headers: headers.sorted { $0.key < $1.key }.map { ($0.key, $0.value) },
      body: Data(body.utf8))
  }
}
