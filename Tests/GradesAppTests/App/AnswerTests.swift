import AppTestSupport
import ClientTestSupport
import Foundation
import GradesTesting
import TestSupport
import Testing

/// Answers that stored data must not hide: refusals, and what cannot be understood.
@Suite("Answers that are no data", .inTurn)
struct AnswerTests {
  private func run(
    _ command: String, when path: String, answers action: Fault.Action, stored: Bool = true
  ) async throws -> Program.Run {
    let service = try await TestService.started()
    var program = try await Program.signedIn(to: service)
    program.requestClock = SteppedClock().requestClock
    if stored { #expect(await program(command).status == 0) }
    service.control.add(Fault(nil, path, times: nil, action))
    let run = await program(command)
    await service.stop()
    return run
  }

  @Test("JSON of another shape is not understood, and its path is named")
  func otherShape() async throws {
    let run = try await run(
      "course XI-EKO.21", when: "/student-classifications/",
      answers: .answer(
        status: 200, headers: ["Content-Type": "application/json"],
        body: #"{"studentClassificationMap": []}"#))
    #expect(run.status == 76)
    #expect(run.err.hasPrefix("Error: Could not read the response from Grades (at "))
    #expect(run.err.hasSuffix("). Check for a newer version of this program.\n"))
  }

  @Test("A redirect to elsewhere is not followed")
  func redirect() async throws {
    let run = try await run(
      "courses", when: "/classification-overview/",
      answers: .answer(status: 302, headers: ["Location": "https://elsewhere.example/"]))
    #expect(run.status == 76)
    #expect(
      run.err
        == "Error: Unexpected response from Grades (status 302). Try again later, or update this program.\n"
    )
  }

  @Test("The service's own short text is passed on")
  func badRequest() async throws {
    let run = try await run(
      "courses", when: "/classification-overview/",
      answers: .answer(
        status: 400, headers: ["Content-Type": "application/json"],
        body: #"{"message": "Unknown semester\u001b[2J"}"#))
    #expect(run.status == 65)
    #expect(run.err == "Error: Grades rejected the request: Unknown semester [2J\n")
  }

  @Test("A course that the service does not know is not among the user's")
  func notFound() async throws {
    let program = try await Program.signedIn(to: .shared())
    _ = await program("courses")
    let known = await program("course XI-DATT.23")
    #expect(known.status == 65)
    #expect(
      known.err
        == "Error: No course XI-DATT.23 in B261. Use a full code from “grades courses”, such as XI-AAA.23. "
        + "Did you mean XI-DAT.23?\n")
    let unknown = await program("course XI-QQQ --lang cs")
    #expect(unknown.status == 65)
    #expect(
      unknown.said == """
        Chyba: Předmět XI-QQQ se v semestru B261 nenašel. Zadejte celý kód z „grades courses“, například XI-AAA.23.

        """)
    #expect(await program("course XI-QQQ --lang cs").err == unknown.err)
  }

  @Test("A semester that is none", arguments: ["B24", "B233", "winter", "2023"])
  func noSemester(text: String) async throws {
    let program = try await Program.signedIn(to: .shared())
    let run = await program("courses --semester \(text)")
    #expect(run.status == 64)
    #expect(
      run.err == """
        Error: “\(text)” is not a semester. Use a code such as B232, a name such as Winter 2025/26, or current, previous or next.

        """)
  }
}
