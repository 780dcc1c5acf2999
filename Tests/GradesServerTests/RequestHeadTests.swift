import Foundation
import GradesServer
import GradesTesting
import ServiceTestSupport
import TestSupport
import Testing

/// The first part of a request, which any program that reaches the port can send.
@Suite("Heads of requests", .inTurn)
struct RequestHeadTests {
  private func status(_ head: String, at service: TestService) async throws -> String {
    let answer = try await RawClient(port: service.port).exchange(Data(head.utf8))
    let lines = String(decoding: answer, as: UTF8.self).components(separatedBy: "\r\n")
    #expect(lines.contains("Connection: close"))
    return String(lines[0].dropFirst("HTTP/1.1 ".count).prefix(3))
  }

  @Test(
    "One that is too long is rejected without being read as a request", .hangLimit,
    arguments: [
      (line: 100_000, fields: 0, status: "414"), (line: 1_000_000, fields: 0, status: "414"),
      (line: 1, fields: 100_000, status: "431"), (line: 1, fields: 1_000_000, status: "431"),
      (line: 65_000, fields: 1000, status: "431"),
    ])
  func tooLong(line: Int, fields: Int, status: String) async throws {
    let service = try await startedService()
    let target = "/" + String(repeating: "a", count: line)
    for field in [
      "X: \(String(repeating: "b", count: fields))\r\n",
      String(repeating: "X: b\r\n", count: fields / 6),
    ] {
      let head = "GET \(target) HTTP/1.1\r\nHost: 127.0.0.1\r\n\(field)\r\n"
      let seen = try await self.status(head, at: service)
      #expect(seen == status)
    }
    #expect(service.control.requestCount == 0)
    let answer = try await service.client().api("user-info")
    #expect(answer.status == 200)
  }

  @Test("A line without an end is rejected before its sender ends")
  func endless() async throws {
    let service = try await startedService()
    let head = String(repeating: "a", count: 65 << 10)
    let seen = try await status(head, at: service)
    #expect(seen == "414")
  }

  @Test(
    "What could be understood in two ways is rejected",
    arguments: [
      ("GET / HTTP/1.1", "", "400"), ("GET / HTTP/1.1", "Host: a\r\nHost: a\r\n", "400"),
      ("GET / HTTP/1.1", "Host: 127.0.0.1\r\nhost: grades.example\r\n", "400"),
      ("PUT / HTTP/1.1", "Host: a\r\nContent-Length: 2\r\nContent-Length: 3\r\n", "400"),
      ("PUT / HTTP/1.1", "Host: a\r\nContent-Length: 2, 3\r\n", "400"),
      ("PUT / HTTP/1.1", "Host: a\r\nContent-Length: +2\r\n", "400"),
      (
        "PUT / HTTP/1.1", "Host: a\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n", "400"
      ),
      ("PUT / HTTP/1.1", "Host: a\r\nTransfer-Encoding: gzip, chunked\r\n", "501"),
      ("GET / HTTP/1.1", "Host: a\r\nX: 1\r\n 2\r\n", "400"),
      ("GET / HTTP/1.1", "Host : 127.0.0.1\r\n", "400"),
      ("GET / HTTP/1.1", "Host: a\r\nX: \u{0}\r\n", "400"),
      ("GET / HTTP/2.0", "Host: a\r\n", "505"), ("GET  / HTTP/1.1", "Host: a\r\n", "400"),
      ("GET http://127.0.0.1/ HTTP/1.1", "Host: a\r\n", "400"),
    ])
  func ambiguous(line: String, fields: String, status: String) async throws {
    let service = try await startedService()
    let head = "\(line)\r\n\(fields)\r\n"
    let seen = try await self.status(head, at: service)
    #expect(seen == status)
    #expect(service.control.requestCount == 0)
  }

  @Test("The same length twice is one length, and HTTP/1.0 names its host too")
  func unambiguous() async throws {
    let service = try await startedService()
    let twice = "Host: 127.0.0.1\r\nContent-Length: 0\r\nContent-Length: 0\r\n"
    let first = try await status(
      "GET /nowhere HTTP/1.1\r\n\(twice)Connection: close\r\n\r\n", at: service)
    #expect(first == "404")
    let second = try await status(
      "GET /nowhere HTTP/1.0\r\nHost: 127.0.0.1\r\n\r\n", at: service)
    #expect(second == "404")
    let nameless = try await status("GET /nowhere HTTP/1.0\r\n\r\n", at: service)
    #expect(nameless == "400")
  }

  @Test("One that comes slowly is read, and keeps nobody else waiting")
  func slow() async throws {
    let service = try await startedService()
    let client = try await service.client()
    let head = Data(
      "GET /nowhere HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n".utf8)
    let answer = try await client.exchange(
      head.prefix(20), then: head.dropFirst(20)
    ) {
      let other = try await client.api("user-info")
      #expect(other.status == 200)
    }
    #expect(answer.starts(with: Data("HTTP/1.1 404 ".utf8)))
  }
}
