import Foundation
import GradesClient

/// A cell that goes from what the service had to what is wanted or was published: an edit, what a draft is about, a
/// line of the history.
package struct DraftEdit: Hashable, Sendable {
  package var cell: GradeCell
  /// What the service had when the edit was made; publishing compares with it.
  package var base: RecordedValue
  package var value: GradeValue?
  /// The new note; the base's note if the edit does not change it.
  package var note: String?
  /// What it came from; nil if that is not known.
  package var origin: ChangeOrigin?

  /// Makes an edit; an empty note counts as none.
  package init(
    cell: GradeCell, base: RecordedValue, value: GradeValue?, note: String?,
    origin: ChangeOrigin? = nil
  ) {
    self.cell = cell
    self.base = base
    self.value = value
    self.note = note == "" ? nil : note
    self.origin = origin
  }

  package var isEmpty: Bool { value == base.value && note == base.note }

  /// The edit of the same cell that changes nothing.
  package var unchanged: DraftEdit {
    var edit = self
    (edit.value, edit.note) = (base.value, base.note)
    return edit
  }

  package var changesNote: Bool { note != base.note }

  /// The edit over another user's value. A note that it does not change stays theirs.
  package func over(_ theirs: RecordedValue) -> DraftEdit {
    var edit = self
    edit.base = theirs
    if !changesNote { edit.note = theirs.note }
    return edit
  }

  package func over(_ theirs: RecordedValue, with value: GradeValue?) -> DraftEdit {
    var edit = over(theirs)
    edit.value = value
    return edit
  }

  /// Whether it wants the same over the same value; times and authors do not count.
  package func hasContent(of other: DraftEdit) -> Bool {
    value == other.value && note == other.note && base.hasContent(of: other.base)
  }

  /// The edit as the history has it, with what was read after it. A note that it does not change stays when it is
  /// undone, also one that a colleague wrote between the sending and the reading.
  func published(as there: RecordedValue) -> DraftEdit {
    var change = self
    if !changesNote { change.base.note = there.note }
    (change.value, change.note) = (there.value, there.note)
    return change
  }

  /// The edit that takes it back where the cell still has what it wrote.
  var reversed: DraftEdit {
    DraftEdit(
      cell: cell, base: RecordedValue(value: value, note: note), value: base.value, note: base.note)
  }
}

extension RecordedValue {
  /// Whether the value and the note are the same; times and authors do not count.
  func hasContent(of other: RecordedValue) -> Bool { value == other.value && note == other.note }
}

/// An edit that the service does not have yet, kept durably.
package struct Draft: Hashable, Sendable, Identifiable {
  /// Its number in the store; a cell's next edit has another one.
  package let id: Int64
  package let gradebook: Gradebook
  package var edit: DraftEdit
  package let createdAt: Date
  /// Why it has not been published although it was tried; nil if it never was.
  package var reason: DraftReason?
  package var batch: Int64?
  /// When it was sent; nil unless it is unconfirmed.
  package var sentAt: Date?
  /// The end of the quiet period: a reading that begins later proves what became of it. Nil unless it is
  /// unconfirmed.
  package var confirmAfter: Date?

  /// Whether it was sent, and no reading has shown yet whether it arrived. The service may still carry it out,
  /// so the cell is neither sent again nor changed; only a reading settles it.
  package var isUnconfirmed: Bool { confirmAfter != nil }
  /// Whether the cell was changed by someone else since, so that it waits for a decision.
  package var isConflict: Bool { reason?.code == .conflict }
  var sentVerdict: Verdict { .unconfirmed(until: confirmAfter ?? createdAt) }

  package var cell: GradeCell { edit.cell }
  package var base: RecordedValue { edit.base }
  package var value: GradeValue? { edit.value }
  package var note: String? { edit.note }
  package var origin: ChangeOrigin? { edit.origin }
  /// Whether the student is not notified of it, whatever is asked for.
  package var isSilent: Bool { origin?.isSilent ?? false }
}

extension Sequence<Draft> {
  /// The drafts by their cells. In a file of an earlier version a cell may have two, of which the later one is newer.
  package var byCell: [GradeCell: Draft] {
    Dictionary(map { ($0.cell, $0) }, uniquingKeysWith: { $1 })
  }
}

/// A cell of a gradebook, which keeps its place when its draft gets another number.
package struct DraftCell: Hashable, Sendable {
  package let gradebook: Gradebook
  package let cell: GradeCell

  package init(_ draft: Draft) { (gradebook, cell) = (draft.gradebook, draft.cell) }
}

/// Why an edit has not been published.
package struct DraftReason: Hashable, Sendable {
  /// The kinds of reasons; the words are kept in the store and never change.
  package enum Code: String, Sendable, CaseIterable {
    case conflict
    /// It was sent, the service accepted it, and reading again found the old value.
    case notThere
    /// The service refused it (400).
    case refused
    /// The user may not change it (401 with a good token, 403).
    case notPermitted
    /// There is no usable token.
    case notSignedIn
    /// The service could not be reached, or broke off.
    case unreachable
    /// The service failed (429, 5xx, an unreadable answer).
    case serviceFailed
    /// The program ended while it was being sent; a second reading found the old value.
    case interrupted
    /// It was sent and not seen since: it may have arrived, or may still arrive.
    case unconfirmed
    /// The service redirected the request instead of carrying it out.
    case redirected
    /// An earlier batch failed, so this one was not tried.
    case notTried
    /// It was edited again or discarded before it was sent; what is kept of the cell now, if
    /// anything, is another draft.
    case replaced
    case unknownStudent
    case unknownItem
    case computed
    case wrongType
  }

  package var code: Code
  /// The service's own short text, if any.
  package var detail: String?

  /// Whether the service may still carry out what was sent: found there later, it is ours.
  var mayArriveLate: Bool {
    switch code {
    case .notThere, .unreachable, .serviceFailed, .interrupted, .unconfirmed, .redirected: true
    default: false
    }
  }

  package init(_ code: Code, detail: String? = nil) {
    self.code = code
    self.detail = detail
  }
}
