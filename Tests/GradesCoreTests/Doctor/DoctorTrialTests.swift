import Foundation
import GradesClient
import GradesCore
import GradesServer
import GradesTesting
import TestSupport
import Testing

@Suite("The doctor's trial of writing", .hangLimit, .inTurn)
struct DoctorTrialTests {
  @Test("answers the questions, notifies nobody and restores the cell")
  func answers() async throws {
    try await Practice.open { practice in
      let trial = try await practice.trial()
      let cell = try await practice.cell(trial)
      let before = try await practice.stored(cell)
      let others = try await practice.service.control.notificationCount(
        of: cell.cell.username.rawValue)
      let findings = try await trial.run(cell)
      #expect(findings.troubles == [])
      #expect(
        Set(findings.map(\.check.id)).isSuperset(
          of: DoctorQuestion.allCases.filter(\.needsWriting).map { "question-\($0.rawValue)" }))
      #expect(findings.outcome("question-1-one-token") == .ok)
      #expect(try await practice.stored(cell) == before)
      #expect(
        try await practice.service.control.notificationCount(of: cell.cell.username.rawValue)
          == others)
      let saves = practice.saves
      #expect(saves.allSatisfy { $0.query["notify"] == "false" })
      #expect(!practice.hasBackup)
    }
  }

  @Test(
    "names each contradiction that writing shows, and restores the cell as far as the service lets it",
    arguments: DoctorTests.byWriting.keys.sorted { $0.rawValue < $1.rawValue })
  func contradicted(_ assumption: Assumption) async throws {
    try await Practice.open { practice in
      let cell = try await practice.gradedCell()
      let before = try await practice.stored(cell)
      practice.service.contradict(assumption)
      let findings = try await practice.trial().run(cell)
      let id = try #require(DoctorTests.byWriting[assumption])
      let outcome = findings.outcome(id)
      #expect(outcome == .warning || outcome == .failed, "\(findings)")
      let isForbidden = assumption == .oneTokenReadsAndWrites
      #expect(findings.outcome("question-1-one-token") == (isForbidden ? .warning : .ok))
      #expect(findings.outcome("trial") == .ok)
      #expect(try await practice.stored(cell) == before)
    }
  }

  @Test("restores first what an interrupted trial left behind")
  func interrupted() async throws {
    try await Practice.open { practice in
      let cell = try await practice.cell(practice.trial())
      let before = try await practice.stored(cell)
      for number in 0..<7 {
        try await practice.interrupt(cell, during: number)
        let next = try await practice.trial()
        #expect(try await next.interrupted()?.cell == cell.cell)
        #expect(try await next.restoreInterrupted() == .restored)
        #expect(try await practice.stored(cell) == before)
        #expect(try await next.interrupted() == nil)
      }
    }
  }

  @Test("does not begin for unknown and computed items, unknown students")
  func refused() async throws {
    try await Practice.open { practice in
      let trial = try await practice.trial()
      await #expect(throws: TrialProblem.unknownItem("nic")) {
        try await practice.cell(trial, "nic")
      }
      await #expect(throws: TrialProblem.computedItem("body")) {
        try await practice.cell(trial, "body")
      }
      await #expect(throws: TrialProblem.unknownStudent("nikdo")) {
        try await practice.cell(trial, student: "nikdo")
      }
      #expect(practice.saves.isEmpty)
    }
  }

  @Test("does not begin with what another trial has left behind")
  func leftBehind() async throws {
    try await Practice.open { practice in
      try await practice.write(
        .number(0), note: "grades doctor", author: DemoAccounts.teacher.username)
      let trial = try await practice.trial()
      await #expect(
        throws: TrialProblem.leftBehind(GradeCell(Username("zkusade1"), ItemIdentifier("du1")))
      ) { try await practice.cell(trial, student: "zkusade1") }
      #expect(practice.saves.isEmpty)
    }
  }

  @Test("saves an empty note where null keeps the one of the trial", arguments: [1.25, nil])
  func keptNote(_ value: Double?) async throws {
    try await Practice.open { practice in
      try await practice.write(value.map(CellValue.number), student: "testst01")
      let trial = try await practice.trial()
      let cell = try await practice.cell(trial, student: "testst01")
      let before = try await practice.stored(cell)
      practice.service.control.resetRequestLog()
      practice.service.control.add(
        Fault(
          "PUT", "/student-classifications", skipping: 6,
          .runAfterHandling {
            try? await practice.write(
              value.map(CellValue.number), note: "grades doctor", student: "testst01",
              author: DemoAccounts.teacher.username)
          }))
      #expect(try await trial.run(cell).troubles == [])
      #expect(try await practice.stored(cell) == before)
      #expect(practice.saves.count == 8)
    }
  }

  @Test("sends nothing that it cannot store, says so, and restores the cell", arguments: [0, 1])
  func unwritable(_ saves: Int) async throws {
    try await Practice.open { practice in
      let cell = try await practice.gradedCell()
      let before = try await practice.stored(cell)
      let trial = try await practice.trial()
      practice.service.control.resetRequestLog()
      let file = practice.trialBackup.file
      practice.service.control.add(
        Fault(
          saves == 0 ? "GET" : "PUT", "/",
          .run {
            // A folder in its place cannot be replaced.
            try? FileManager.default.removeItem(at: file)
            try FileManager.default.createDirectory(
              at: file.appending(path: "x"), withIntermediateDirectories: true)
          }))
      let findings = try await trial.run(cell)
      let finding = try #require(findings.first { $0.check == .files })
      #expect(finding.problem == .unwritableFile(path: file.path, isFull: false))
      #expect(findings.outcome("trial") == (saves == 0 ? nil : .ok))
      #expect(practice.saves.count == 2 * saves)
      #expect(try await practice.stored(cell) == before)
    }
  }

  @Test("distinguishes a damaged file from one that cannot be read")
  func unusable() async throws {
    try await Practice.open { practice in
      let trial = try await practice.trial()
      let file = practice.trialBackup.file
      try Data("{".utf8).write(to: file)
      await #expect(throws: TrialProblem.backupDamaged(file)) { try await trial.interrupted() }
      try FileManager.default.removeItem(at: file)
      try FileManager.default.createDirectory(at: file, withIntermediateDirectories: true)
      await #expect(throws: TrialProblem.backupUnreadable(file)) { try await trial.interrupted() }
    }
  }

  @Test("needs a value of a student who is no test student")
  func emptyCell() async throws {
    try await Practice.open { practice in
      try await practice.write(nil, student: "zkusade1")
      let trial = try await practice.trial()
      await #expect(
        throws: TrialProblem.noValue(GradeCell(Username("zkusade1"), ItemIdentifier("du1")))
      ) { try await practice.cell(trial, student: "zkusade1") }
      #expect(practice.saves.isEmpty)
      try await practice.write(nil, student: "testst01")
      #expect(try await practice.cell(trial, student: "testst01").original.grade == nil)
    }
  }

  @Test(
    "says what a service that does not clear values leaves in an empty cell of a test student",
    arguments: [Assumption.nullIsAccepted, .nullClears])
  func notCleared(_ assumption: Assumption) async throws {
    try await Practice.open { practice in
      try await practice.write(nil, student: "testst01")
      let trial = try await practice.trial()
      let cell = try await practice.cell(trial, student: "testst01")
      practice.service.contradict(assumption)
      let findings = try await trial.run(cell)
      #expect(findings.outcome("question-5-null") == .warning)
      let last = try #require(findings.last)
      guard case .notCleared(cell, let now) = last.problem else {
        Issue.record("\(last)")
        return
      }
      #expect(last.outcome == .warning)
      #expect(now.hasValue)
      #expect(now.grade == (try await practice.content(cell).value.map(GradeValue.init)))
      #expect(!practice.hasBackup)
    }
  }

  @Test("keeps to small values inside the bounds, however far these are", arguments: Bounds.all)
  func bounds(_ bounds: Bounds) async throws {
    try await Practice.open { practice in
      try await practice.addItem("meze", minimum: bounds.minimum, maximum: bounds.maximum)
      try await practice.write(.number(bounds.value), student: "zkusade1", item: "meze")
      let trial = try await practice.trial()
      let cell = try await practice.cell(trial, "meze", student: "zkusade1")
      let before = try await practice.stored(cell)
      practice.service.control.resetRequestLog()
      let findings = try await trial.run(cell)
      #expect(findings.troubles == [])
      #expect(findings.outcome("question-5-bounds") == (bounds.isFar ? .notTried : .ok))
      #expect(try await practice.stored(cell) == before)
      #expect(practice.saves.count == (bounds.isFar ? 6 : 7))
    }
  }

  struct Bounds: Sendable, CustomTestStringConvertible {
    let minimum: String
    let maximum: String
    let value: Double
    var isFar = false
    var testDescription: String { "\(minimum) to \(maximum)" }

    static let all = [
      Bounds(minimum: "-1.7e308", maximum: "1.7e308", value: 0, isFar: true),
      Bounds(minimum: "1e300", maximum: "1.5e300", value: 1.2e300, isFar: true),
      Bounds(minimum: "1", maximum: "1", value: 1), Bounds(minimum: "0", maximum: "0.5", value: 0),
      Bounds(minimum: "-5", maximum: "-4", value: -5),
    ]
  }
}
