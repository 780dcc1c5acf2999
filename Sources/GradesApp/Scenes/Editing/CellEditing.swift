import Foundation
import GradesCore
import GradesLocalization
import Observation

/// What is edited in a scene: the drafts of a course, and the cell that is being written. What keys do with it is in
/// ``CellEditingScene``.
@MainActor @Observable
final class CellEditing {
  /// Why keys do nothing with a cell until the focus is moved.
  enum Stop: Equatable {
    /// A response has taken the cell away that was being written; what is typed was meant for it.
    case gone(Sentence, isSaid: Bool)
    /// The last cell was written; what begins a value was meant for one that does not exist.
    case end
  }

  /// What stores the edits and has them, as the only one; nil before it is known whose they are.
  private(set) var editor: CellEditor?
  var field: CellField?
  /// What is being typed into a yes or no; nil: no letter was typed since the last movement.
  var word: YesNoWord?
  @ObservationIgnored var stop: Stop?

  let strings: Strings
  let now: @Sendable () -> Date
  private let drafts: DraftStore
  /// The editors of all gradebooks that were opened: edits that could not be stored, as on a full disk, are kept for
  /// the return to their gradebook, and tried again with each ``finish()``.
  private var editors: [Gradebook: CellEditor] = [:]

  init(drafts: DraftStore, strings: Strings, now: @escaping @Sendable () -> Date) {
    self.drafts = drafts
    self.strings = strings
    self.now = now
  }

  var cells: EditedCells { editor?.cells ?? EditedCells() }

  var gradebook: Gradebook? { editor?.gradebook }

  /// Whether there is anything to review, be it only what is being written.
  var hasChanges: Bool { cells.changeCount > 0 || field?.isChanged == true }

  func disabledReason(for cell: EditableCell?) -> Message? {
    guard let cell else { return .disabledNothingSelected }
    guard cell.item.isEditable else { return .disabledComputed }
    guard gradebook?.semester == cell.semester else { return .disabledNoSemester }
    return cells.isUnconfirmed(cell.cell) ? .disabledUnconfirmed : nil
  }

  /// Reads the drafts of a gradebook, after what was edited in another one is stored.
  func open(_ gradebook: Gradebook) async throws {
    if editor?.gradebook != gradebook {
      await finish()
      let opened = editors[gradebook] ?? CellEditor(drafts: drafts, gradebook: gradebook)
      editors[gradebook] = opened
      editor = opened
    }
    _ = try await reload()
  }

  /// Reads the drafts again; returns whether some were removed, so that the service has other values.
  func reload() async throws -> Bool {
    guard let editor else { return false }
    let before = editor.cells.changedCells
    try await editor.load()
    return !before.isSubset(of: editor.cells.changedCells)
  }

  func finish() async {
    for editor in Array(editors.values) { await editor.finish() }
  }

  /// Ends writing into a cell that a newer response has no longer focused: the field would be drawn in another cell.
  func endWriting(unlessInto focused: EditableCell?) {
    guard let field, field.cell.cell != focused?.cell else { return }
    self.field = nil
    guard field.isChanged else { return }
    let sentence = Sentence(
      .editingCellGone,
      [
        .student: field.cell.student.listName,
        .item: field.cell.item.name(in: strings.serviceLanguage),
      ])
    stop = .gone(sentence, isSaid: false)
  }

  /// Lets keys change the focused cell again, after a movement.
  func forgetTyping() {
    stop = nil
    if word != nil { word = nil }
  }

  /// Says once that a response has ended what was being written.
  func takeNotice() -> Response {
    guard case .gone(let sentence, isSaid: false) = stop else { return .done }
    stop = .gone(sentence, isSaid: true)
    return .say(sentence)
  }
}

/// A word that is typed into a yes or no. Its first letter decides; the others, until a pause, do nothing.
struct YesNoWord: Hashable, Sendable {
  private let text: String
  private let time: Date

  /// Longer than between the letters of a word, and shorter than between those of two students.
  private static let pause: TimeInterval = 0.4

  init?(_ text: String, at time: Date) {
    guard text.allSatisfy(\.isLetter) else { return nil }
    self.text = text.lowercased()
    self.time = time
  }

  /// The word with another letter; nil where that begins another word.
  func adding(_ letter: String, at now: Date) -> YesNoWord? {
    abs(now.timeIntervalSince(time)) < Self.pause ? YesNoWord(text + letter, at: now) : nil
  }

  var isKnown: Bool { ["ano", "yes", "ne", "no"].contains { $0.hasPrefix(text) } }
}
