import GradesClient
import GradesCore
import GradesLocalization
import Terminal

/// A cell of a scene, with what the service has in it and what it is with the user's changes.
struct EditableCell: Equatable, Sendable {
  var student: Student
  var item: Classification
  /// The semester of the values that the scene shows.
  var semester: SemesterCode
  var recorded: RecordedValue
  var current: RecordedValue
  /// What is known of a computed value that does not include the student's drafts; nil: it needs none.
  var estimate: ComputedEstimates.Estimate?

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

  func editableText(_ strings: Strings) -> String {
    if case .text(let text) = current.value { return text }
    return current.value == nil ? "" : ValueText(strings).text(current.value)
  }

  func read(_ text: String) -> Result<GradeValue?, EditProblem> {
    ValueReader().value(typed: text, for: item, over: current.value)
  }

  /// Which of the item's bounds a value is outside of, as the end of a sentence; nil inside of them.
  func violation(by value: GradeValue?, _ strings: Strings) -> Sentence? {
    EditProblem(value, outside: item, of: student.username)
      .map(ProblemSentence(strings: strings).sentence)
  }
}

struct CellField: Equatable, Sendable {
  let cell: EditableCell
  private(set) var field: TextField
  /// Whether the value is typed over what was there: arrows keep it and move on. Otherwise they move the cursor.
  private(set) var isOvertyping: Bool
  private let original: String
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

extension ComputedEstimates {
  /// What the computed items of a student are with the student's drafts, where they change them.
  func estimates(
    of student: Username, values: some Sequence<(item: ItemIdentifier, value: GradeValue?)>,
    _ edits: EditedCells
  ) -> [ItemIdentifier: Estimate] {
    if edits.changeCount == 0 { return [:] }
    var recorded: [ItemIdentifier: GradeValue] = [:]
    var drafts: [ItemIdentifier: GradeValue?] = [:]
    for (item, value) in values {
      recorded[item] = value
      guard let edit = edits.edit(for: GradeCell(student, item)), edit.value != value else {
        continue
      }
      drafts[item] = .some(edit.value)
    }
    return estimates(of: recorded, with: drafts)
  }
}

extension EditableCell {
  mutating func take(_ estimates: [ItemIdentifier: ComputedEstimates.Estimate]) {
    guard !item.isEditable, let found = estimates[item.identifier] else { return }
    estimate = found
    if case .value(let value) = found { current.value = value }
  }
}

extension EditedCells {
  /// The sign beside an edited cell, beside a computed one that edits change, or beside one with a note; nothing
  /// beside others.
  func mark(of cell: EditableCell) -> StyledText {
    switch cell.estimate {
    case .value: return StyledText("≈", .mark)
    case .outdated: return StyledText("?", .warning)
    case nil: break
    }
    if isUnkept(cell.cell) { return StyledText("✗", .bad) }
    if isWaiting(cell.cell) { return StyledText("…", .quiet) }
    switch isConflict(cell.cell, over: cell.recorded, of: cell.item) {
    case nil: return cell.current.note == nil ? "" : StyledText("\"", .warning)
    case true?: return StyledText("≠", .bad)
    case false?: return StyledText("●", .mark)
    }
  }
}
