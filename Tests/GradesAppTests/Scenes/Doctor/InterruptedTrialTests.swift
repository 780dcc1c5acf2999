import AppTestSupport
import Foundation
import GradesTesting
import TestSupport
import Testing

/// What becomes of an interrupted trial of writing: at the next trial, in the doctor's checks, and at a logout.
@Suite("An interrupted trial of writing", .hangLimit, .inTurn)
struct InterruptedTrialTests {
  private static let hint = "“grades doctor --try-writes XI-ZPT.23 --item du1”"

  @Test(
    "Says what has to be restored and how, when it is interrupted and whenever the doctor checks")
  func interruption() async throws {
    try await InterruptedTrial.open { trial in
      #expect(trial.run.status == 130)
      #expect(trial.run.out == "")
      let checks = await trial.program("doctor")
      #expect(checks.status == 75)
      for text in [trial.run.said, checks.out.replacing("\u{A0}", with: " ")] {
        let text = text.replacing("\n", with: " ")
        #expect(text.contains("du1 of zkusade1 in XI-ZPT.23 (B261) still has to get"))
        #expect(text.contains(InterruptedTrial.original))
        #expect(text.contains(Self.hint))
      }
      let files = try trial.program.trials
      #expect(files.count == 1)
    }
  }

  @Test("Waits, restores and says so, whatever the answer is", arguments: ["n", nil])
  func declined(answer: String?) async throws {
    try await InterruptedTrial.open { trial in
      let clock = trial.clock
      trial.clock.release()
      let run = await trial.program(InterruptedTrial.command, input: answer.map { [$0] } ?? [])
      #expect(run.status == 130)
      #expect(run.said.contains("Waiting until 13:02:00 before restoring"), "\(run.said)")
      #expect(
        run.said.contains("du1 of zkusade1 in XI-ZPT.23 (B261) has its value and note again."))
      #expect(clock.pauses.all == [.seconds(120)])
      let cell = try await trial.service.trialCell()
      #expect(cell == trial.before)
      let waiting = try trial.program.trials
      #expect(waiting == [])
    }
  }

  @Test("The wait can be cancelled, and a later run does not wait")
  func cancelledWait() async throws {
    try await InterruptedTrial.open { trial in
      let program = trial.program
      let waiting = Task { await program(InterruptedTrial.command + " --yes") }
      _ = try await trial.clock.pauses.first(1)
      waiting.cancel()
      let cancelled = await waiting.value
      #expect(cancelled.status == 130)
      #expect(cancelled.said.contains(Self.hint))
      #expect(try trial.program.trials.count == 1)
      trial.clock.sleep(for: .seconds(120))
      let run = await trial.program(InterruptedTrial.command + " --yes --json")
      #expect(run.status == 0, "\(run.err)")
      #expect(trial.clock.pauses.all.count == 1)
      #expect(try await trial.service.trialCell() == trial.before)
    }
  }

  @Test("Leaves what a colleague has written, and says what is there and what was")
  func colleague() async throws {
    try await InterruptedTrial.open { trial in
      try await trial.service.control.changeAsColleague(
        course: "XI-ZPT.23", username: "zkusade1", item: "du1", value: 0, note: "")
      trial.clock.sleep(for: .seconds(120))
      let run = await trial.program(InterruptedTrial.command + " --yes")
      #expect(run.status == 75)
      let said = run.out.replacing("\u{A0}", with: " ").replacing("\n", with: " ")
      for part in [
        "did not write: 0 (by kolegjo1). It stays. Before the trial: 1.25 (note “pozdě”).",
        "“grades set XI-ZPT.23 zkusade1:du1=VALUE --note NOTE --semester B261”",
        "delete \(trial.program.home.url.path)",
      ] { #expect(said.contains(part), "\(said)") }
      #expect(try await trial.service.trialCell()?.value == 0)
      // As the sentence says: by hand, and then it is over.
      let set = await trial.program.run(
        [
          "set", "XI-ZPT.23", "zkusade1:du1=1.25", "--note", "pozdě", "--semester", "B261", "--yes",
          "--no-notify",
        ])
      #expect(set.status == 0, "\(set.err)")
      let again = await trial.program(InterruptedTrial.command, input: ["n"])
      #expect(again.said.contains("has its value and note again."))
      #expect(try trial.program.trials == [])
    }
  }

  @Test(
    "Says why it could not restore, and the way out where trying again does not help",
    arguments: [(403, "ask a teacher of the course"), (503, Self.hint + " again")])
  func unrestorable(status: Int, wayOut: String) async throws {
    try await InterruptedTrial.open { trial in
      trial.clock.sleep(for: .seconds(120))
      trial.service.control.add(Fault("PUT", "/student-classifications", .answer(status: status)))
      let run = await trial.program(InterruptedTrial.command + " --yes")
      #expect(run.status == 75)
      let said = run.out.replacing("\u{A0}", with: " ").replacing("\n", with: " ")
      #expect(said.contains(wayOut), "\(said)")
      #expect(said.contains(status == 403 ? "You do not have access" : "status 503"), "\(said)")
      #expect(said.contains(InterruptedTrial.original))
      let waiting = try trial.program.trials
      #expect(waiting.count == 1)
    }
  }

  @Test(
    "Each profile has its own, which its hints name, and takes no other one's value for the original"
  )
  func profile() async throws {
    try await InterruptedTrial.open(environment: ["GRADES_PROFILE": "druhy"]) { trial in
      #expect(
        trial.run.said.contains(
          "“grades doctor --profile druhy --try-writes XI-ZPT.23 --item du1”"))
      var other = trial.program
      other.environment["GRADES_PROFILE"] = nil
      other.environment["GRADES_TOKEN"] = try await trial.service.control.issueTokens(
        username: "ucitezk1"
      ).access
      let checks = await other("doctor --json")
      #expect(!checks.out.contains("zkusade1"), "\(checks.out)")
      let run = await other(InterruptedTrial.command, input: ["n"])
      #expect(run.status == 75)
      #expect(
        run.said.contains("of a trial that was interrupted with another profile or on another"),
        "\(run.said)")
      #expect(!run.said.contains("Start the trial?"))
      #expect(!run.said.contains("Restoring"))
    }
  }

  @Test("Another user at the same host learns whose it is, and changes nothing")
  func otherUser() async throws {
    try await InterruptedTrial.open { trial in
      try await trial.program.signIn(to: trial.service, as: "kolegjo1")
      trial.service.control.resetRequestLog()
      let run = await trial.program(InterruptedTrial.command + " --yes")
      #expect(run.status == 75)
      #expect(run.said.contains("An interrupted trial of ucitezk1 waits in"))
      #expect(run.said.contains("Log in as ucitezk1 and run \(Self.hint)"))
      #expect(trial.service.control.requestLog.allSatisfy { $0.method == "GET" })
      // Their logout does not concern it.
      #expect(await trial.program("logout").status == 0)
      #expect(try trial.program.trials.count == 1)
    }
  }

  // MARK: Logging out

  @Test("Logging out asks, and nothing happens without an answer")
  func logoutAsks() async throws {
    try await InterruptedTrial.open { trial in
      for (input, status) in [(nil, 64), (["n"], 130)] as [([String]?, Int32)] {
        let run = await trial.program("logout", input: input)
        #expect(run.status == status)
        #expect(run.said.contains("back: \(InterruptedTrial.original). Logging out deletes"))
        #expect(run.said.contains(Self.hint))
        let waiting = try trial.program.trials
        #expect(waiting.count == 1)
      }
    }
  }

  @Test(
    "Logging out keeps what restores it only when the user says so, and never deletes it silently",
    arguments: [
      ("logout", ["k"], true), ("logout --keep-drafts", nil, true), ("logout", ["y"], false),
      ("logout --yes", nil, false),
    ] as [(String, [String]?, Bool)])
  func logout(command: String, input: [String]?, survives: Bool) async throws {
    try await InterruptedTrial.open { trial in
      let run = await trial.program(command, input: input)
      #expect(run.status == 0, "\(run.err)")
      #expect(run.said.contains(survives ? Self.hint : InterruptedTrial.original))
      #expect(try trial.program.trials.isEmpty != survives)
      guard survives else { return }
      try await trial.program.signIn(to: trial.service, as: "ucitezk1")
      trial.clock.sleep(for: .seconds(120))
      let next = await trial.program(InterruptedTrial.command, input: ["n"])
      #expect(next.said.contains("has its value and note again."))
      #expect(try await trial.service.trialCell() == trial.before)
    }
  }

  @Test("The app asks, too")
  func logoutInApp() async throws {
    try await InterruptedTrial.open { trial in
      let app = trial.program.open("--open settings", columns: 200, rows: 24)
      _ = await app.text
      let question = await app.type("o")
      #expect(question.contains("still has to restore du1 of zkusade1 in"), "\(question)")
      #expect(question.contains(InterruptedTrial.original), "\(question)")
      _ = await app.type("k")
      _ = await app.hangUp()
      let waiting = try trial.program.trials
      #expect(waiting.count == 1)
    }
  }
}
