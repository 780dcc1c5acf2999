import Foundation
import GradesClient
import JSON

/// Answers open questions by writing into one cell, which has its value and its note again afterwards.
///
/// What is to be restored is on the disk before the first request, and what each request writes before it is
/// sent. After an interruption the next trial restores the cell first. No student is notified. A value that was
/// written by someone else in between stays; then the file stays, too.
public struct DoctorTrial: Sendable {
  let owner: DraftOwner
  let backup: TrialBackup
  /// How many seconds the service may take to carry out a request, from its sending.
  let quietPeriod: TimeInterval
  let clock: RequestClock
  private let call: @Sendable (ServiceRequest) async throws -> ServiceResponse

  /// Makes a trial.
  ///
  /// - Parameters:
  ///   - backup: where it keeps what it has to restore.
  ///   - quietPeriod: how many seconds the service may take to carry out a request, from its sending.
  ///   - clock: the clock of the wait for a request without a response.
  ///   - call: sends one request with the stored login.
  public init(
    owner: DraftOwner, backup: TrialBackup,
    quietPeriod: TimeInterval = Publisher.usualQuietPeriod, clock: RequestClock = .system,
    call: @escaping @Sendable (ServiceRequest) async throws -> ServiceResponse
  ) {
    self.owner = owner
    self.backup = backup
    self.quietPeriod = quietPeriod
    self.clock = clock
    self.call = call
  }

  /// The cell of an interrupted trial, which has to be restored first.
  public func interrupted() async throws -> TrialCell? { try await backup.cell() }

  // MARK: The cell

  /// Chooses the cell: of a test student with a value where there is one, or of the student who is named. Of a
  /// student who is no test student, the cell must have a value: not every service can clear one again.
  ///
  /// Throws a ``TrialProblem`` or a ``GradesError``.
  public func cell(
    in course: CourseCode, _ semester: SemesterCode, item: ItemIdentifier, student: Username?
  ) async throws -> TrialCell {
    let tests = try await rows(of: Self.testGroup, in: course, semester)
    let graded = tests.filter { $0.entry(of: item) != .null }
    let first = student ?? (graded + tests).compactMap(\.student).first
    guard let first else { throw TrialProblem.noTestStudents(course) }
    guard let record = try await record(of: first, in: course, semester) else {
      throw TrialProblem.unknownStudent(first.rawValue)
    }
    guard let found = record.items.first(where: { $0["identifier"]?.text == item.rawValue }) else {
      throw TrialProblem.unknownItem(item.rawValue)
    }
    let isManual = found["evaluationType"]?.text == "MANUAL" || found["calculated"] == .flag(false)
    guard isManual else { throw TrialProblem.computedItem(item.rawValue) }
    var cell = TrialCell(
      owner: owner, course: course, semester: semester, cell: GradeCell(first, item),
      original: Self.content(of: found))
    let isTestStudent = tests.contains { $0.student == first }
    cell.group =
      isTestStudent
      ? Self.testGroup : try await group(with: cell, parallels: record["parallelCodes"])
    cell.original = try await content(of: cell)
    guard cell.original.note != TrialCell.note else { throw TrialProblem.leftBehind(cell.cell) }
    guard isTestStudent || cell.original.hasValue else { throw TrialProblem.noValue(cell.cell) }
    cell.written = TrialCell.values(of: found, besides: cell.original.value)
    cell.maximum = found["maximumValue"]?.number
    return cell
  }

  private static let testGroup = "TEST"

  /// The first group whose response has an author of a student's value, small ones first.
  private func group(with cell: TrialCell, parallels: JSONValue?) async throws -> String? {
    var parallels = parallels?.members ?? []
    parallels.removeAll { $0.value.text == nil }
    let others =
      parallels.filter { $0.name != "LECTURE" } + parallels.filter { $0.name == "LECTURE" }
    for group in others.compactMap({ $0.value.text.map { "PARALLEL_" + $0 } }) + ["ALL"] {
      var cell = cell
      cell.group = group
      if try await entry(of: cell)?.author != nil { return group }
    }
    return nil
  }

  // MARK: Requests

  /// What the cell has now, with its author.
  func content(of cell: TrialCell) async throws -> TrialContent {
    var content = try await contentOfRecord(cell)
    guard cell.group != nil else { return content }
    // Two responses, between which the cell may be written: they belong together where they have the same time,
    // or where the first one comes again.
    for _ in 0..<3 {
      let entry = try await entry(of: cell)
      content.author = entry?.author
      if let entry, entry.isUntouched(since: content) { return content }
      let again = try await contentOfRecord(cell)
      if again.isUntouched(since: content) { return content }
      content = again
    }
    return content
  }

  private func contentOfRecord(_ cell: TrialCell) async throws -> TrialContent {
    guard let record = try await record(of: cell.cell.username, in: cell.course, cell.semester),
      let item = record.items.first(where: {
        $0["identifier"]?.text == cell.cell.identifier.rawValue
      })
    else { throw GradesError.notFound }
    return Self.content(of: item)
  }

  private static func content(of item: JSONValue) -> TrialContent {
    content(item, time: item["lastUpdated"])
  }

  private static func content(_ value: JSONValue, time: JSONValue?) -> TrialContent {
    let note = value["note"]?.text ?? ""
    let author = value["authorUsername"]?.text ?? ""
    return TrialContent(
      value: value["value"] ?? .null, note: note.isEmpty ? nil : note, time: time ?? .null,
      author: author.isEmpty ? nil : author)
  }

  /// The cell in the response about its group, the only one with the author (Service contract, 6.8); nil where it
  /// has none.
  private func entry(of cell: TrialCell) async throws -> TrialContent? {
    guard let group = cell.group else { return nil }
    let row = try await rows(of: group, in: cell.course, cell.semester)
      .first { $0.student == cell.cell.username }
    let entry = row?["classificationMap"]?[cell.cell.identifier.rawValue]
    return entry.map { Self.content($0, time: $0["timestamp"]) }
  }

  /// The students of a group with their values; none of a group that the course does not have, or that this user
  /// may not read.
  private func rows(
    of group: String, in course: CourseCode, _ semester: SemesterCode
  ) async throws -> [JSONValue] {
    do {
      return try await get(
        ["courses", course.rawValue, "group", group, "student-classifications"], semester)?
        .elements ?? []
    } catch GradesError.notPermitted { return [] }
  }

  /// A student with the values; nil for one whom the course does not have.
  private func record(
    of student: Username, in course: CourseCode, _ semester: SemesterCode
  ) async throws -> JSONValue? {
    try await get(
      ["courses", course.rawValue, "student-classifications", student.rawValue], semester,
      [URLQueryItem(name: "showHidden", value: "true")])
  }

  private func get(
    _ parts: [String], _ semester: SemesterCode, _ query: [URLQueryItem] = []
  ) async throws -> JSONValue? {
    let response = try await call(
      ServiceRequest(
        .get, try ServicePath(parts: ["public"] + parts),
        query: [URLQueryItem(name: "semester", value: semester.rawValue)] + query))
    if response.status == 404 || response.status == 400 { return nil }
    if let failure = response.failure { throw failure }
    do {
      return try JSONValue(reading: Array(response.body))
    } catch { throw GradesError.unreadable(.json(path: "")) }
  }

  /// Saves entries without notifying; returns the response. Throws ``GradesError/tokenReplaced`` for a request
  /// that was not applied.
  func save(_ entries: [JSONValue], in cell: TrialCell) async throws -> ServiceResponse {
    let path = try ServicePath(
      parts: ["public", "courses", cell.course.rawValue, "student-classifications"])
    let request = ServiceRequest(
      .put, path,
      query: [
        URLQueryItem(name: "semester", value: cell.semester.rawValue),
        URLQueryItem(name: "notify", value: "false"),
      ], body: Data(JSONValue.array(entries).jsonLine.utf8))
    let response = try await call(request)
    // Behind a gateway that gave up, the service may still carry it out.
    if let failure = response.failure, !failure.endsRequest { throw failure }
    return response
  }
}

extension JSONValue {
  /// The student of a group's row.
  fileprivate var student: Username? { self["username"]?.text.map { Username($0) } }

  /// The value in a group's row, in either shape.
  fileprivate func entry(of item: ItemIdentifier) -> JSONValue {
    let entry = self["classificationMap"]?[item.rawValue] ?? .null
    return entry["value"] ?? entry
  }

  /// The items of a student's record.
  fileprivate var items: [JSONValue] { self["studentClassificationFullDtos"]?.elements ?? [] }

  fileprivate var members: [Member] {
    if case .object(let members) = self { members } else { [] }
  }
}
