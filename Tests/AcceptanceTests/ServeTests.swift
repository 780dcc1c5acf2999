import AppTestSupport
import Foundation
import GradesClient
import TestSupport
import Testing

@Suite("The service that runs alone", .inTurn)
struct ServeTests {
  private static let userAddress = "/api/v1/public/user-info"

  @Test("says where it is and how to use it, and ends with a signal", arguments: [SIGTERM, SIGINT])
  func signals(_ signal: Int32) async throws {
    let host = try Program()
    let port = try freeFixedPort()
    let run = try await host.process("serve --port \(port)") { process in
      try await answers(at: port, process)
      process.send(signal)
      return try await process.end()
    }
    #expect(run.status == 0)
    #expect(
      run.out == """
        Grades demo service running at http://127.0.0.1:\(port)/api/v1. Press Ctrl-C to stop.
        Data: in memory only
        Accounts: zkusade1 (student-demo), ucitezk1 (teacher-demo), obojial1 (both-demo)
        Tokens for scripts (GRADES_TOKEN, no login needed): student-demo, teacher-demo, both-demo
        To use it from another terminal:
          export GRADES_API_URL=http://127.0.0.1:\(port)/api/v1
          export GRADES_AUTHORIZE_URL=http://127.0.0.1:\(port)/oauth/authorize
          export GRADES_TOKEN_URL=http://127.0.0.1:\(port)/oauth/token
          export GRADES_CLIENT_ID=grades-demo
          export GRADES_CLIENT_SECRET=grades-demo-secret
          grades login

        """)
    #expect(run.err == "Service stopped.\n")
    // Its port is free again: the next one gets it.
    try await host.process("serve --port \(port)") { try await answers(at: port, $0) }
  }

  @Test("keeps its data in a file, so that a login outlives it")
  func dataFile() async throws {
    let host = try Program()
    let port = try freeFixedPort()
    let command = "serve --port \(port) --data \(host.home.file("service.sqlite").path)"
    let user = try await host.process(command) { process in
      let user = try await Program(environment: process.exports())
      let run = try await user.process("login --no-browser") { login in
        let address = try #require(await login.err.line(with: "/oauth/authorize?"))
        let visitor = PageVisitor(username: "zkusade1", password: "student-demo")
        let start = try #require(URL(string: address))
        try login.type(try await visitor.wayBack(from: start).absoluteString)
        return try await login.end()
      }
      #expect(run.status == 0, "\(run.err)")
      #expect(run.err.contains("Adéla Zkušební (zkusade1)"))
      process.send(SIGTERM)
      #expect(try await process.end().status == 0)
      return user
    }
    try await host.process(command) { process in
      try await answers(at: port, process)
      let run = try await user.execute("courses")
      #expect(run.status == 0, "\(run.err)")
      #expect(run.out == demoCourses)
    }
  }

  @Test("needs no home, and accepts tokens that scripts need no login for")
  func tokens() async throws {
    var host = try Program()
    host.environment["HOME"] = nil
    try await host.process("serve --port 0") { process in
      var user = try await Program(environment: process.exports())
      for (token, name) in [("student-demo", "Adéla"), ("teacher-demo", "Zdeněk Učitel")] {
        user.environment["GRADES_TOKEN"] = token
        let run = await user("courses")
        #expect(run.status == 0, "\(run.err)")
        #expect(run.out.contains(name))
      }
      user.environment["GRADES_TOKEN"] = "nobody-demo"
      #expect(await user("courses").status == 77)
    }
  }

  /// Waits until the service says that it runs, and asks it over HTTP.
  private func answers(at port: UInt16, _ process: GradesProcess) async throws {
    _ = try #require(await process.out.line(with: "http://127.0.0.1:\(port)/api/v1"))
    let address = try #require(URL(string: "http://127.0.0.1:\(port)\(Self.userAddress)"))
    #expect(try await CurlTransport().send(HTTPRequest(url: address)).status == 401)
    // The last line of what it says.
    _ = try #require(await process.out.line(with: "grades login"))
  }
}

extension GradesProcess {
  /// The variables that a running service prints for its users.
  func exports() async throws -> [String: String] {
    var variables: [String: String] = [:]
    for await line in out.lines {
      if line == "  grades login" { return variables }
      if let pair = line.firstMatch(of: #/^  export ([A-Z_]+)=(.+)$/#) {
        variables[String(pair.1)] = String(pair.2)
      }
    }
    throw POSIXError(.ENODATA)
  }
}
