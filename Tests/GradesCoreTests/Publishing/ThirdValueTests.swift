import GradesClient
import GradesCore
import TestSupport
import Testing

@Suite("A third value in a conflict", .inTurn)
struct ThirdValueTests {
  private func contested() async throws -> Desk {
    let desk = try Desk(values: ["zkusade1": ["du1": .number(1)]])
    try await desk.draft("zkusade1", "du1", .number(8))
    desk.service.colleague(writes: .number(4), note: "late", "du1", of: "zkusade1")
    return desk
  }

  @Test("It is sent over theirs with their note, and is what history remembers")
  func sent() async throws {
    let desk = try await contested()
    let report = try await desk.publish(
      conflicts: .ask { conflicts in [conflicts[0].cell: .value(.number(6))] })
    #expect(report.publishedLines == ["zkusade1 du1 4 -> 6"])
    #expect(report.isFinished)
    #expect(desk.sent == ["zkusade1 du1 6"])
    #expect(desk.service.value("du1", of: "zkusade1")?.note == "late")
    #expect(try await desk.drafts() == [])
    #expect(try await desk.history() == ["1 notified zkusade1 du1 4 -> 6"])
  }

  @Test("It is kept before it is sent, and becomes a conflict when theirs changes again")
  func kept() async throws {
    let desk = try await contested()
    let service = desk.service
    let report = try await desk.publish(
      conflicts: .ask { conflicts in
        guard conflicts[0].mine == .number(8) else { return [:] }
        service.colleague(writes: .number(5), note: "late", "du1", of: "zkusade1")
        return [conflicts[0].cell: .value(.number(6))]
      })
    #expect(report.waitingLines == ["zkusade1 du1 4 | 6 | 5"])
    #expect(desk.sent == [])
    #expect(try await desk.drafts() == ["zkusade1 du1 4 -> 6 conflict conflict"])
  }

  @Test("The value that is there means theirs; nothing means to clear it")
  func others() async throws {
    let same = try await contested()
    let report = try await same.publish(conflicts: .all(.value(.number(4))))
    #expect(report.gaveWay == [Desk.cell("zkusade1", "du1")])
    #expect(same.sent == [])
    #expect(try await same.drafts() == [])
    let cleared = try await contested()
    _ = try await cleared.publish(conflicts: .all(.value(nil)))
    #expect(cleared.sent == ["zkusade1 du1 -"])
  }

  @Test("While a person decides, another process may publish, and nothing is sent twice")
  func publishedMeanwhile() async throws {
    let desk = try await contested()
    try await desk.draft("zkusade1", "du2", .number(2))
    let other = Publisher(api: desk.service.api, store: Desk.store(desk.store.file))
    let gradebook = desk.gradebook
    let report = try await desk.publish(
      conflicts: .ask { conflicts in
        #expect(!other.isBusy)
        let report = try await other.publish(
          in: gradebook, notify: true, conflicts: .all(.mine))
        #expect(report.isFinished)
        return [conflicts[0].cell: .mine]
      })
    #expect(
      report.alreadyThere == [Desk.cell("zkusade1", "du1"), Desk.cell("zkusade1", "du2")]
        || report.alreadyThere == [Desk.cell("zkusade1", "du2"), Desk.cell("zkusade1", "du1")])
    #expect(report.isFinished)
    #expect(desk.service.saves.count == 1)
    #expect(try await desk.drafts() == [])
  }

  @Test("What another process left unconfirmed while a person decided is not sent")
  func unconfirmedMeanwhile() async throws {
    let desk = try await contested()
    let service = desk.service
    let other = Publisher(api: service.api, store: Desk.store(desk.store.file))
    let gradebook = desk.gradebook
    let report = try await desk.publish(
      conflicts: .ask { conflicts in
        service.change { $0.saveFaults = [.late(.unreachable(.timedOut))] }
        _ = try await other.publish(in: gradebook, notify: true, conflicts: .all(.mine))
        return [conflicts[0].cell: .theirs]
      })
    #expect(report.waitingLines == ["zkusade1 du1 unconfirmed"])
    #expect(service.saves.count == 1)
    #expect(try await desk.drafts() == ["zkusade1 du1 4 -> 8 unconfirmed unreachable"])
  }

  @Test("A draft that was edited again since is left alone")
  func editedMeanwhile() async throws {
    let desk = try await contested()
    let (store, gradebook) = (desk.store, desk.gradebook)
    let report = try await desk.publish(
      conflicts: .ask { conflicts in
        var edit = conflicts[0].edit
        edit.value = .number(9)
        try await store.put([edit], in: gradebook)
        return [conflicts[0].cell: .value(.number(6))]
      })
    #expect(report.waitingLines == ["zkusade1 du1 replaced"])
    #expect(desk.sent == [])
    #expect(try await desk.drafts() == ["zkusade1 du1 1 -> 9 draft"])
  }
}
