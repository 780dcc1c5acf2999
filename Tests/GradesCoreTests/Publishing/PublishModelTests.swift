import Foundation
import GradesClient
import Synchronization
import TestSupport
import Testing

@testable import GradesCore

/// All that can happen to one cell, in every order: what its user does, what the service does, when the
/// program is killed, and how time passes. Every step runs the real publishing over a real store.
@Suite("All orders of sending, committing, killing and waiting", .inTurn)
struct PublishModelTests {
  /// One step of the world.
  enum Step: String, CaseIterable {
    case edit
    /// The service does what it says.
    case publish
    /// The answer is lost; the request is carried out later, at once, or never.
    case publishLate, publishUnanswered, publishLost
    /// The program is killed before the service has the request, after it accepted it, after it carried it out.
    case killBefore, killAccepted, killCommitted
    case confirm
    case commit
    case colleague
    case passMinute
    /// The quiet period passes; what is on its way is carried out before, or never.
    case passCommitting, passDropping
  }

  /// The whole state of the world, which can be gone back to.
  struct World {
    var drafts: Data?
    var service: StubService.State
    var seconds: TimeInterval = 0
    /// How many values were typed; each is a number of its own.
    var edits = 0
    /// The value that the user wants, if it is not the service's.
    var wanted: Int?
    /// The values that were reported as published, the newest last.
    var reported: [Int] = []
    /// The drafts' file as a killed program left it.
    var killed: Data?
    /// What distinguishes the world from others.
    var signature = ""

    var path: [Step] = []
  }

  static let cell = Desk.cell("zkusade1", "du1")
  /// How many steps follow the first edit.
  private static let deepest =
    ProcessInfo.processInfo.environment["GRADES_LONG_TESTS"] == nil ? 3 : 5

  @Test("Nothing is lost, overwritten, claimed or notified that must not be")
  func explore() async throws {
    let desk = try Desk(values: ["zkusade1": ["du1": .number(0)]])
    let untouched = World(drafts: nil, service: desk.service.change { $0 })
    var frontier = [try #require(try await after(.edit, in: untouched))]
    var known: Set<String> = []
    var steps = 0
    for _ in 0..<Self.deepest {
      var next: [World] = []
      for world in frontier {
        for found in try await successors(of: world) {
          steps += 1
          if known.insert(found.signature).inserted { next.append(found) }
        }
      }
      frontier = next
    }
    #expect(steps > 150)
  }

  // MARK: Steps

  /// What each step makes of a world, in the order of the steps. They run at the same time, because most
  /// of what they do is to wait for the disk.
  private func successors(of world: World) async throws -> [World] {
    try await withThrowingTaskGroup(of: (Int, World?).self) { group in
      for (index, step) in Step.allCases.enumerated() {
        group.addTask {
          var found = try await after(step, in: world)
          found?.path.append(step)
          return (index, found)
        }
      }
      var found: [Int: World] = [:]
      for try await (index, world) in group { found[index] = world }
      return Step.allCases.indices.compactMap { found[$0] }
    }
  }

  /// What a step makes of a world; nil if it cannot happen there.
  private func after(_ step: Step, in world: World) async throws -> World? {
    var world = world
    let file = folder.file("\(UUID().uuidString).sqlite")
    defer { try? FileManager.default.removeItem(at: file) }
    try world.drafts?.write(to: file)
    let clock = DeskClock()
    clock.pass(seconds: world.seconds)
    let service = StubService(Desk.items, students: [])
    service.change { $0 = world.service }
    let store = Desk.store(file, clock)
    let path = "\((world.path + [step]).map(\.rawValue))"
    switch step {
    case .edit:
      guard world.edits < 2 else { return nil }
      let base = service.value("du1", of: "zkusade1") ?? RecordedValue(value: nil)
      let value = world.edits + 1
      let edit = DraftEdit(cell: Self.cell, base: base, value: .number(Double(value)), note: nil)
      do { try await store.put([edit], in: Desk.gradebook) } catch is UnconfirmedCells {
        return nil
      }
      world.edits += 1
      world.wanted = value
    case .commit:
      guard !world.service.pending.isEmpty else { return nil }
      commitLate(service, in: &world, path)
    case .colleague:
      guard world.path.last != .colleague else { return nil }
      service.colleague(writes: .number(50), "du1", of: "zkusade1")
    case .passMinute:
      // A request is carried out within the quiet period or never.
      guard world.path.last != .passMinute else { return nil }
      world.seconds += 50
    case .passCommitting:
      commitLate(service, in: &world, path)
      world.seconds += 121
    case .passDropping:
      guard !world.service.pending.isEmpty else { return nil }
      service.change { $0.pending = [] }
      world.seconds += 121
    case .confirm:
      let report = try await Publisher(api: service.api, store: store).confirm(in: Desk.gradebook)
      check(report, service, &world, path)
    default:
      guard try await !store.drafts(in: Desk.gradebook).isEmpty else { return nil }
      guard try await publish(step, service, store, &world, path) else { return nil }
    }
    world.service = service.change { $0 }
    world.drafts = world.killed ?? (try? Data(contentsOf: file))
    if let killed = world.killed {
      try? FileManager.default.removeItem(at: file)
      try killed.write(to: file)
      world.killed = nil
      try await look(Desk.store(file, clock), &world, clock.now, path)
    } else {
      try await look(store, &world, clock.now, path)
    }
    return world
  }

  private func publish(
    _ step: Step, _ service: StubService, _ store: DraftStore, _ world: inout World, _ path: String
  ) async throws -> Bool {
    let fault: StubService.Fault? =
      switch step {
      case .publishLate, .killAccepted: .late(.unreachable(.timedOut))
      case .publishUnanswered: .after(.unreachable(.connectionLost))
      case .publishLost: .before(.unreachable(.timedOut))
      default: nil
      }
    service.change { $0.saveFaults = fault.map { [$0] } ?? [] }
    let kill: StubService.Step? =
      switch step {
      case .killBefore: .beforeSave
      case .killAccepted, .killCommitted: .afterSave
      default: nil
      }
    let end = Mutex<(drafts: Data, service: StubService.State)?>(nil)
    let shown = service.value("du1", of: "zkusade1")?.value
    service.onStep { moment in
      if moment == .beforeSave {
        // A colleague's value is never overwritten unseen.
        #expect(service.value("du1", of: "zkusade1")?.value == shown, "\(path)")
      }
      guard moment == kill else { return }
      let drafts = try Data(contentsOf: store.file)
      let state = service.change { $0 }
      end.withLock { if $0 == nil { $0 = (drafts, state) } }
    }
    let report = try await Publisher(api: service.api, store: store).publish(
      in: Desk.gradebook, notify: true, conflicts: .mine)
    service.onStep(nil)
    if kill != nil {
      // Without a request there is nothing to kill.
      guard let killed = end.withLock({ $0 }) else { return false }
      world.killed = killed.drafts
      service.change {
        $0 = killed.service
        $0.saveFaults = []
      }
    } else {
      service.change { $0.saveFaults = [] }
      check(report, service, &world, path)
    }
    return true
  }

  private func commitLate(_ service: StubService, in world: inout World, _ path: String) {
    for save in service.change({ $0.pending }) {
      guard case .number(let value)? = save.changes.first?.value else { continue }
      // A value that was reported as published is not replaced by an earlier one.
      #expect(Int(value) >= world.reported.last ?? 0, "\(path)")
    }
    service.commitLate()
  }

  // MARK: Promises

  private func check(
    _ report: PublishReport, _ service: StubService, _ world: inout World, _ path: String
  ) {
    let there = service.value("du1", of: "zkusade1")?.value
    for change in report.published {
      // Published means read again and seen.
      #expect(change.value == there, "\(path)")
      if case .number(let value)? = change.value { world.reported.append(Int(value)) }
    }
    // No student is notified twice of one change, except of one that was chosen over a colleague's value.
    let sent = service.notifications
    #expect(Set(sent).count == sent.count || world.path.contains(.colleague), "\(path)")
    // Nothing that may still be carried out is called unpublished.
    if !service.change({ $0.pending }).isEmpty {
      for unpublished in report.unpublished {
        #expect(unpublished.reason.code == .unconfirmed, "\(path)")
      }
      #expect(report.conflicts == [], "\(path)")
    }
  }

  /// The last value that was typed is a draft, or was carried out by the service.
  private func look(
    _ store: DraftStore, _ world: inout World, _ now: Date, _ path: String
  ) async throws {
    let drafts = try await store.drafts(in: Desk.gradebook)
    if let wanted = world.wanted {
      let isKept = drafts.contains { $0.value == .number(Double(wanted)) }
      let wasCarriedOut = world.service.notifications.contains("zkusade1 du1 \(wanted)")
      #expect(isKept || wasCarriedOut, "\(path)")
    }
    let kept = drafts.map { draft in
      "\(word(draft.base.value)) \(word(draft.value)) \(draft.state) "
        + "\(draft.confirmAfter.map { $0.timeIntervalSince(now) } ?? 0) \(draft.batch ?? 0)"
    }
    let cell = world.service.values[Username("zkusade1")]?[ItemIdentifier("du1")]?.value
    world.signature = """
      \(kept) \(word(cell)) \(world.service.pending) \(world.service.notifications) \
      \(world.edits) \(world.reported.last ?? 0)
      """
  }

  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }
}
