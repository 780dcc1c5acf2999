import Foundation
import GradesClient

// How a user's own published changes are put among those that were seen.

extension CourseChange {
  /// A change that the user published.
  init(_ published: PublishedBatch.Change, of batch: PublishedBatch, by user: Username?) {
    self.init(
      username: published.cell.username, identifier: published.cell.identifier,
      from: published.oldValue, to: published.newValue, noteFrom: published.oldNote,
      noteTo: published.newNote, author: user?.rawValue, seenAfter: nil,
      seenAt: batch.publishedAt, batch: batch.id)
  }

  /// Whether an own change of the same cell can be what was seen here, or a part of it.
  ///
  /// Another window may see a value a moment before it counts as published.
  func mayContain(_ own: CourseChange) -> Bool {
    guard batch == nil, seenAfter.map({ $0 <= own.seenAt }) ?? true else { return false }
    return own.seenAt <= seenAt
      || own.isShown(as: to, noteTo, at: seenAt) && (author == nil || author == own.author)
  }

  /// Whether a value that was seen at a moment before this own change's publication is its value.
  fileprivate func isShown(as value: GradeValue?, _ note: String?, at moment: Date) -> Bool {
    value == to && note == noteTo && seenAt.timeIntervalSince(moment) < Self.publishingTime
  }

  /// The longest time between a value's arrival at the service and its publication.
  private static let publishingTime: TimeInterval = 600

  /// What was seen, in the parts that an own change between the two looks makes of it: what others did before
  /// it, the change itself, and what others did after it, which is last and has the time and author of the service.
  func split(by own: CourseChange) -> [CourseChange] {
    let before = CourseChange(
      username: username, identifier: identifier, from: from, to: own.from, noteFrom: noteFrom,
      noteTo: own.noteFrom, seenAfter: seenAfter, seenAt: own.seenAt)
    var own = own
    own.seenAfter = seenAfter
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
  mutating func note(_ own: CourseChange) -> [CourseChange] {
    guard let seen = self[own.username], seen.seenAt <= own.seenAt,
      // The first look may have come between the sending and the publication.
      !own.isShown(as: seen.value, seen.note, at: seen.seenAt)
    else { return [own] }
    let change = CourseChange(
      username: own.username, identifier: own.identifier, from: seen.value, to: own.to,
      noteFrom: seen.note, noteTo: own.noteTo, seenAfter: seen.seenAt, seenAt: own.seenAt)
    put(Cell(username: own.username, value: own.to, note: own.noteTo, seenAt: own.seenAt))
    return change.split(by: own)
  }
}
