import Foundation
import Synchronization

/// The hidden switches of a service, for tests and demonstrations; safe to use from anywhere.
public final class Control: Sendable {
  /// What a switch can fail of.
  public enum Failure: Error, Hashable, Sendable {
    case unknownCourse, unknownStudent, unknownItem, unknownUser, unknownClient
  }

  let store: Store
  let registry: ClientRegistry
  let lifetimes: TokenLifetimes
  let now: @Sendable () -> Date
  let log = RequestLog()
  private let faults = Mutex<[FaultHandle]>([])
  private let latency = Mutex<Duration>(.zero)

  init(
    store: Store, registry: ClientRegistry, lifetimes: TokenLifetimes,
    now: @escaping @Sendable () -> Date
  ) {
    self.store = store
    self.registry = registry
    self.lifetimes = lifetimes
    self.now = now
  }

  /// The requests since the start or the last reset, oldest first.
  public var requestLog: [LoggedRequest] { log.requests }

  /// The number of requests since the start or the last reset.
  public var requestCount: Int { log.count }

  /// Forgets the requests so far.
  public func resetRequestLog() { log.reset() }

  /// Forgets the requests so far, all faults and the latency; data and tokens stay.
  public func reset() {
    log.reset()
    removeFaults()
    latency.withLock { $0 = .zero }
  }

  /// Makes every answer come later by this much; calls add up.
  public func addLatency(_ duration: Duration) { latency.withLock { $0 += duration } }

  /// Makes matching requests go wrong; of several faults the one added first counts.
  @discardableResult
  public func add(_ fault: Fault) -> FaultHandle {
    let handle = FaultHandle(fault)
    faults.withLock { $0.append(handle) }
    return handle
  }

  /// Ends all faults; requests that hang go on.
  public func removeFaults() {
    let ended = faults.withLock { faults in
      defer { faults = [] }
      return faults
    }
    for fault in ended { fault.remove() }
  }

  var currentLatency: Duration { latency.withLock { $0 } }

  func fault(for request: ServerRequest) -> FaultHandle? {
    faults.withLock { $0 }.first { $0.takes(method: request.method, path: request.rawPath) }
  }
}
