import Foundation

/// What the service does wrong, once or several times, with requests that match.
public struct Fault: Sendable {
  /// The way in which a request goes wrong.
  public enum Action: Sendable {
    /// Answers without handling the request.
    case answer(status: Int, headers: [String: String] = [:], body: String = "")
    /// Handles the request, then gives another answer.
    case answerAfterHandling(status: Int, headers: [String: String] = [:], body: String = "")
    /// Handles the request, then changes the body of its answer.
    case change(@Sendable (Data) -> Data)
    /// Closes the connection without handling the request and without a byte of an answer.
    case disconnectBeforeHandling
    /// Handles the request, then closes the connection without a byte of an answer.
    case disconnectAfterHandling
    /// Handles the request, announces the whole body, and closes after this many bytes of it.
    case truncate(after: Int)
    /// Waits, until released, before handling the request.
    case hangBeforeHandling
    /// Handles the request, then waits until released before answering.
    case hangAfterHandling
    /// Waits for this long before handling the request.
    case delay(Duration)
    /// Runs something, such as a colleague's change, then handles the request as usual.
    case run(@Sendable () async throws -> Void)
  }

  /// The method that matches; nil means any.
  public var method: String?
  /// A part of the path that matches, percent-encoded and without the query.
  public var path: String
  /// How many matching requests are left alone first.
  public var skipping: Int
  /// How many matching requests go wrong; nil means all that follow.
  public var times: Int?
  /// What happens to them.
  public var action: Action

  /// Describes a fault; by default the next matching request goes wrong.
  public init(
    _ method: String?, _ path: String, skipping: Int = 0, times: Int? = 1, _ action: Action
  ) {
    self.method = method
    self.path = path
    self.skipping = skipping
    self.times = times
    self.action = action
  }
}
