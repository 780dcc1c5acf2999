import Foundation
import Logging

/// The one place where requests are sent again (Figures, Retries) and statuses become errors.
///
/// GET and HEAD are sent again after connection errors, 429 and 5xx, with growing, random waits. No
/// other method is, because after a missing response the service may or may not have applied the
/// request.
///
/// Each attempt is logged at level `debug`: method, address, status, size and duration, never
/// header fields, bodies or secret query values.
public struct HTTPClient: Sendable {
  /// The clock of retries and of other waits for the service.
  package let clock: RequestClock
  package let logger: Logger
  private let transport: any HTTPTransport
  private let retry: RetryPolicy

  package static var silent: Logger {
    Logger(label: "grades.http") { _ in SwiftLogNoOpLogHandler() }
  }

  package init(
    transport: any HTTPTransport, retry: RetryPolicy = .standard, clock: RequestClock,
    logger: Logger = HTTPClient.silent
  ) {
    self.transport = transport
    self.retry = retry
    self.clock = clock
    self.logger = logger
  }

  /// Makes a client, by default over libcurl; without a logger nothing is logged.
  public init(
    transport: any HTTPTransport = CurlTransport(), retry: RetryPolicy = .standard,
    logger: Logger? = nil
  ) {
    self.init(transport: transport, retry: retry, clock: .system, logger: logger ?? Self.silent)
  }

  /// Sends a request and returns a response with status 2xx whose body is not a web page; every
  /// other outcome is thrown as a ``GradesError``. 401 is ``GradesError/Reason/unexpectedStatus(_:)``:
  /// only the owner of the token can decide whether it is expired or not sufficient.
  public func send(_ request: HTTPRequest) async throws -> HTTPResponse {
    let response = try await exchange(request)
    if let failure = response.failure { throw failure }
    return response
  }

  private func failure(_ response: HTTPResponse, for request: HTTPRequest) -> GradesError? {
    if 200..<300 ~= response.status {
      return response.body.isWebPage
        ? .unreadable(.html).of(request.method, request.url) : nil
    }
    // A service that repeats the request must not put a token into an error text.
    let text = response.shortText.flatMap { request.hasSecret(in: $0) ? nil : $0 }
    return GradesError(status: response, text: text, now: clock.now())
      .of(request.method, request.url)
  }

  /// Sends a request and returns the last attempt's response of any status; throws what
  /// ``HTTPTransport/send(_:)`` throws.
  public func exchange(_ request: HTTPRequest) async throws -> HTTPResponse {
    let start = clock.uptime()
    var retries = 0
    while true {
      let left = max(.milliseconds(1), retry.totalTimeLimit - (clock.uptime() - start))
      var attempt = request
      attempt.timeLimit = min(left, request.timeLimit ?? left)
      let outcome = await self.attempt(attempt)
      guard request.method.isReading, retries < retry.retries,
        let wait = wait(after: outcome, retries: retries),
        clock.uptime() - start + wait < retry.totalTimeLimit
      else {
        var response = try outcome.get()
        response.failure = failure(response, for: request)
        return response
      }
      retries += 1
      logger.debug("Again in \(wait.milliseconds) ms (retry \(retries) of \(retry.retries))")
      do { try await clock.pause(wait) } catch { throw GradesError.cancelled }
    }
  }

  private func attempt(_ request: HTTPRequest) async -> Result<HTTPResponse, GradesError> {
    let start = clock.uptime()
    let outcome: Result<HTTPResponse, GradesError>
    do {
      if Task.isCancelled { throw GradesError.cancelled }
      outcome = .success(try await transport.send(request))
    } catch let error as GradesError {
      outcome = .failure(error.of(request.method, request.url))
    } catch is CancellationError {
      outcome = .failure(.cancelled)
    } catch {
      outcome = .failure(.unreachable(.other(code: 0)).of(request.method, request.url))
    }
    logger.debug(
      "\(request) → \(Self.summary(outcome)), \((clock.uptime() - start).milliseconds) ms")
    return outcome
  }

  private static func summary(_ outcome: Result<HTTPResponse, GradesError>) -> String {
    switch outcome {
    case .success(let response): response.description
    case .failure(let error): "\(error.reason)"
    }
  }

  /// The wait before the request may be sent again; nil if it may not.
  private func wait(after outcome: Result<HTTPResponse, GradesError>, retries: Int) -> Duration? {
    let delay = retry.delay(beforeRetry: retries, spread: clock.spread())
    switch outcome {
    case .failure(let error):
      return switch error.reason {
      case .unreachable(.refused), .unreachable(.nameNotFound), .unreachable(.timedOut),
        .unreachable(.connectionLost), .unreachable(.proxy):
        delay
      case .unreachable(.proxyRefused(let status)) where status >= 500: delay
      default: nil
      }
    case .success(let response):
      guard response.status == 429 || 500..<600 ~= response.status else { return nil }
      guard let asked = response.retryAfter(now: clock.now()) else { return delay }
      return asked <= retry.longestRetryAfter ? max(asked, delay) : nil
    }
  }
}

extension GradesError {
  /// What a status outside 2xx means (Service contract, 3.3).
  init(status response: HTTPResponse, text: String? = nil, now: Date) {
    let reason: Reason =
      switch response.status {
      case 400, 422: .badRequest(detail: text)
      case 403: .notPermitted
      case 404: .notFound
      case 409: .conflict
      case 429: .tooManyRequests(retryAfter: response.retryAfter(now: now))
      case 503:
        .serviceFailure(status: 503, retryAfter: response.retryAfter(now: now))
      case 500..<600: .serviceFailure(status: response.status)
      default: .unexpectedStatus(response.status)
      }
    self.init(reason)
    status = response.status
    self.text = text
  }
}
