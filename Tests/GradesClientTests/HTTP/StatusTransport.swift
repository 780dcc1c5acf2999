import Foundation
import GradesClient
import TestSupport

/// A transport without a network that records requests and has responses in order; the last one
/// repeats.
final class StatusTransport: HTTPTransport {
  let requests = Occurrences<HTTPRequest>()
  private let answers: [Result<Int, GradesError>]
  private let passTime: @Sendable () -> Void

  /// Responds with these statuses or errors after calling `passTime`.
  init(answers: [Result<Int, GradesError>], passTime: @escaping @Sendable () -> Void = {}) {
    self.answers = answers
    self.passTime = passTime
  }

  func send(_ request: HTTPRequest) async throws -> HTTPResponse {
    let index = requests.record(request)
    passTime()
    return HTTPResponse(status: try answers[min(index, answers.count - 1)].get())
  }
}
