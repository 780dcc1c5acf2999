import Foundation
import GradesClient
import Synchronization

@testable import GradesCore

/// A teacher who looks at a course of two students and publishes in it, and a colleague who changes it too.
final class Staff: Sendable {
  static let course = CourseCode("XI-DDD.23")
  static let parallel = GroupID("PARALLEL_1")

  let world: World
  private let published = Mutex<[SentChanges.Published]>([])

  init() throws {
    let service = StubGradesAPI.faculty()
    service.change {
      $0.groups = [StudentGroup(id: .all, name: "{ALL_STUDENTS}")]
      $0.definitions = [
        Classification(
          identifier: ItemIdentifier("du1"), id: 1,
          names: [
            LocalizedName(language: "cs", name: "Úkol 1"),
            LocalizedName(language: "en", name: "Task 1"),
          ], index: 0),
        Classification(
          identifier: ItemIdentifier("body"), id: 2, evaluationType: .expression, index: 1,
          expression: "du1"),
      ]
      $0.rows[.all] = []
    }
    world = try World(service)
    set("zkusade1", "du1", .number(5), by: nil)
    set("druhyst2", "du1", .number(2), by: nil)
  }

  var run: Repository { world.run(as: "ucitezk1") }

  /// What the log has, in its order.
  var logged: [LoggedChange] { (try? queries.logged) ?? [] }

  /// What the log has, with the history, the oldest first.
  var entries: [LoggedChange] {
    logged.joined(with: SentChanges(published: history), in: gradebook)
      .sorted { ($0.time, $0.id) < ($1.time, $1.id) }
  }

  var gradebook: Gradebook {
    Gradebook(
      owner: DraftOwner(host: World.host, username: Username("ucitezk1")), course: Self.course,
      semester: World.semester)
  }

  var queries: CourseQueries {
    CourseQueries(
      source: run.source, course: Self.course, semester: World.semester,
      teacher: Username("ucitezk1"))
  }

  /// What the teacher published.
  var history: [SentChanges.Published] { published.withLock { $0 } }

  func pass(_ seconds: TimeInterval) { world.clock.advance(seconds) }

  /// A teacher who has looked once.
  static func looking() async throws -> Staff {
    let staff = try Staff()
    try await staff.look()
    return staff
  }

  /// Loads a group after some seconds, or one item of it in the smaller answer without times and authors.
  func look(
    group: GroupID = .all, item: String? = nil, after seconds: TimeInterval = 0
  ) async throws {
    pass(seconds)
    let items = item.map { [ItemIdentifier($0)] } ?? []
    _ = try await run.matrix(
      GroupQuery(
        course: Self.course, semester: .code(World.semester), group: group, items: items,
        needsDetails: item == nil)
    ).latest()
  }

  /// Takes an answer with one value, with the times of its question and arrival.
  func take(
    _ value: Double, by author: String? = nil, asked: Date, answered: Date, capacity: Int = 100
  ) {
    let recorded = RecordedValue(
      value: .number(value), note: nil, updatedAt: author.map { _ in asked - 60 }, author: author)
    let matrix = GroupMatrix(
      course: Self.course, semester: World.semester,
      group: StudentGroup(id: .all, name: ""),
      items: [CourseItem(definition: Classification(identifier: ItemIdentifier("du1"), id: 1))],
      rows: [
        MatrixRow(
          student: Student(username: Username("zkusade1"), firstName: nil, lastName: nil),
          values: [recorded])
      ])
    ChangeLog(file: world.logFile, capacity: capacity)
      .take(matrix, Look(asked: asked, answered: answered), of: queries.scope)
  }

  /// Changes a value at the service.
  func set(
    _ student: String, _ item: String, _ value: GradeValue?, note: String? = nil, by author: String?
  ) {
    let (username, identifier) = (Username(student), ItemIdentifier(item))
    let recorded = RecordedValue(
      value: value, note: note, updatedAt: author == nil ? nil : world.clock.now, author: author)
    world.service.change { answers in
      var rows = answers.rows[.all] ?? []
      if !rows.contains(where: { $0.student.username == username }) {
        rows.append(
          GroupRow(
            student: Student(username: username, firstName: nil, lastName: nil), values: [:]))
      }
      for index in rows.indices where rows[index].student.username == username {
        rows[index].values[identifier] = recorded
      }
      answers.rows[.all] = rows
      answers.columns[identifier] = rows.map { row in
        let known = row.values[identifier]
        return ColumnCell(
          student: row.student,
          recorded: RecordedValue(value: known?.value, note: known?.note))
      }
    }
  }

  /// The value of `du1` at the service.
  func value(_ student: String) -> GradeValue? {
    world.service.answers.rows[.all]?.first { $0.student.username.rawValue == student }?
      .values[ItemIdentifier("du1")]?.value
  }

  /// Publishes a value as the teacher.
  func publish(_ student: String, _ item: String, _ value: GradeValue?) {
    let old = self.value(student)
    set(student, item, value, by: "ucitezk1")
    note(student, from: old, to: value)
  }

  /// Writes a published value of `du1` into the history. Without a batch, it has one of its own.
  func note(
    _ student: String = "zkusade1", from: GradeValue?, to: GradeValue?, batch: Int64? = nil,
    sentAfter: Date? = nil
  ) {
    published.withLock { changes in
      let number = Int64(changes.count + 1)
      changes.append(
        SentChanges.Published(
          number: number, batch: batch ?? number, sentAfter: sentAfter ?? world.clock.now - 10,
          confirmedAt: world.clock.now,
          change: .init(
            cell: GradeCell(Username(student), ItemIdentifier("du1")),
            base: RecordedValue(value: from), value: to, note: nil)))
    }
  }

  /// The items of the changes that a query finds.
  func found(
    _ access: Access, item: String? = nil, student: String? = nil
  ) async throws -> [String] {
    let run = world.run(as: "ucitezk1", access: access)
    return try await run.changes(
      CourseLogQuery(
        course: Self.course, semester: .code(World.semester),
        item: item.map { ItemIdentifier($0) }, student: student.map { Username($0) })
    ).latest().value.entries.map { $0.identifier.rawValue }
  }

  /// The log in a line for each change.
  var lines: [String] {
    func text(_ value: GradeValue?) -> String {
      switch value {
      case nil: "–"
      case .number(let number): "\(Int(number))"
      case .text(let text): text
      case .flag(let flag): "\(flag)"
      }
    }
    return entries.map { change in
      "\(change.cell.username) \(change.identifier) \(text(change.from)) → \(text(change.to))"
        + (change.noteTo.map { " (\($0))" } ?? "") + " \(change.author ?? "–")"
        + (change.batch.map { " #\($0)" } ?? "")
    }
  }
}
