import AppTestSupport
import Foundation
import GradesClient
import GradesTesting
import TestSupport
import Testing

/// `grades api`: one request with the stored login.
@Suite("A request of one's own", .inTurn)
struct APICommandTests {
  private static let odd = "{ \"a\" :1.50,\r\n\"b\":\"\u{1B}[2J\u{202E}\"}"

  private func answering(
    _ service: TestService, _ status: Int = 200, _ body: String = Self.odd,
    headers: [String: String] = ["Content-Type": "application/json"]
  ) {
    service.control.add(
      Fault(nil, "/public/odd", times: nil, .answer(status: status, headers: headers, body: body)))
  }

  /// A program that waits for no retry.
  private func program(at service: TestService, as username: String = "zkusade1") async throws
    -> Program
  {
    var program = try await Program.signedIn(to: service, as: username)
    program.requestClock = RequestClock(
      now: { .usual }, uptime: { .zero }, pause: { _ in }, spread: { 0 })
    return program
  }

  @Test("Prints the response as it came, and harmless on a terminal")
  func output() async throws {
    let service = try await TestService.started()
    answering(service)
    let program = try await program(at: service)
    let piped = await program("api /public/odd")
    #expect(piped.status == 0)
    #expect(piped.out == Self.odd)
    #expect(piped.err == "")
    let shown = await program("api public/odd", width: 80)
    #expect(shown.out == "{ \"a\" :1.50,\n\"b\":\"␛[2J\u{FFFD}\"}\n")
    let whole = await program("api \(service.apiURL.absoluteString)/public/odd")
    #expect(whole.out == Self.odd)
  }

  @Test(
    "Has the exit status of the response, whose body is printed",
    arguments: [
      (302, 76), (400, 65), (401, 77), (403, 77), (404, 65), (405, 65), (409, 75), (500, 69),
      (503, 69),
    ])
  func statuses(status: Int, expected: Int32) async throws {
    let service = try await TestService.started()
    answering(service, status, "{\"why\": 1}\n")
    let run = await (try await program(at: service))("api /public/odd")
    #expect(run.status == expected)
    #expect(run.out == "{\"why\": 1}\n")
    #expect(run.err.hasPrefix("Error: "))
  }

  @Test("Where there is nothing, a path of the API is distinguished from one that is none")
  func unknownPath() async throws {
    let service = try await TestService.started()
    let program = try await program(at: service)
    let none = await program("api user-info")
    #expect(none.status == 65)
    #expect(
      none.said
        == "Error: Not found in Grades: “/user-info”. Paths begin with /public, such as /public/user-info.\n"
    )
    answering(service, 404)
    let course = await program("api /public/odd")
    #expect(course.said.contains("Check the course code"))
    #expect(await program("api /api/v1/public/user-info").status == 0)
  }

  @Test("Prints status and header fields, never the token")
  func include() async throws {
    let service = try await TestService.started()
    let program = try await program(at: service)
    let stored = try JSONSerialization.jsonObject(
      with: Data(contentsOf: program.paths.credentialsFile))
    let hosts = try #require((stored as? [String: Any])?["hosts"] as? [String: [String: Any]])
    let token = try #require(hosts.values.first?["accessToken"] as? String)
    answering(service, 200, "x", headers: ["X-Echo": "Bearer \(token)", "X-Page": "2"])
    let run = await program("api --include /public/odd")
    #expect(run.lines.first == "HTTP 200")
    #expect(run.out.contains("X-Page: 2\n"))
    #expect(run.out.contains("X-Echo: (hidden)\n"))
    #expect(run.out.hasSuffix("\n\nx"))
    #expect(!(run.out + run.err).contains(token))
  }

  @Test("Sends fields in the query where it reads, else as a JSON object")
  func fields() async throws {
    let service = try await TestService.started()
    answering(service, 200, "ok")
    let program = try await program(at: service)
    let file = program.home.file("note.txt")
    try Data("řádek\n\"x\"".utf8).write(to: file)
    let fields = [
      "-F", "a=1.50", "-F", "b=true", "-F", "c=null", "-F", "d=x=y", "-F", "e=@\(file.path)",
      "--field", "f=01", "-f", "g=1",
    ]
    service.control.resetRequestLog()
    let read = await program.run(["api", "-X", "get", "/public/odd?z=0"] + fields)
    #expect(read.status == 0, "\(read.err)")
    let query = try #require(service.control.requestLog.last).query
    #expect(
      query == [
        "z": "0", "a": "1.50", "b": "true", "c": "", "d": "x=y", "e": "řádek\n\"x\"", "f": "01",
        "g": "1",
      ])
    let written = await program.run(["api", "--yes", "/public/odd"] + fields)
    #expect(written.status == 0, "\(written.err)")
    let request = try #require(service.control.requestLog.last)
    #expect(request.method == "POST")
    #expect(
      String(decoding: request.body, as: UTF8.self)
        == #"{"a":1.50,"b":true,"c":null,"d":"x=y","e":"řádek\n\"x\"","f":"01","g":"1"}"#)
  }

  @Test("Sends the bytes of a file or of standard input, and fields then in the query")
  func input() async throws {
    let service = try await TestService.started()
    answering(service, 201, "")
    let program = try await program(at: service)
    let bytes = Data([0x7B, 0xFF, 0x00, 0x0A])
    let run = await program.run(
      ["api", "-X", "PUT", "/public/odd", "--input", "-", "-f", "semester=B232", "--yes"],
      bytes: bytes)
    #expect(run.status == 0, "\(run.err)")
    let request = try #require(service.control.requestLog.last)
    #expect(request.method == "PUT")
    #expect(request.body == bytes)
    #expect(request.query == ["semester": "B232"])
    let missing = await program("api -X PUT /public/odd --input nothing.json --yes")
    #expect(missing.status == 65)
    let text = await program.run(["api", "/public/odd", "-F", "a=@-", "--yes"], bytes: bytes)
    #expect(text.status == 65)
    #expect(text.err.contains("UTF-8"))
  }

  @Test("Asks before a method that changes something, No by default")
  func question() async throws {
    let service = try await TestService.started()
    answering(service, 200, "ok")
    let program = try await program(at: service)
    service.control.resetRequestLog()
    let silent = await program("api -X DELETE /public/odd")
    #expect(silent.status == 64)
    #expect(silent.said.contains("--yes"))
    for answer in [["n"], []] {
      let run = await program("api -X DELETE /public/odd", input: answer)
      #expect(run.status == 130)
      #expect(run.said.contains("Send DELETE /public/odd to 127.0.0.1:\(service.port)?"))
      #expect(run.out == "")
    }
    #expect(service.control.requestCount == 0)
    let agreed = await program("api -X DELETE /public/odd", input: ["y"])
    #expect(agreed.out == "ok")
    #expect(service.control.requestLog.map(\.method) == ["DELETE"])
  }

  @Test(
    "Rejects paths that could lead elsewhere before anything is sent",
    arguments: [
      "https://evil.example/public/user-info", "//evil.example/x", "/public/../x",
      "/public/%2e%2e/x", "/public/x#y", "/public\\x", "/public/x\r\nX-Evil: 1", "/public/%0d%0aX",
      "/public/%zz", "", "http://127.0.0.1:1/api/v1/public/user-info",
    ])
  func hostile(path: String) async throws {
    let service = try await TestService.shared()
    let run = await (try await program(at: service)).run(["api", path])
    #expect(run.status == 64)
    #expect(run.out == "")
    #expect(
      ["Error: Cannot ", "Error: Invalid path", "Error: “"].contains { run.err.hasPrefix($0) })
    #expect(!run.err.contains("\r"))
  }

  @Test(
    "Rejects options that contradict each other",
    arguments: [
      "--offline", "--paginate --include", "--paginate -X POST", "-X GET --input -",
      "-X FETCH", "-f value", "-f a=1 -f a=2 --yes",
      "-H Accept", "-H Authorization:x", "-H X-HTTP-Method-Override:DELETE",
    ])
  func contradictions(options: String) async throws {
    let run = await (try await program(at: TestService.shared()))("api /public/odd \(options)")
    #expect(run.status == 64)
    #expect(run.out == "")
    #expect(!run.err.isEmpty)
  }

  @Test("Sends harmless header fields in place of its own")
  func headers() async throws {
    let service = try await TestService.started()
    answering(service, 200, "ok")
    let program = try await program(at: service)
    let run = await program.run(["api", "/public/odd", "-H", "accept: text/csv", "-H", "Prefer:x"])
    #expect(run.status == 0, "\(run.err)")
    let names = try #require(service.control.requestLog.last).headerNames
    #expect(names.isSuperset(of: ["accept", "prefer", "authorization"]))
  }

  @Test("Is refused without a login")
  func signedOut() async throws {
    let run = await (try await Program(at: TestService.shared()))("api /public/user-info")
    #expect(run.status == 77)
    #expect(run.said.contains("grades login"))
  }
}
