import GradesClient
import GradesCore
import GradesLocalization
import Terminal

/// A cell of a scene, with what it holds.
struct EditableCell: Equatable, Sendable {
  var student: Student
  var item: Classification
  /// The semester of the values that the scene shows.
  var semester: SemesterCode
  /// What the service has.
  var recorded: RecordedValue
  /// What it is with the user's changes.
  var current: RecordedValue
  /// What is known of a computed value that does not include the student's drafts; nil: it needs none.
  var estimate: ComputedEstimates.Estimate?

  /// Makes a cell of a scene, with the user's changes.
  init(
    _ student: Student, _ item: Classification, in semester: SemesterCode, recorded: RecordedValue,
    _ edits: EditedCells
  ) {
    self.student = student
    self.item = item
    self.semester = semester
    self.recorded = recorded
    current = edits.value(of: GradeCell(student.username, item.identifier), over: recorded)
  }

  var cell: GradeCell { GradeCell(student.username, item.identifier) }

  /// Whether every character begins a value.
  var takesText: Bool { item.isEditable && item.valueType == .string }

  /// The value as it is typed; nothing for none.
  func editableText(_ strings: Strings) -> String {
    if case .text(let text) = current.value { return text }
    return current.value == nil ? "" : ValueText(strings).text(current.value)
  }

  /// What a typed text means for the cell.
  func read(_ text: String) -> Result<GradeValue?, EditProblem> {
    ValueReader().value(typed: text, for: item, over: current.value)
  }

  /// The warning about a value outside the item's bounds, by the rule of all edits; nil inside of them.
  func warning(about value: GradeValue?, _ strings: Strings) -> Sentence? {
    BoundsViolation(value, of: item).map { Sentence(EditProblem($0, of: cell), strings) }
  }
}

/// The text field in a cell that is being written.
struct CellField: Equatable, Sendable {
  let cell: EditableCell
  private(set) var field: TextField
  /// Whether the value is typed over what was there: arrows keep it and move on. Otherwise they move the cursor.
  private(set) var isOvertyping: Bool
  /// The text before it was written into.
  private let original: String
  /// What the text means, or why it is no value.
  private(set) var reading: Result<GradeValue?, EditProblem>

  /// Opens a cell; `text` replaces its text, unless it is nil.
  init(_ cell: EditableCell, holding old: String, replacedBy text: String?) {
    self.cell = cell
    isOvertyping = text != nil
    let written = text.map { TextField($0) }
    // A mark without a letter is no text: it must not empty a cell.
    field =
      if let written, !written.text.isEmpty { written } else {
        TextField(old, isSelected: text != nil)
      }
    original = TextField(old).text
    reading = cell.read(field.text)
  }

  /// Whether anything else was written than what was there.
  var isChanged: Bool { field.text != original }

  /// Whether a text that is no value may become one with the next key.
  var isUnfinished: Bool {
    guard cell.item.valueType == .number, let last = field.text.last else { return false }
    return "+-−=,.eE".contains(last)
  }

  /// Whether what is written is no value and will hardly become one.
  var complains: Bool {
    guard case .failure = reading else { return false }
    return !isUnfinished
  }

  /// Goes on with the cursor at the end of what is written.
  mutating func edit() {
    isOvertyping = false
    field = TextField(field.text)
  }

  /// Selects what was not taken: added to it, the next key would make another value of both.
  mutating func reject() { field = TextField(field.text, isSelected: true) }

  mutating func insert(_ text: String) {
    // What would leave nothing in place of the selected text is no text.
    if field.isSelected, TextField(text).text.isEmpty { return }
    field.insert(text)
    reading = cell.read(field.text)
  }

  mutating func handle(_ key: Key) {
    if let text = key.text { return insert(text) }
    if field.handle(key) { reading = cell.read(field.text) }
  }
}

extension Sentence {
  /// A value outside its item's bounds, as a warning to confirm.
  init(_ problem: EditProblem, _ strings: Strings) {
    let reason = ProblemSentence(strings).text(.requested(problem))
    self.init(.gridOutside, [.reason: reason])
  }
}

extension EditProblem {
  /// What is wrong with a typed value, as a sentence in passing.
  func sentence(for item: Classification) -> Sentence {
    let value: Arguments = [.value: .text(text ?? "")]
    return switch kind {
    case .computed: Sentence(.disabledComputed)
    case .ambiguousNumber: Sentence(.problemAmbiguousNumber, value)
    case .ambiguousSign: Sentence(ambiguousSign: text ?? "")
    case .notGraded: Sentence(.problemNotGraded)
    case .wrongType where item.valueType == .number: Sentence(.problemNotANumber, value)
    case .wrongType where item.valueType == .boolean: Sentence(.problemNotYesNo, value)
    default: Sentence(.problemWrongType, value)
    }
  }
}
