import Foundation
import GradesClient
import Synchronization

/// A transport without a network: it remembers every request and answers what the test says.
final class RecordingTransport: HTTPTransport {
  private let recorded = Mutex<[HTTPRequest]>([])
  private let answer: @Sendable (HTTPRequest, Int) async throws -> HTTPResponse

  /// Answers by a function, which gets the request and how many came before it.
  init(_ answer: @escaping @Sendable (HTTPRequest, Int) async throws -> HTTPResponse) {
    self.answer = answer
  }

  /// Gives these answers one after the other; a request beyond them is refused.
  convenience init(_ answers: HTTPResponse...) {
    self.init { _, number in
      guard answers.indices.contains(number) else { throw GradesError.unreachable(.refused) }
      return answers[number]
    }
  }

  /// All requests so far, in the order in which they came.
  var requests: [HTTPRequest] { recorded.withLock { $0 } }

  /// Remembers the request and gives the test's answer.
  func send(_ request: HTTPRequest) async throws -> HTTPResponse {
    let number = recorded.withLock { recorded in
      recorded.append(request)
      return recorded.count - 1
    }
    return try await answer(request, number)
  }
}

extension HTTPResponse {
  /// An answer of status 200 with JSON.
  static func json(_ text: String) -> HTTPResponse {
    HTTPResponse(
      status: 200, headers: [HTTPHeader("Content-Type", "application/json;charset=UTF-8")],
      body: Data(text.utf8))
  }

  /// An answer with a status and nothing else.
  static func status(_ status: Int) -> HTTPResponse { HTTPResponse(status: status) }
}
