import FlyingFox
import FlyingSocks
import Foundation
import GradesServer

/// A body that gives some bytes and then fails, so that the server closes the connection.
struct BrokenBody: AsyncBufferedSequence {
  let bytes: Data

  func makeAsyncIterator() -> Iterator { Iterator(rest: bytes) }

  struct Iterator: AsyncBufferedIteratorProtocol {
    var rest: Data

    mutating func next() async throws -> UInt8? {
      guard !rest.isEmpty else { throw SocketError.disconnected }
      return rest.removeFirst()
    }

    mutating func nextBuffer(suggested count: Int) async throws -> Data? {
      guard !rest.isEmpty else { throw SocketError.disconnected }
      defer { rest = rest.dropFirst(count) }
      return rest.prefix(count)
    }
  }
}

extension HTTPResponse {
  /// A response that announces its whole body and breaks off after a part of it.
  static func broken(_ response: ServerResponse, after count: Int) -> HTTPResponse {
    let whole = HTTPResponse(response)
    return HTTPResponse(
      statusCode: whole.statusCode, headers: whole.headers,
      body: HTTPBodySequence(
        from: BrokenBody(bytes: response.body.prefix(count)), count: response.body.count))
  }
}
