import Foundation
import GradesClient
import GradesCore
import Synchronization

/// One course of a Grades service in memory. It saves, refuses and notifies as the service does,
/// fails on request, and writes everything down.
final class StubService: ServiceDouble {
  /// What shall go wrong with a request.
  enum Fault: Sendable {
    /// Nothing is done.
    case before(GradesError)
    /// Everything is done, only the answer is lost.
    case after(GradesError)
    /// The answer is lost, and everything is done when ``StubService/commitLate()`` is called.
    case late(GradesError)
    /// The first values of the request are saved, then the service fails.
    case inTheMiddle(saved: Int, GradesError)
    /// The answer says yes and nothing is done.
    case pretends
  }

  /// One request that saves.
  struct Save: Equatable {
    var changes: [ValueChange]
    var notify: Bool
  }

  struct State {
    var definitions: [Classification] = []
    var values: [Username: [ItemIdentifier: RecordedValue]] = [:]
    var testStudents: Set<Username> = []
    var saveFaults: [Fault] = []
    var readFaults: [GradesError] = []
    var saves: [Save] = []
    /// Requests that were accepted and not carried out yet.
    var pending: [Save] = []
    var reads: [String] = []
    /// The notifications of students, such as `zkusade1 du1 8`.
    var notifications: [String] = []
    var notified: [String] = []
    var time = Date(timeIntervalSince1970: 1_790_000_000)
    /// Whether values come without notes and times in groups' answers, as in 2018.
    var isOld = false
    /// Values that the service refuses with 400.
    var refusedValues: Set<GradeValue> = []
    /// Whether the good part of a refused request is saved.
    var savesGoodPart = false
  }

  private let state: Mutex<State>
  private let hook = Mutex<(@Sendable (Step) async throws -> Void)?>(nil)

  /// A moment in which something else can happen.
  enum Step: Equatable, Sendable {
    case beforeRead
    case beforeSave
    case afterSave
  }

  init(
    _ items: [Classification], students: [String],
    values: [String: [String: GradeValue]] = [:]
  ) {
    var state = State()
    state.definitions = items
    for student in students {
      state.values[Username(student)] = [:]
      for (item, value) in values[student] ?? [:] {
        state.values[Username(student)]?[ItemIdentifier(item)] = RecordedValue(
          value: value, updatedAt: state.time, author: "ucitezk1")
      }
    }
    self.state = Mutex(state)
  }

  /// Lets something happen at each step.
  func onStep(_ body: (@Sendable (Step) async throws -> Void)?) { hook.withLock { $0 = body } }

  /// Changes or looks at the service from outside.
  @discardableResult
  func change<Value: Sendable>(_ body: (inout State) -> Value) -> Value {
    state.withLock { body(&$0) }
  }

  /// A colleague writes a value.
  func colleague(
    writes value: GradeValue?, note: String? = nil, _ item: String, of student: String
  ) {
    state.withLock { state in
      state.time += 60
      state.values[Username(student)]?[ItemIdentifier(item)] = RecordedValue(
        value: value, note: note, updatedAt: state.time, author: "kolegka2")
    }
  }

  /// Carries out the requests that were accepted and not carried out yet.
  func commitLate() {
    state.withLock { state in
      for save in state.pending { Self.commit(save.changes, notify: save.notify, &state) }
      state.pending = []
    }
  }

  func value(_ item: String, of student: String) -> RecordedValue? {
    state.withLock { $0.values[Username(student)]?[ItemIdentifier(item)] }
  }

  var saves: [Save] { state.withLock { $0.saves } }
  var reads: [String] { state.withLock { $0.reads } }
  var notifications: [String] { state.withLock { $0.notifications } }
  /// Who was notified, once for each request.
  var notified: [String] { state.withLock { $0.notified } }

  // MARK: Requests

  func send(_ request: HTTPRequest) async throws -> HTTPResponse {
    let request = StubRequest(request)
    let parts = Array(request.parts.dropFirst(2))
    switch (request.line.prefix(4), parts.first, parts.count) {
    case ("GET ", "definitions", 1):
      return .list(try await read("definitions") { $0.definitions }) { $1.write(to: &$0) }
    case ("GET ", "student-classifications", 2):
      return .ok(try await record(of: Username(parts[1]), request["showHidden"] == "true").write)
    case ("GET ", "group", 3):
      return .list(try await rows(of: GroupID(parts[1]))) { $1.write(to: &$0) }
    case ("PUT ", "student-classifications", 1):
      try await save(try request.changes(), notify: request["notify"] == "true")
      return HTTPResponse(status: 201)
    default: throw GradesError.notFound
    }
  }

  private func record(of username: Username, _ showHidden: Bool) async throws -> StudentRecord {
    try await read("record \(username)") { state throws(GradesError) in
      guard let values = state.values[username] else { throw .badRequest(detail: nil) }
      return StudentRecord(
        student: Student(username: username, firstName: nil, lastName: nil),
        items: state.definitions.filter { showHidden || !$0.hidden }.map {
          StudentClassification(
            definition: $0, recorded: values[$0.identifier] ?? RecordedValue(value: nil))
        })
    }
  }

  private func rows(of group: GroupID) async throws -> [GroupRow] {
    try await read("rows \(group)") { state in
      state.values.filter { !state.testStudents.contains($0.key) }.map { username, values in
        GroupRow(
          student: Student(username: username, firstName: nil, lastName: nil),
          values: state.isOld ? values.mapValues { RecordedValue(value: $0.value) } : values)
      }
    }
  }

  private func save(_ changes: [ValueChange], notify: Bool) async throws {
    try Task.checkCancellation()
    try await hook.withLock { $0 }?(.beforeSave)
    let failure: GradesError? = state.withLock { state in
      state.saves.append(Save(changes: changes, notify: notify))
      let fault = state.saveFaults.isEmpty ? nil : state.saveFaults.removeFirst()
      switch fault {
      case .before(let error): return error
      case .pretends: return nil
      case .late(let error):
        state.pending.append(Save(changes: changes, notify: notify))
        return error
      case .inTheMiddle(let count, let error):
        Self.commit(changes.prefix(count), notify: notify, &state)
        return error
      case .after, nil:
        let bad = changes.filter { change in
          state.values[change.username] == nil
            || change.value.map(state.refusedValues.contains) ?? false
        }
        guard bad.isEmpty else {
          if state.savesGoodPart {
            Self.commit(changes.filter { !bad.contains($0) }, notify: notify, &state)
          }
          return .badRequest(detail: "neplatná hodnota")
        }
        Self.commit(changes, notify: notify, &state)
        if case .after(let error) = fault { return error }
        return nil
      }
    }
    try await hook.withLock { $0 }?(.afterSave)
    if let failure { throw failure }
  }

  private static func commit(
    _ changes: some Sequence<ValueChange>, notify: Bool, _ state: inout State
  ) {
    state.time += 1
    if notify { state.notified += Set(changes.map(\.username.rawValue)) }
    for change in changes {
      state.values[change.username]?[change.identifier] = RecordedValue(
        value: change.value, note: change.note, updatedAt: state.time, author: "ucitezk1")
      if notify {
        state.notifications.append(
          "\(change.username) \(change.identifier) \(ValueWriter.text(change.value))")
      }
    }
  }

  private func read<Answer: Sendable>(
    _ request: String, _ pick: (State) throws -> Answer
  ) async throws -> Answer {
    try Task.checkCancellation()
    try await hook.withLock { $0 }?(.beforeRead)
    return try state.withLock { state in
      state.reads.append(request)
      if !state.readFaults.isEmpty { throw state.readFaults.removeFirst() }
      return try pick(state)
    }
  }
}
