import Foundation
import GradesClient
import GradesCore
import GradesServer
import GradesTesting
import JSON
import TestSupport

extension Practice {
  static let course = CourseCode("XI-ZPT.23")

  /// The cell of an item that a trial chooses.
  @discardableResult
  func cell(
    _ trial: DoctorTrial, _ item: String = "du1", student: String? = nil
  ) async throws -> TrialCell {
    try await trial.cell(
      in: Self.course, SemesterCode("B261")!, item: ItemIdentifier(item),
      student: student.map { Username($0) })
  }

  /// The cell of a student that a colleague has given a value and a note.
  func gradedCell() async throws -> TrialCell {
    try await write(.number(1.25), note: "pozdě")
    return try await cell(trial(), student: "zkusade1")
  }

  /// The cell of a test student without a value and a note.
  func emptyCell() async throws -> TrialCell {
    try await write(nil, student: "testst01")
    return try await cell(trial(), student: "testst01")
  }

  /// Stores a login of the teacher that can renew its token.
  func storeLogin() async throws {
    let tokens = try await service.control.issueTokens(username: DemoAccounts.teacher.username)
    let entry = JSONValue.object([
      .init("accessToken", .string(tokens.access)), .init("refreshToken", .string(tokens.refresh)),
      .init("kind", .string("user")),
      .init("expiresAt", .string(Date().addingTimeInterval(3600).formatted(.iso8601))),
      .init("receivedAt", .string(Date().formatted(.iso8601))),
    ])
    let file = folder.file("credentials.json")
    try Data(JSONValue.object([.init("hosts", .object([.init("demo", entry)]))]).jsonLine.utf8)
      .write(to: file)
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file.path)
  }

  /// A cell of either kind.
  func cell(isEmpty: Bool) async throws -> TrialCell {
    isEmpty ? try await emptyCell() : try await gradedCell()
  }

  /// Writes into a cell without a request, as a colleague unless another author is named.
  func write(
    _ value: CellValue?, note: String = "", student: String = "zkusade1", item: String = "du1",
    author: String = DemoAccounts.colleague.username
  ) async throws {
    try await service.control.changeAsColleague(
      course: Self.course.rawValue, username: student, item: item, value: value, note: note,
      author: author)
  }

  /// Cancels a trial while the service has one of its requests that save in hand.
  func interrupt(
    _ cell: TrialCell, during number: Int, by action: Fault.Action = .hangAfterHandling,
    now: @escaping @Sendable () -> Date = { Date() }
  ) async throws {
    let hang = service.control.add(
      Fault("PUT", "/student-classifications", skipping: number, action))
    let trial = try await trial(now: now)
    let cell = try await trial.cell(
      in: cell.course, cell.semester, item: cell.cell.identifier, student: cell.cell.username)
    let run = Task { try await trial.run(cell) }
    await hang.waitUntilHit()
    run.cancel()
    if case .success(let findings) = await run.result { throw NotInterrupted(findings: findings) }
    hang.remove()
  }

  private struct NotInterrupted: Error {
    let findings: [DoctorFinding]
  }

  /// The requests that save.
  var saves: [LoggedRequest] { service.control.requestLog.filter { $0.method == "PUT" } }

  /// What the service stores for a cell, without its time and author.
  func stored(_ cell: TrialCell, semester: String? = nil) async throws -> [String] {
    let stored = try await service.control.cell(
      course: cell.course.rawValue, semester: semester, username: cell.cell.username.rawValue,
      item: cell.cell.identifier.rawValue)
    return ["\(String(describing: stored?.value))", stored?.note ?? ""]
  }

  /// What the service stores for a cell.
  func content(_ cell: TrialCell) async throws -> StoredCell {
    try await service.control.cell(
      course: cell.course.rawValue, username: cell.cell.username.rawValue,
      item: cell.cell.identifier.rawValue)
      ?? StoredCell(value: nil, note: nil, changedAt: nil, author: nil)
  }

  /// Adds an item with bounds.
  func addItem(_ identifier: String, minimum: String, maximum: String) async throws {
    let body = """
      {"":[{"identifier":"\(identifier)","parentIdentifier":"","courseCode":"\(Self.course)",\
      "semesterCode":"B261","classificationTextDtos":[{"identifier":"cs","name":"x"},\
      {"identifier":"en","name":"x"}],"classificationType":"HOMEWORK","evaluationType":"MANUAL",\
      "valueType":"NUMBER","expression":null,"hidden":true,"minimumValue":\(minimum),\
      "minimumRequiredValue":null,"maximumValue":\(maximum)}]}
      """
    let response = try await doctorService(for: "ucitezk1").call(
      ServiceRequest(
        .post,
        try ServicePath(
          parts: ["public", "courses", Self.course.rawValue, "definition-hierarchy"]),
        query: [URLQueryItem(name: "semester", value: "B261")], body: Data(body.utf8)))
    if let failure = response.failure { throw failure }
  }
}

extension GradeValue {
  init(_ value: CellValue) {
    switch value {
    case .number(let number): self = .number(number)
    case .text(let text): self = .text(text)
    case .flag(let flag): self = .flag(flag)
    }
  }
}
