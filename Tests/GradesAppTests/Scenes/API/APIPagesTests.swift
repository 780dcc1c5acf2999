import AppTestSupport
import Foundation
import GradesClient
import GradesTesting
import TestSupport
import Testing

/// `grades api --paginate`.
@Suite("All pages of a list", .inTurn)
struct APIPagesTests {
  private let list = "/public/notifications/zkusade1/all"

  private func program(at service: TestService) async throws -> Program {
    var program = try await Program.signedIn(to: service)
    program.requestClock = RequestClock(
      now: { .usual }, uptime: { .zero }, pause: { _ in }, spread: { 0 })
    return program
  }

  private func identifiers(_ text: String) throws -> [Int] {
    let list = try JSONSerialization.jsonObject(with: Data(text.utf8))
    return try #require(list as? [[String: Any]]).map { try #require($0["id"] as? Int) }
  }

  @Test("Are one array, whatever the size of a page is")
  func all() async throws {
    let service = try await TestService.shared()
    let program = try await program(at: service)
    let whole = await program("api --paginate \(list)?count=1000")
    let ids = try identifiers(whole.out)
    try #require(ids.count > 3)
    let small = await program("api --paginate -X GET \(list) -f count=1")
    #expect(small.status == 0, "\(small.err)")
    #expect(small.out == whole.out)
    let later = await program("api --paginate \(list)?count=1&page=2")
    #expect(try identifiers(later.out) == Array(ids.dropFirst(2)))
    let empty = await program("api --paginate \(list)?count=2&page=99999")
    #expect(empty.out == "[]\n")
  }

  @Test("Keep the bytes of each element, and are counted from 1 as well")
  func bytes() async throws {
    let server = try PageServer { page in
      switch page {
      case nil, "1": #"{"list":[ {"a" : 1.50}, "\u00e1" ], "total":3}"#
      case "2": #"{"list":[ 1e400 ], "total":3}"#
      default: #"{"list":[]}"#
      }
    }
    let run = await (try server.program())("api --paginate /public/odd")
    #expect(run.status == 0, "\(run.err)")
    #expect(run.out == "[\n{\"a\" : 1.50},\n\"\\u00e1\",\n1e400\n]\n")
  }

  @Test("End where the service repeats a page for ever")
  func repeated() async throws {
    let server = try PageServer { _ in "[1,2]" }
    let run = await (try server.program())("api --paginate /public/odd")
    #expect(run.status == 0)
    #expect(run.out == "[\n1,\n2\n]\n")
    #expect(server.count < 5)
  }

  @Test("Lose nothing when a later page fails")
  func failure() async throws {
    let service = try await TestService.started()
    let program = try await program(at: service)
    service.control.add(
      Fault("GET", list, skipping: 2, times: nil, .answer(status: 500, body: "broken")))
    let run = await program("api --paginate \(list)?count=2")
    #expect(run.status == 69)
    #expect(try identifiers(run.out).count == 4)
    service.control.removeFaults()
    service.control.add(Fault("GET", list, skipping: 1, times: nil, .disconnectBeforeHandling))
    let lost = await program("api --paginate \(list)?count=2")
    #expect(lost.status == 69)
    #expect(try identifiers(lost.out).count == 2)
  }

  @Test(
    "Are refused where there is no list, or no telling which",
    arguments: ["{\"a\":1}", "{\"a\":[],\"b\":[]}", "1", "no JSON"])
  func noList(body: String) async throws {
    let server = try PageServer { _ in body }
    let run = await (try server.program())("api --paginate /public/odd")
    #expect(run.status == 76)
    #expect(run.out == body)
    #expect(run.said.contains("response 1 does not contain exactly one list"))
  }
}

/// A service whose every path is a list with pages.
private struct PageServer {
  private let server: ScriptedServer

  init(_ body: @escaping @Sendable (_ page: String?) -> String) throws {
    server = try ScriptedServer { request, _ in
      let page = request.target.firstMatch(of: #/[?&]page=([^&]*)/#)?.output.1
      return [.json(body(page.map(String.init)))]
    }
  }

  var count: Int { server.requests.all.count }

  func program() throws -> Program {
    try Program(environment: [
      "GRADES_HOST": "demo", "GRADES_API_URL": server.url("/api").absoluteString,
      "GRADES_TOKEN": "token-1",
    ])
  }
}
