import Foundation
import GradesClient
import GradesCore
import Synchronization
import TestSupport
import Testing

/// A teacher's desk: a service with one course, a folder with drafts, and short words for both.
struct Desk {
  let service: StubService
  let folder: TemporaryFolder
  let store: DraftStore
  let clock: DeskClock

  static let gradebook = Gradebook(
    owner: DraftOwner(host: "demo", username: Username("ucitezk1")),
    course: CourseCode("XI-AAA.23"), semester: SemesterCode("B261")!)

  static let items = [
    Classification(identifier: ItemIdentifier("du1"), minimumValue: 0, maximumValue: 12),
    Classification(identifier: ItemIdentifier("du2")),
    Classification(identifier: ItemIdentifier("znamka"), valueType: .string),
    Classification(identifier: ItemIdentifier("ucast"), valueType: .boolean),
    Classification(
      identifier: ItemIdentifier("body"), evaluationType: .expression, expression: "du1 + du2"),
  ]

  init(
    students: [String] = ["zkusade1", "druhyst2", "tretist3"],
    values: [String: [String: GradeValue]] = [:], file: URL? = nil
  ) throws {
    service = StubService(Self.items, students: students, values: values)
    folder = try TemporaryFolder()
    let clock = DeskClock()
    self.clock = clock
    store = Self.store(folder.file("drafts.sqlite"), clock)
  }

  static func store(_ file: URL, _ clock: DeskClock = DeskClock()) -> DraftStore {
    DraftStore(file: file, now: { clock.now })
  }

  var gradebook: Gradebook { Self.gradebook }
  var publisher: Publisher { Publisher(api: service.api, store: store) }

  static func cell(_ student: String, _ item: String) -> GradeCell {
    GradeCell(Username(student), ItemIdentifier(item))
  }

  /// Makes a draft over what the service has now.
  func draft(_ student: String, _ item: String, _ value: GradeValue?, note: String?? = .none)
    async throws
  {
    let base = service.value(item, of: student) ?? RecordedValue(value: nil)
    try await store.put(
      [
        DraftEdit(
          cell: Self.cell(student, item), base: base, value: value, note: note ?? base.note)
      ], in: gradebook)
  }

  /// Reviews and publishes all drafts. The requests of the review are not counted.
  func publish(
    notify: Bool = true, conflicts: ConflictPolicy = .leave, batchSize: Int = 100,
    progress: @escaping @Sendable (PublishProgress) -> Void = { _ in },
    reviewed: @Sendable () async throws -> Void = {}
  ) async throws -> PublishReport {
    try await Publisher(api: service.api, store: store, batchSize: batchSize).publish(
      in: gradebook, notify: notify, conflicts: conflicts, progress: progress
    ) {
      service.change { $0.reads = [] }
      try await reviewed()
    }
  }

  /// The drafts in a line each.
  func drafts(_ store: DraftStore? = nil) async throws -> [String] {
    try await (store ?? self.store).drafts(in: gradebook).map { draft in
      "\(draft.cell.username) \(draft.cell.identifier)"
        + " \(word(draft.base.value)) -> \(word(draft.value)) \(draft.state)"
        + (draft.reason.map { " \($0.code)" } ?? "")
    }
  }

  /// The history in a line for each change.
  func history(_ store: DraftStore? = nil) async throws -> [String] {
    try await (store ?? self.store).history(of: gradebook.owner).flatMap { batch in
      batch.changes.map { change in
        "\(batch.id)\(batch.notified ? " notified" : "") \(change.cell.username)"
          + " \(change.cell.identifier) \(word(change.base.value)) -> \(word(change.value))"
      }
    }
  }

  /// What was sent, a line for each value, a dash between requests.
  var sent: [String] {
    service.saves.map { save in
      save.changes.map { "\($0.username) \($0.identifier) \(word($0.value))" }
        .joined(separator: ", ")
    }
  }
}

/// A clock that stands still until a test advances it.
final class DeskClock: Sendable {
  private let time = Mutex(Date(timeIntervalSince1970: 1_790_000_500))

  var now: Date { time.withLock { $0 } }

  /// Lets time pass, or sets the clock back.
  func pass(seconds: TimeInterval) { time.withLock { $0 += seconds } }
}

/// A value as a word; `-` for none.
func word(_ value: GradeValue?) -> String { value == nil ? "-" : ValueWriter.text(value) }

extension Draft {
  /// What it is, in a word.
  var state: String { isUnconfirmed ? "unconfirmed" : isConflict ? "conflict" : "draft" }
}

extension PublishReport {
  /// The cells of which the same became.
  func cells(_ verdict: Verdict) -> [GradeCell] {
    rows.filter { $0.verdict == verdict }.map(\.cell)
  }

  /// What was published, a line for each change.
  var publishedLines: [String] {
    published.map {
      "\($0.cell.username) \($0.cell.identifier) \(word($0.base.value)) -> \(word($0.value))"
    }.sorted()
  }

  /// What still waits, a line for each cell.
  var waitingLines: [String] {
    (unpublished.map { "\($0.row.cell.username) \($0.row.cell.identifier) \($0.reason.code)" }
      + conflicts.map {
        "\($0.cell.username) \($0.cell.identifier) \(word($0.draft.base.value)) | \(word($0.draft.value)) | \(word($0.theirs?.value))"
      }).sorted()
  }
}
