import Foundation
import GradesClient

// The log has what answers have shown, and the history what the user has changed: they are joined when the log is read.

extension [LoggedChange] {
  /// The changes of a course with those that the user published, each once: what was seen is divided into what
  /// others did before an own change, the change itself, and what others did after it. Own changes that no answer
  /// has shown are added.
  func joined(with sent: SentChanges, in gradebook: Gradebook) -> [LoggedChange] {
    let user = gradebook.owner.username
    var cells = Dictionary(grouping: self, by: \.cell)
    for published in sent.published {
      let own = LoggedChange(published, in: gradebook)
      var seen = cells[own.cell] ?? []
      if let index = seen.index(of: own, published) {
        seen.replaceSubrange(index...index, with: seen[index].parts(around: own, published))
      } else {
        seen.append(own)
      }
      cells[own.cell] = seen
    }
    let unconfirmed = Dictionary(grouping: sent.unconfirmed, by: \.cell)
    return cells.values.joined().map { change in
      var change = change
      // What shows an unconfirmed change counts as the user's own, whatever author the service gives.
      change.isOwn =
        change.batch != nil || change.author == user.rawValue
        || unconfirmed[change.cell]?.contains { change.mayShow($0, of: user) } ?? false
      return change
    }
  }

  /// The index of the change that is an own one, or has it among others: if any shows just this change, the
  /// last one that does.
  private func index(of own: LoggedChange, _ published: SentChanges.Published) -> Int? {
    lastIndex { $0.mayContain(own, published) && $0.hasContent(of: own) }
      ?? lastIndex { $0.mayContain(own, published) }
  }
}

extension LoggedChange {
  /// Numbers of changes that are only in the history: in its order, and before all of the log.
  private static let firstID = Int64.min / 2

  /// A change that the user published, as it was confirmed: the service has carried it out after it was sent, and
  /// before it was confirmed.
  fileprivate init(_ published: SentChanges.Published, in gradebook: Gradebook) {
    let change = published.change
    self.init(
      id: Self.firstID + 2 * published.number + 1, kind: .taught, course: gradebook.course,
      semester: gradebook.semester,
      student: Student(username: change.cell.username, firstName: nil, lastName: nil),
      identifier: change.cell.identifier, from: change.base.value, to: change.value,
      noteFrom: change.base.note, noteTo: change.note,
      author: gradebook.owner.username.rawValue, seenAt: published.confirmedAt,
      batch: published.batch)
  }

  /// Whether an own change of the same cell can be what was seen here, or a part of it.
  ///
  /// Another window may see a value before it is confirmed.
  fileprivate func mayContain(_ own: LoggedChange, _ published: SentChanges.Published) -> Bool {
    guard batch == nil, seenAfter.map({ $0 <= own.seenAt }) ?? true else { return false }
    return own.seenAt <= seenAt
      || to == own.to && noteTo == own.noteTo && seenAt >= published.sentAfter
        && mayBe(of: own.author)
  }

  /// Whether it shows a value that was sent, and that no reading has confirmed yet.
  fileprivate func mayShow(_ sent: Draft, of user: Username) -> Bool {
    batch == nil && seenAt >= sent.sentAt ?? sent.createdAt
      && sent.edit.verdict(over: RecordedValue(value: to, note: noteTo)) == .alreadyThere
      && mayBe(of: user.rawValue)
  }

  /// Whether a user may have made the change. A UUID as its author is a program, perhaps this one.
  private func mayBe(of user: String?) -> Bool {
    author.map { $0 == user || UUID(uuidString: $0) != nil } ?? true
  }

  /// Whether both lead from the same value and note to the same ones.
  fileprivate func hasContent(of other: LoggedChange) -> Bool {
    from == other.from && to == other.to && noteFrom == other.noteFrom && noteTo == other.noteTo
  }

  /// What was seen, in the parts that an own change between the two looks makes of it: what others did before
  /// it, the change itself, and what others did after it, which has the time and author of the service.
  fileprivate func parts(
    around own: LoggedChange, _ published: SentChanges.Published
  ) -> [LoggedChange] {
    var (before, own, after) = (self, own, self)
    own.number = number
    own.seenAfter = seenAfter
    own.seenAt = min(own.seenAt, seenAt)
    before.id = own.id - 1
    (before.to, before.noteTo) = (own.from, own.noteFrom)
    let base = published.change.base
    (before.changedAt, before.author) = (base.updatedAt, base.author)
    // The publishing has read it before it sent anything.
    before.seenAt = min(max(published.sentAfter, seenAfter ?? .distantPast), own.seenAt)
    (after.from, after.noteFrom) = (own.to, own.noteTo)
    after.seenAfter = own.seenAt
    if !after.isChange {
      own.id = id
      own.changedAt = changedAt
    }
    return [before, own, after].filter(\.isChange)
  }
}
