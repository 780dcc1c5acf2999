import Foundation
import GradesServer

/// The switches of a service for tests; safe to use from anywhere.
public final class Control: Sendable {
  /// Why a switch cannot do what it was asked for.
  public enum Failure: Error, Hashable, Sendable {
    /// There is no such course in the semester.
    case unknownCourse
    /// The course has no such student.
    case unknownStudent
    /// The course has no such item.
    case unknownItem
    /// There is no such user.
    case unknownUser
  }

  let service: EmbeddedService
  private let interceptor: FaultInterceptor

  init(service: EmbeddedService, interceptor: FaultInterceptor) {
    self.service = service
    self.interceptor = interceptor
  }

  var store: Store { service.store }
  var registry: ClientRegistry { service.registry }
  var now: @Sendable () -> Date { service.now }

  /// The requests since the start or the last reset, oldest first.
  public var requestLog: [LoggedRequest] { interceptor.log.requests }

  /// The number of requests since the start or the last reset.
  public var requestCount: Int { interceptor.log.count }

  /// Forgets the requests so far.
  public func resetRequestLog() { interceptor.log.reset() }

  /// Forgets the requests so far, all faults and the latency; data and tokens stay.
  public func reset() {
    resetRequestLog()
    removeFaults()
    interceptor.removeLatency()
  }

  /// Makes every response come later by this much; calls add up.
  public func addLatency(_ duration: Duration) { interceptor.addLatency(duration) }

  /// Makes matching requests go wrong; of several faults the one added first counts.
  @discardableResult
  public func add(_ fault: Fault) -> FaultHandle { interceptor.add(fault) }

  /// Ends all faults; requests that hang go on.
  public func removeFaults() { interceptor.removeFaults() }
}
