import Foundation
import GradesClient
import GradesCore
import GradesServer
import GradesTesting
import TestSupport
import Testing

/// What a colleague writes into the cell of a trial stays, whatever it is and whenever it comes.
@Suite("A trial of writing and a colleague", .hangLimit, .inTurn)
struct TrialColleagueTests {
  /// What a colleague writes: something of their own, or what the trial writes or has found, too.
  enum Change: String, CaseIterable, Sendable {
    case other, zero, original, empty

    var content: (value: CellValue?, note: String) {
      switch self {
      case .other: (.number(9.75), "kolega")
      case .zero: (.number(0), "")
      case .original: (.number(1.25), "")
      case .empty: (nil, "")
      }
    }
  }

  @Test("leaves what a colleague has written since", arguments: Change.allCases)
  func sinceInterruption(_ change: Change) async throws {
    try await Practice.open { practice in
      let cell = try await practice.gradedCell()
      for number in 0..<7 {
        try await practice.interrupt(cell, during: number)
        try await practice.write(change)
        let there = try await practice.content(cell)
        for _ in 0..<2 {
          let restoring = try await practice.trial().restoreInterrupted()
          guard case .changedSince(let now) = restoring else {
            Issue.record("\(number): \(String(describing: restoring))")
            continue
          }
          #expect(now.author == DemoAccounts.colleague.username)
          #expect(now.grade == change.content.value.map(GradeValue.init))
          #expect(try await practice.content(cell) == there)
        }
        // What it had is kept, and once it is there again the trial is over.
        let kept = try #require(try await practice.trial().interrupted())
        #expect(kept.original.grade == .number(1.25))
        #expect(kept.original.note == "pozdě")
        try await practice.write(.number(1.25), note: "pozdě")
        #expect(try await practice.trial().restoreInterrupted() == .restored)
        #expect(!practice.hasBackup)
      }
    }
  }

  @Test(
    "reads the cell before each request, and ends when it is not its own",
    arguments: Change.allCases.filter { $0 != .original })
  func duringTrial(_ change: Change) async throws {
    try await Practice.open { practice in
      var number = 0
      while true {
        let cell = try await practice.gradedCell()
        practice.service.control.resetRequestLog()
        let saves = Occurrences<Int>()
        let fault = practice.service.control.add(
          Fault(
            "GET", "/", skipping: number,
            .run {
              try await practice.write(change)
              saves.record(practice.saves.count)
            }))
        let findings = try await practice.trial().run(cell)
        fault.remove()
        guard fault.hits == 1 else { break }
        let now = try await practice.content(cell)
        #expect(now.author == DemoAccounts.colleague.username, "\(number)")
        #expect(now.value == change.content.value, "\(number)")
        #expect(practice.saves.count == saves.all.first, "\(number)")
        let last = try #require(findings.last)
        #expect(last.check == .trial && last.outcome == .failed, "\(number): \(findings)")
        switch last.problem {
        case .changedBefore: #expect(saves.all == [0] && !practice.hasBackup)
        case .changedSince(_, let now, _):
          #expect(now.author == DemoAccounts.colleague.username)
          #expect(practice.trialBackup.erase())
        default: Issue.record("\(number): \(last)")
        }
        number += 1
      }
      #expect(number > 20)
    }
  }

  @Test("leaves what the same teacher has written days later", arguments: 0..<7)
  func sameTeacher(_ number: Int) async throws {
    try await Practice.open { practice in
      for value in [CellValue.number(0), nil] {
        let cell = try await practice.gradedCell()
        try await practice.interrupt(
          cell, during: number, now: { Date().addingTimeInterval(-3 * 86400) })
        try await practice.write(value, author: DemoAccounts.teacher.username)
        let restoring = try await practice.trial().restoreInterrupted()
        guard case .changedSince(let now) = restoring else {
          Issue.record("\(String(describing: restoring))")
          continue
        }
        #expect(now.grade == value.map(GradeValue.init))
        #expect(try await practice.content(cell).value == value)
        #expect(practice.trialBackup.erase())
      }
    }
  }

  @Test(
    "knows its own note beside another value than it has sent, and the note that went with the value"
  )
  func otherValue() async throws {
    try await Practice.open { practice in
      let cell = try await practice.gradedCell()
      let before = try await practice.stored(cell)
      practice.service.contradict(.boundsChangeNoValue)
      try await practice.interrupt(cell, during: 4)
      #expect(try await practice.content(cell).note == "grades doctor")
      #expect(try await practice.trial().restoreInterrupted() == .restored)
      #expect(try await practice.stored(cell) == before)
      try await practice.interrupt(cell, during: 3)
      try await practice.write(nil, author: DemoAccounts.teacher.username)
      #expect(try await practice.trial().restoreInterrupted() == .restored)
      #expect(try await practice.stored(cell) == before)
    }
  }

  @Test("reads the cell again before it repeats a request with another token", arguments: 0..<7)
  func tokenReplaced(_ number: Int) async throws {
    for change in [Change.other, .zero, .empty, nil] {
      try await Practice.open { practice in
        try await practice.storeLogin()
        let cell = try await practice.gradedCell()
        let before = try await practice.stored(cell)
        let fault = practice.service.control.add(
          Fault(
            "PUT", "/student-classifications", skipping: number,
            .run {
              try await practice.service.control.expireTokens()
              if let change { try await practice.write(change) }
            }))
        let findings = try await practice.trial(isStored: true).run(cell)
        #expect(fault.hits == 1)
        guard let change else {
          #expect(findings.troubles == [])
          #expect(try await practice.stored(cell) == before)
          return
        }
        guard case .changedSince(_, let now, _) = findings.last?.problem else {
          Issue.record("\(findings)")
          return
        }
        #expect(now.author == DemoAccounts.colleague.username)
        #expect(try await practice.content(cell).value == change.content.value)
      }
    }
  }

  @Test("knows its own values by the author that the service gives them")
  func otherAuthor() async throws {
    try await Practice.open { practice in
      // For the service, the user has another name.
      let trial = try await practice.trial(as: "jinak1")
      try await practice.write(.number(1.25), note: "pozdě")
      let cell = try await practice.cell(trial, student: "zkusade1")
      let before = try await practice.stored(cell)
      #expect(try await trial.run(cell).troubles == [])
      #expect(try await practice.stored(cell) == before)
    }
  }

  @Test("where the service gives no authors, only the trial's own note shows its values")
  func noAuthors() async throws {
    try await Practice.open { practice in
      let trial = try await practice.trial()
      let cell = try await trial.cell(
        in: Practice.course, SemesterCode("B241")!, item: ItemIdentifier("prace"), student: nil)
      let before = try await practice.stored(cell, semester: "B241")
      #expect(try await trial.run(cell).troubles == [])
      #expect(try await practice.stored(cell, semester: "B241") == before)
      try await practice.interrupt(cell, during: 0)
      #expect(try await practice.trial().restoreInterrupted() == .restored)
      // The value without a note may be a colleague's.
      try await practice.interrupt(cell, during: 2)
      let restoring = try await practice.trial().restoreInterrupted()
      guard case .changedSince = restoring else {
        Issue.record("\(String(describing: restoring))")
        return
      }
      #expect(practice.hasBackup)
    }
  }
}

extension Practice {
  fileprivate func write(_ change: TrialColleagueTests.Change) async throws {
    try await write(change.content.value, note: change.content.note)
  }
}
