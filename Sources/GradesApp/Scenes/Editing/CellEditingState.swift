import Foundation
import GradesClient
import GradesCore
import GradesLocalization

extension CellEditing {
  /// What a scene shows of it.
  struct State: Equatable, Sendable {
    /// Where edits go; nil before it is known.
    var gradebook: Gradebook?
    /// What the user has changed.
    var cells = EditedCells()
    var canUndo = false
    var canRedo = false
    /// The cell that is being written; nil: none is.
    var field: CellField?
    /// What is being typed into a yes or no; nil: no letter was typed since the last movement.
    var word: YesNoWord?

    /// Whether there is anything to review, be it only what is being written.
    var hasChanges: Bool { cells.changeCount > 0 || field?.isChanged == true }
  }
}

extension CellEditing.State {
  /// Why an action does nothing with the focused cell; nil: it does something.
  func disabledReason(for action: CellEditing.Action, _ focused: EditableCell?) -> Message? {
    switch action {
    case .undo: return canUndo ? nil : .disabledNothingToUndoCells
    case .redo: return canRedo ? nil : .redoNothing
    case .type, .key, .cancel, .spell, .expand: return nil
    case .show: return focused == nil ? .disabledNoCell : nil
    case .edit, .begin, .note, .toggle, .answer, .clear: break
    }
    guard let focused else { return .disabledNoCell }
    guard focused.item.isEditable else { return .disabledComputed }
    guard gradebook?.semester == focused.semester else { return .disabledNoSemester }
    guard !cells.isUnconfirmed(focused.cell) else { return .disabledUnconfirmed }
    let value = focused.current.value
    switch action {
    case .toggle: return focused.item.toggled(value) == nil ? .disabledNotYesNo : nil
    case .clear: return value == nil ? .disabledNothingToClear : nil
    default: return nil
    }
  }

  /// The action of a text that no key is bound to: it goes into the field, or begins one (Product rules,
  /// Keys of the spreadsheets). Nil: the text can begin no value of the cell. Where there is no cell, what begins a
  /// number begins a value, too: its characters must not open other scenes.
  func typed(_ text: String, _ focused: EditableCell?, at time: Date) -> CellEditing.Action? {
    if field != nil { return .type(text) }
    // Whatever the cell below takes.
    if let longer = word?.adding(text, at: time) { return .spell(longer) }
    guard let focused else {
      return text.first.map { $0.isNumber || "+-,.".contains($0) } == true ? .begin(text) : nil
    }
    guard takesText(focused) || !Self.commands.contains(text) else { return nil }
    guard focused.item.isEditable, focused.item.valueType == .boolean else { return .begin(text) }
    return .answer(Self.answers[text.lowercased()], YesNoWord(text, at: time))
  }

  /// What keys mean in a yes or no.
  private static let answers = ["y": true, "a": true, "1": true, "n": false, "0": false]

  /// The characters that begin neither a number nor a yes or no.
  private static let commands = ["?", " "]

  /// Whether every character begins a value of the cell.
  func takesText(_ focused: EditableCell?) -> Bool {
    focused.map { $0.item.isEditable && $0.item.valueType == .string } ?? false
  }
}

/// A word that is typed into a yes or no. Its first letter decides; the others, until a pause, do nothing.
struct YesNoWord: Hashable, Sendable {
  private let text: String
  /// When its last letter was typed.
  private let time: Date

  /// Longer than between the letters of a word, and shorter than between those of two students.
  private static let pause: TimeInterval = 0.4

  /// Begins a word; nil for what is no letter.
  init?(_ text: String, at time: Date) {
    guard text.allSatisfy(\.isLetter) else { return nil }
    self.text = text.lowercased()
    self.time = time
  }

  /// The word with another letter; nil where that begins another word.
  func adding(_ letter: String, at now: Date) -> YesNoWord? {
    abs(now.timeIntervalSince(time)) < Self.pause ? YesNoWord(text + letter, at: now) : nil
  }

  /// Whether it is the beginning of a yes or no.
  var isKnown: Bool { ["ano", "yes", "ne", "no"].contains { $0.hasPrefix(text) } }
}
