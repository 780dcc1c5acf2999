import Foundation
import GradesClient
import GradesCore
import Synchronization
import TestSupport
import Testing

@Suite(.inTurn)
struct PublisherTests {
  @Test("Drafts are sent, seen and remembered; nothing else is sent")
  func publishing() async throws {
    let desk = try Desk(values: [
      "zkusade1": ["du1": .number(3), "du2": .number(5)], "druhyst2": ["znamka": .text("B")],
    ])
    desk.service.colleague(writes: .number(3), note: "pozdě", "du1", of: "zkusade1")
    try await desk.draft("zkusade1", "du1", .number(8))
    try await desk.draft("druhyst2", "znamka", nil)
    try await desk.draft("druhyst2", "ucast", .flag(false), note: "omluven")
    let report = try await desk.publish()
    #expect(report.isFinished)
    #expect(report.notified)
    #expect(
      report.publishedLines == [
        "druhyst2 ucast - -> no", "druhyst2 znamka B -> -", "zkusade1 du1 3 -> 8",
      ])
    #expect(
      Set(report.published.map(\.cell.username)) == [Username("zkusade1"), Username("druhyst2")])
    let id = Username("druhyst2")
    #expect(
      desk.service.saves == [
        StubService.Save(
          changes: [
            ValueChange(
              username: id, identifier: ItemIdentifier("ucast"), value: .flag(false),
              note: "omluven"),
            ValueChange(
              username: id, identifier: ItemIdentifier("znamka"), value: nil, note: nil),
            ValueChange(
              username: Username("zkusade1"), identifier: ItemIdentifier("du1"),
              value: .number(8), note: "pozdě"),
          ], notify: true)
      ])
    #expect(try await desk.drafts() == [])
    #expect(
      try await desk.history() == [
        "1 notified druhyst2 ucast - -> no", "1 notified druhyst2 znamka B -> -",
        "1 notified zkusade1 du1 3 -> 8",
      ])
    let batch = try #require(try await desk.store.batch(1, of: desk.gradebook.owner))
    #expect(batch.changes[2].base.note == "pozdě")
    #expect(batch.changes[2].note == "pozdě")
    #expect(batch.gradebook == desk.gradebook)
    #expect(batch.publishedAt == Date(timeIntervalSince1970: 1_790_000_500))
    // Nothing is left to do.
    let reads = desk.service.reads.count
    #expect(try await desk.publish() == PublishReport())
    #expect(desk.service.reads.count == reads)
  }

  @Test("Not to notify is sent as such and remembered")
  func notNotified() async throws {
    let desk = try Desk()
    try await desk.draft("zkusade1", "du1", .number(8))
    let report = try await desk.publish(notify: false)
    #expect(!report.notified)
    #expect(desk.service.saves.map(\.notify) == [false])
    #expect(desk.service.notifications == [])
    #expect(try await desk.history() == ["1 zkusade1 du1 - -> 8"])
  }

  static let values: [GradeValue?] = [nil, .number(0), .number(8), .flag(false), .text("")]

  @Test("Each case of base, mine and theirs", arguments: values, values)
  func cases(base: GradeValue?, mine: GradeValue?) async throws {
    // An item of the type that is wanted; old data may be of any type.
    let item =
      switch mine {
      case .flag: "ucast"
      case .text: "znamka"
      default: "du1"
      }
    for theirs in Self.values where base != mine {
      let desk = try Desk()
      desk.service.colleague(writes: base, item, of: "zkusade1")
      try await desk.draft("zkusade1", item, mine)
      desk.service.colleague(writes: theirs, item, of: "zkusade1")
      let report = try await desk.publish()
      let there = desk.service.value(item, of: "zkusade1")?.value
      let words = [base, mine, theirs].map { $0.map { ValueWriter.text($0) } ?? "-" }
      if theirs == base {
        #expect(desk.sent == ["zkusade1 \(item) \(words[1])"], "\(words)")
        #expect(report.publishedLines == ["zkusade1 \(item) \(words[0]) -> \(words[1])"])
        #expect(there == mine, "\(words)")
        #expect(try await desk.drafts() == [])
        #expect(try await desk.history().count == 1)
      } else if theirs == mine {
        #expect(desk.sent == [], "\(words)")
        #expect(report.cells(.alreadyThere) == [Desk.cell("zkusade1", item)])
        #expect(try await desk.drafts() == [])
        #expect(try await desk.history() == [])
      } else {
        #expect(desk.sent == [], "\(words)")
        #expect(report.waitingLines == ["zkusade1 \(item) \(words.joined(separator: " | "))"])
        #expect(
          try await desk.drafts()
            == ["zkusade1 \(item) \(words[0]) -> \(words[1]) conflict conflict"], "\(words)")
        #expect(there == theirs, "\(words)")
      }
    }
  }

  @Test("A colleague's note is a change, too, and is never lost")
  func notes() async throws {
    let desk = try Desk(values: ["zkusade1": ["du1": .number(3)]])
    try await desk.draft("zkusade1", "du1", .number(8))
    desk.service.colleague(writes: .number(3), note: "opsáno", "du1", of: "zkusade1")
    let report = try await desk.publish()
    #expect(report.conflicts.map(\.theirs?.note) == ["opsáno"])
    #expect(desk.sent == [])
    // Mine is about the value; their note stays.
    let second = try await desk.publish(conflicts: .mine)
    #expect(second.publishedLines == ["zkusade1 du1 3 -> 8"])
    #expect(desk.service.value("du1", of: "zkusade1")?.note == "opsáno")
    // A note of mine is meant to be written.
    try await desk.draft("zkusade1", "du1", .number(9), note: "opraveno")
    desk.service.colleague(writes: .number(8), note: "jinak", "du1", of: "zkusade1")
    _ = try await desk.publish(conflicts: .mine)
    #expect(desk.service.value("du1", of: "zkusade1")?.note == "opraveno")
    #expect(desk.service.value("du1", of: "zkusade1")?.value == .number(9))
  }

  @Test("Theirs throws the draft away and sends nothing")
  func theirs() async throws {
    let desk = try Desk()
    try await desk.draft("zkusade1", "du1", .number(8))
    desk.service.colleague(writes: .number(5), "du1", of: "zkusade1")
    let report = try await desk.publish(conflicts: .theirs)
    #expect(report.cells(.gaveWay) == [Desk.cell("zkusade1", "du1")])
    #expect(report.isFinished)
    #expect(desk.sent == [])
    #expect(try await desk.drafts() == [])
  }

  @Test("What cannot be sent never is, and says why")
  func neverSent() async throws {
    let desk = try Desk()
    try await desk.draft("zkusade1", "body", .number(8))
    try await desk.draft("zkusade1", "smazana", .number(8))
    try await desk.draft("zkusade1", "du1", .text("osm"))
    try await desk.draft("neznamy9", "du1", .number(8))
    try await desk.draft("zkusade1", "du2", .number(8))
    let report = try await desk.publish()
    #expect(desk.sent == ["zkusade1 du2 8"])
    #expect(report.publishedLines == ["zkusade1 du2 - -> 8"])
    #expect(
      report.waitingLines == [
        "neznamy9 du1 unknownStudent", "zkusade1 body computed", "zkusade1 du1 wrongType",
        "zkusade1 smazana unknownItem",
      ])
    #expect(
      try await desk.drafts() == [
        "neznamy9 du1 - -> 8 draft unknownStudent", "zkusade1 body - -> 8 draft computed",
        "zkusade1 du1 - -> osm draft wrongType", "zkusade1 smazana - -> 8 draft unknownItem",
      ])
  }

  @Test("A chosen draft that another program edited, discarded or published since is not sent")
  func chosenAndGone() async throws {
    let desk = try Desk(values: ["zkusade1": ["du1": .number(3)]])
    try await desk.draft("zkusade1", "du1", .number(8))
    try await desk.draft("zkusade1", "du2", .number(7))
    try await desk.draft("druhyst2", "du1", .number(6))
    try await desk.draft("tretist3", "du1", .number(5))
    let chosen = try await desk.store.drafts(in: desk.gradebook)
    // The newer one may have been made without notifying.
    try await desk.draft("zkusade1", "du1", .number(9))
    _ = try await desk.store.discard([Desk.cell("zkusade1", "du2")], in: desk.gradebook)
    let other = chosen.filter { $0.cell == Desk.cell("druhyst2", "du1") }
    _ = try await desk.publisher.publish(other, in: desk.gradebook, notify: false)
    let report = try await desk.publisher.publish(chosen, in: desk.gradebook, notify: true)
    #expect(report.publishedLines == ["tretist3 du1 - -> 5"])
    #expect(report.cells(.alreadyThere) == [Desk.cell("druhyst2", "du1")])
    #expect(report.waitingLines == ["zkusade1 du1 replaced", "zkusade1 du2 replaced"])
    #expect(desk.sent == ["druhyst2 du1 6", "tretist3 du1 5"])
    #expect(desk.service.notifications == ["tretist3 du1 5"])
    #expect(try await desk.drafts() == ["zkusade1 du1 3 -> 9 draft"])
    // When nothing at all is left, that is said as well.
    _ = try await desk.publish(notify: false)
    let last = try await desk.publisher.publish(chosen, in: desk.gradebook, notify: true)
    #expect(last.waitingLines == ["zkusade1 du1 replaced", "zkusade1 du2 replaced"])
    #expect(desk.service.notifications == ["tretist3 du1 5"])
  }

  @Test(
    "A draft that is edited between the look and the sending is left to its editor, and said so")
  func editedBeforeSending() async throws {
    let desk = try Desk()
    try await desk.draft("zkusade1", "du1", .number(8))
    try await desk.draft("zkusade1", "du2", .number(7))
    desk.service.onStep { step in
      guard step == .beforeRead else { return }
      desk.service.onStep(nil)
      try await desk.draft("zkusade1", "du1", .number(9))
    }
    let report = try await desk.publish()
    #expect(report.publishedLines == ["zkusade1 du2 - -> 7"])
    #expect(report.waitingLines == ["zkusade1 du1 replaced"])
    #expect(desk.sent == ["zkusade1 du2 7"])
    #expect(try await desk.drafts() == ["zkusade1 du1 - -> 9 draft"])
  }

  @Test("Many cells go in requests of a moderate size, with progress, and few reads")
  func batches() async throws {
    let students = (0..<250).map { "st\(1000 + $0)" }
    let desk = try Desk(students: students)
    try await desk.store.put(
      students.map {
        DraftEdit(
          cell: Desk.cell($0, "du1"), base: RecordedValue(value: nil), value: .number(1), note: nil)
      }, in: desk.gradebook)
    let steps = Mutex<[PublishProgress]>([])
    let report = try await desk.publish(progress: { step in steps.withLock { $0.append(step) } })
    #expect(report.published.count == 250)
    #expect(desk.service.saves.map(\.changes.count) == [100, 100, 50])
    #expect(desk.service.reads.sorted() == ["definitions", "rows ALL", "rows ALL"])
    #expect(
      steps.withLock { $0 } == [
        .reading, .sending(0, of: 250), .sending(100, of: 250), .sending(200, of: 250),
        .sending(250, of: 250), .verifying,
      ])
    #expect(try await desk.store.history(of: desk.gradebook.owner).map(\.changes.count) == [250])
  }

  @Test("No student is in two requests, so everybody is notified once")
  func studentsStayTogether() async throws {
    let desk = try Desk()
    for student in ["druhyst2", "tretist3", "zkusade1"] {
      for item in ["du1", "du2"] { try await desk.draft(student, item, .number(1)) }
    }
    let report = try await desk.publish(batchSize: 3)
    #expect(report.published.count == 6)
    #expect(desk.service.saves.map(\.changes.count) == [2, 2, 2])
    #expect(desk.service.notified == ["druhyst2", "tretist3", "zkusade1"])
    // One student's changes are never parted, however many they are.
    for item in ["du1", "du2"] { try await desk.draft("zkusade1", item, .number(2)) }
    _ = try await desk.publish(batchSize: 1)
    #expect(desk.service.saves.last?.changes.count == 2)
  }

  @Test("Test students and old courses' notes are read one by one")
  func hiddenNotes() async throws {
    let students = (0..<8).map { "st\($0)" }
    let desk = try Desk(students: students)
    desk.service.colleague(writes: .number(1), note: "pozdě", "du1", of: "st3")
    desk.service.change {
      $0.isOld = true
      $0.testStudents = [Username("st7")]
    }
    for student in students { try await desk.draft(student, "du1", .number(5)) }
    let report = try await desk.publish()
    #expect(report.published.count == 8)
    #expect(desk.service.value("du1", of: "st3")?.note == "pozdě")
    #expect(
      desk.service.reads.prefix(4).sorted() == [
        "definitions", "record st3", "record st7", "rows ALL",
      ])
  }

  @Test("A cell that is on its way is not edited; the others of the same step are not lost")
  func editWhileSending() async throws {
    let desk = try Desk(values: ["zkusade1": ["du1": .number(3), "du2": .number(4)]])
    try await desk.draft("zkusade1", "du1", .number(8))
    desk.service.onStep { step in
      guard step == .beforeSave else { return }
      await #expect(throws: UnconfirmedCells.self) {
        try await desk.draft("zkusade1", "du1", .number(9))
      }
      let editor = await CellEditor(drafts: desk.store, gradebook: desk.gradebook)
      let edits = ["du1", "du2"].map { item in
        DraftEdit(
          cell: Desk.cell("zkusade1", item),
          base: desk.service.value(item, of: "zkusade1") ?? RecordedValue(value: nil),
          value: .number(9), note: nil)
      }
      await #expect(throws: UnconfirmedCells.self) { try await editor.commit(edits).value }
    }
    let report = try await desk.publish()
    #expect(report.publishedLines == ["zkusade1 du1 3 -> 8"])
    #expect(try await desk.drafts() == ["zkusade1 du2 4 -> 9 draft"])
  }

  @Test("Two programs that publish at once send everything once")
  func twoPublishers() async throws {
    let desk = try Desk()
    try await desk.draft("zkusade1", "du1", .number(8))
    try await desk.draft("druhyst2", "du1", .number(9))
    let other = Publisher(api: desk.service.api, store: Desk.store(desk.store.file))
    async let first = desk.publish()
    async let second = other.publish(in: desk.gradebook, notify: true)
    let reports = try await [first, second]
    #expect(
      reports.flatMap(\.publishedLines).sorted() == ["druhyst2 du1 - -> 9", "zkusade1 du1 - -> 8"])
    #expect(desk.sent == ["druhyst2 du1 9, zkusade1 du1 8"])
    #expect(desk.service.notifications == ["druhyst2 du1 9", "zkusade1 du1 8"])
  }

  @Test("Who waits for another program's publishing can give up")
  func givingUp() async throws {
    let desk = try Desk()
    try await desk.draft("zkusade1", "du1", .number(8))
    let (waiting, waits) = AsyncStream.makeStream(of: Void.self)
    let (ended, ends) = AsyncStream.makeStream(of: Void.self)
    desk.service.onStep { step in
      guard step == .beforeSave else { return }
      // This publishing holds the lock; a second one comes and gives up.
      let second = Task {
        try await Publisher(api: desk.service.api, store: Desk.store(desk.store.file)).publish(
          in: desk.gradebook, notify: true,
          progress: { if $0 == .waiting { waits.finish() } })
      }
      for await _ in waiting {}
      second.cancel()
      await #expect(throws: CancellationError.self) { try await second.value }
      ends.finish()
    }
    let report = try await desk.publish()
    for await _ in ended {}
    #expect(report.publishedLines == ["zkusade1 du1 - -> 8"])
    #expect(desk.sent == ["zkusade1 du1 8"])
  }
}
