import Foundation
import GradesClient
import JSON

/// What a trial has to get back, and the last request that it has sent.
///
/// It is on the disk before a request is sent and again after it was answered, so that the next trial can tell
/// what this one has written from what others have.
struct TrialRecord: Hashable, Sendable {
  /// The cell with its original content.
  var cell: TrialCell
  /// The author that the service gives to values of this login: the user, unless a response shows another one.
  var author: String
  /// The last request; nil before the first one.
  var last: Request?

  /// One request that saves.
  struct Request: Hashable, Sendable {
    /// The cell as it was read before.
    var before: TrialContent
    /// The value that is saved.
    var value: JSONValue
    /// The note that is saved; nil for none.
    var note: String?
    /// When it was sent, by this machine's clock.
    var time: Date
    /// Whether the service has answered it, or never got it: it cannot be carried out any more.
    var isEnded = false
    /// The cell as it was read afterwards; nil if it was not.
    var after: TrialContent?

    /// Whether the service can have stored this: it may keep the old value, or the old note, and with the value
    /// it may clear the note.
    func canMake(_ now: TrialContent) -> Bool {
      let isValue = [value, before.value].contains { $0.isSame(as: now.value) }
      let isNote = [note ?? "", before.note ?? ""].contains(now.note ?? "")
      return isValue && isNote || value == .null && !now.hasValue && now.note == nil
    }
  }

  /// Begins the record of a trial.
  init(_ cell: TrialCell) {
    self.cell = cell
    author = cell.owner.username.rawValue
  }

  /// Whether the cell has nothing but what it had before the trial, or what the trial has written.
  ///
  /// - Parameter quietPeriod: how many seconds the service may take to carry out a request.
  func owns(_ now: TrialContent, within quietPeriod: TimeInterval) -> Bool {
    guard let last else { return now.isUntouched(since: cell.original) }
    if let after = last.after { return now.isUntouched(since: after) }
    return now.isUntouched(since: last.before) || isOutcome(now, of: last, within: quietPeriod)
  }

  /// Whether a request can have made this. Others may write the same, and so may the user later: without the
  /// trial's own note the time must show it, or the response that has just come.
  private func isOutcome(
    _ now: TrialContent, of request: Request, within quietPeriod: TimeInterval
  ) -> Bool {
    if let author = now.author, Username(author) != Username(self.author) { return false }
    // A service may store another value: the nearest bound, a rounded one, none.
    if now.note == TrialCell.note { return true }
    guard request.canMake(now) else { return false }
    if request.isEnded { return true }
    if request.value == .null, now.isNothing { return true }
    guard now.author != nil, let time = now.time.number else { return false }
    return time / 1000 <= request.time.timeIntervalSince1970 + quietPeriod + Self.clockError
  }

  /// How many seconds the clocks of this machine and of the service may differ.
  private static let clockError = TimeInterval(DoctorRun.largestClockError)

  /// Stores the cell as it was read after the last request, if that is what the trial has made of it.
  /// Returns whether it is.
  mutating func note(
    _ after: TrialContent, isSuccess: Bool, within quietPeriod: TimeInterval
  ) -> Bool {
    guard let last else { return false }
    // The contract does not prove that authors are usernames (Service contract, 6.8).
    let isMarked = [last.note, after.note].allSatisfy { $0 == TrialCell.note }
    if isSuccess, isMarked, let author = after.author { self.author = author }
    guard owns(after, within: quietPeriod) else { return false }
    self.last?.after = after
    return true
  }

  /// How long the last request may still be carried out, in seconds.
  func wait(_ quietPeriod: TimeInterval, at now: Date) -> TimeInterval {
    guard let last, !last.isEnded, last.after == nil else { return 0 }
    // A clock that was set back since makes it no longer.
    return max(0, min(quietPeriod, last.time.timeIntervalSince(now) + quietPeriod))
  }
}

extension TrialRecord: JSONWritable {
  private static let kind = "grades doctor trial"

  package func write(to writer: inout JSONWriter) {
    writer.object { writer in
      writer.member("kind", Self.kind)
      writer.member("format", 2)
      writer.member("host", cell.owner.host)
      writer.member("user", cell.owner.username.rawValue)
      writer.member("course", cell.course.rawValue)
      writer.member("semester", cell.semester.rawValue)
      writer.member("student", cell.cell.username.rawValue)
      writer.member("item", cell.cell.identifier.rawValue)
      writer.member("group", cell.group)
      writer.member("original", cell.original)
      writer.member("author", author)
      guard let last else { return }
      writer.name("request")
      writer.object { writer in
        writer.member("before", last.before)
        writer.member("value", last.value)
        writer.member("note", last.note)
        writer.member("time", last.time.timeIntervalSince1970)
        writer.member("after", last.after)
      }
    }
  }

  /// Reads a file; throws for one that is none or is damaged.
  init(_ bytes: [UInt8]) throws {
    let stored = try JSONValue(reading: bytes)
    func text(_ name: String) throws -> String {
      guard let text = stored[name]?.text else { throw Damaged() }
      return text
    }
    guard try text("kind") == Self.kind, stored["format"]?.number == 2,
      let semester = SemesterCode(try text("semester")), let original = stored["original"]
    else { throw Damaged() }
    cell = TrialCell(
      owner: DraftOwner(host: try text("host"), username: Username(try text("user"))),
      course: CourseCode(try text("course")), semester: semester,
      cell: GradeCell(Username(try text("student")), ItemIdentifier(try text("item"))),
      original: TrialContent(stored: original), group: stored["group"]?.text)
    author = try text("author")
    guard let request = stored["request"] else { return }
    guard let before = request["before"], let time = request["time"]?.number else {
      throw Damaged()
    }
    let after = request["after"] ?? .null
    last = Request(
      before: TrialContent(stored: before), value: request["value"] ?? .null,
      note: request["note"]?.text, time: Date(timeIntervalSince1970: time),
      after: after == .null ? nil : TrialContent(stored: after))
  }

  private struct Damaged: Error {}
}
