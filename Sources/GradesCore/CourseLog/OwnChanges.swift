import Foundation
import GradesClient

// How a user's own published changes are put among those that were seen.

/// A change that the user published.
struct OwnChange: Hashable, Sendable {
  /// The change, as it was confirmed.
  var change: CourseChange
  /// The change in the history: the service has carried it out after it was sent, and before it was confirmed.
  let published: SentChanges.Published

  init(_ published: SentChanges.Published, by user: Username?) {
    let change = published.change
    self.change = CourseChange(
      username: change.cell.username, identifier: change.cell.identifier,
      from: change.base.value, to: change.value, noteFrom: change.base.note,
      noteTo: change.note, author: user?.rawValue, seenAfter: nil,
      seenAt: published.confirmedAt, batch: published.batch)
    self.published = published
  }

  /// Whether a value that was seen at a moment before it was confirmed is its value.
  fileprivate func isShown(as value: GradeValue?, _ note: String?, at moment: Date) -> Bool {
    value == change.to && note == change.noteTo && moment >= published.sentAfter
  }
}

extension CourseChange {
  /// Whether an own change of the same cell can be what was seen here, or a part of it.
  ///
  /// Another window may see a value before it is confirmed.
  func mayContain(_ own: OwnChange) -> Bool {
    guard batch == nil, seenAfter.map({ $0 <= own.change.seenAt }) ?? true else { return false }
    return own.change.seenAt <= seenAt
      || own.isShown(as: to, noteTo, at: seenAt) && mayBe(of: own.change.author)
  }

  /// Whether it shows a value that was sent, and that no reading has confirmed yet.
  func mayShow(_ sent: SentChanges.Unconfirmed, of user: Username) -> Bool {
    cell == sent.edit.cell && batch == nil && seenAt >= sent.sentAfter
      && sent.edit.verdict(over: RecordedValue(value: to, note: noteTo)) == .alreadyThere
      && mayBe(of: user.rawValue)
  }

  /// Whether a user may have made the change. A UUID as its author is a program, perhaps this one.
  private func mayBe(of user: String?) -> Bool {
    author.map { $0 == user || UUID(uuidString: $0) != nil } ?? true
  }

  /// Whether both lead from the same value and note to the same ones.
  func hasContent(of other: CourseChange) -> Bool {
    from == other.from && to == other.to && noteFrom == other.noteFrom && noteTo == other.noteTo
  }

  /// What was seen, in the parts that an own change between the two looks makes of it: what others did before
  /// it, the change itself, and what others did after it, which is last and has the time and author of the service.
  func split(by change: OwnChange) -> [CourseChange] {
    let published = change.published
    var own = change.change
    own.seenAfter = seenAfter
    own.seenAt = min(own.seenAt, seenAt)
    // The publishing has read it before it sent anything.
    let readAt = min(max(published.sentAfter, seenAfter ?? .distantPast), own.seenAt)
    let before = CourseChange(
      username: username, identifier: identifier, from: from, to: own.from, noteFrom: noteFrom,
      noteTo: own.noteFrom, changedAt: published.change.base.updatedAt,
      author: published.change.base.author,
      seenAfter: seenAfter, seenAt: readAt)
    var after = self
    after.from = own.to
    after.noteFrom = own.noteTo
    after.seenAfter = own.seenAt
    if !after.isChange { own.changedAt = changedAt }
    return [before, own, after].filter(\.isChange)
  }

  /// Whether the value or the note differ.
  fileprivate var isChange: Bool { from != to || noteFrom != noteTo }
}

extension SeenColumn {
  /// Takes over an own change that no answer has shown, and returns it with what others have changed before it.
  mutating func note(_ own: OwnChange) -> [CourseChange] {
    let change = own.change
    guard let seen = self[change.username], seen.seenAt <= change.seenAt,
      // The first look may have come between the sending and the confirmation.
      !own.isShown(as: seen.value, seen.note, at: seen.seenAt)
    else { return [change] }
    let whole = CourseChange(
      username: change.username, identifier: change.identifier, from: seen.value, to: change.to,
      noteFrom: seen.note, noteTo: change.noteTo, seenAfter: seen.seenAt, seenAt: change.seenAt)
    put(
      Cell(
        username: change.username, value: change.to, note: change.noteTo, seenAt: change.seenAt))
    return whole.split(by: own)
  }
}
