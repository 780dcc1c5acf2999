import Foundation
import GradesClient
import GradesCore
import GradesLocalization
import Terminal
import TestSupport
import Testing

@testable import GradesApp

/// The component that edits one cell, without a scene.
@MainActor @Suite("Editing one cell")
struct CellEditingTests {
  private let folder: TemporaryFolder
  private let gradebook: Gradebook
  private let points = Classification(
    identifier: ItemIdentifier("du1"), minimumValue: 0, maximumValue: 12)

  init() throws {
    folder = try TemporaryFolder()
    gradebook = Gradebook(
      owner: DraftOwner(host: "demo", username: Username("ucitezk1")),
      course: CourseCode("XI-AAA.23"), semester: try #require(SemesterCode("B261")))
  }

  private func cell(
    _ item: Classification, _ value: GradeValue? = nil, in semester: String = "B261"
  ) throws -> EditableCell {
    EditableCell(
      Student(username: Username("zkusade1"), firstName: "Adéla", lastName: "Zkušební"), item,
      in: try #require(SemesterCode(semester)), recorded: RecordedValue(value: value),
      EditedCells())
  }

  private func editing() async throws -> CellEditing {
    let store = DraftStore(file: folder.file("drafts.sqlite"), now: { .usual })
    let editing = CellEditing(drafts: store, strings: .load(.english))
    try await editing.open(gradebook)
    return editing
  }

  @Test("A mark without a letter leaves the value; deleting what is there clears it")
  func loneMark() async throws {
    let editing = try await editing()
    let filled = try cell(points, .number(3))
    _ = editing.handle(.begin("\u{301}"), filled)
    #expect(editing.state.field?.field.text == "3")
    _ = editing.accept {}
    #expect(editing.state.cells.changeCount == 0)
    // The same where what was rejected is selected.
    _ = editing.handle(.begin("x"), filled)
    _ = editing.accept {}
    _ = editing.handle(.type("\u{301}"), filled)
    _ = editing.handle(.key(.character("\u{301}")), filled)
    #expect(editing.state.field?.field.text == "x")
    _ = editing.handle(.cancel, filled)
    _ = editing.handle(.edit, filled)
    _ = editing.handle(.key(.backspace), filled)
    _ = editing.accept {}
    #expect(editing.state.cells.changeCount == 1)
    await editing.finish()
  }

  @Test("What could not be stored of another course is kept until it can be")
  func keptForReturn() async throws {
    let state = folder.file("state")
    // A file where the folder should be: nothing can be stored there.
    try Data().write(to: state)
    let store = DraftStore(file: state.appending(path: "drafts.sqlite"), now: { .usual })
    let editing = CellEditing(drafts: store, strings: .load(.english))
    _ = try? await editing.open(gradebook)
    _ = editing.set([(try cell(points, .number(3)), .number(7))])
    var other = gradebook
    other.course = CourseCode("XI-BBB.23")
    _ = try? await editing.open(other)
    try FileManager.default.removeItem(at: state)
    await editing.finish()
    #expect(try await store.drafts(in: gradebook).map(\.value) == [.number(7)])
    try await editing.open(gradebook)
    #expect(editing.state.cells.changeCount == 1)
  }

  @Test("Keys do nothing where they cannot, and a reason is given")
  func disabledReasons() async throws {
    let computed = Classification(
      identifier: ItemIdentifier("body"), evaluationType: .expression)
    let attended = Classification(identifier: ItemIdentifier("ucast"), valueType: .boolean)
    let state = try await editing().state
    let reasons: [(CellEditing.Action, EditableCell?, Message?)] = [
      (.edit, nil, .disabledNoCell),
      (.edit, try cell(computed), .disabledComputed),
      (.note, try cell(points, in: "B252"), .disabledNoSemester),
      (.edit, try cell(points), nil),
      (.toggle, try cell(points), .disabledNotYesNo),
      (.toggle, try cell(attended), nil),
      (.answer(true, nil), try cell(attended), nil),
      (.answer(true, nil), try cell(computed), .disabledComputed),
      (.clear, try cell(points), .disabledNothingToClear),
      (.clear, try cell(points, .number(1)), nil),
      (.undo, nil, .disabledNothingToUndoCells),
      (.redo, nil, .redoNothing),
    ]
    for (action, focused, reason) in reasons {
      #expect(state.disabledReason(for: action, focused) == reason, "\(action)")
    }
    let editable = try cell(points)
    #expect(CellEditing.State().disabledReason(for: .edit, editable) == .disabledNoSemester)
  }

  @Test("What is written is read with each key, taken once, and undone")
  func writing() async throws {
    let editing = try await editing()
    let cell = try self.cell(points, .number(3))
    _ = editing.handle(.begin("7"), cell)
    _ = editing.handle(.type(","), cell)
    #expect(editing.state.field?.complains == false)
    _ = editing.handle(.type("x"), cell)
    #expect(editing.state.field?.complains == true)
    var moves = 0
    _ = editing.accept { moves += 1 }
    #expect(moves == 0)
    _ = editing.handle(.type("7"), cell)
    _ = editing.handle(.type(","), cell)
    _ = editing.handle(.type("5"), cell)
    _ = editing.accept { moves += 1 }
    #expect(moves == 1)
    #expect(editing.state.field == nil)
    #expect(editing.state.cells.edit(for: cell.cell)?.value == .number(7.5))
    await editing.finish()
    #expect(editing.state.canUndo)
    _ = editing.handle(.undo, nil)
    await editing.finish()
    #expect(editing.state.cells.edits == [])
    #expect(editing.state.canRedo)
  }

  @Test("An unchanged text is no edit, and cancelling is none")
  func unchanged() async throws {
    let editing = try await editing()
    let cell = try self.cell(points, .number(3))
    _ = editing.handle(.edit, cell)
    #expect(editing.state.field?.field.text == "3")
    _ = editing.accept {}
    _ = editing.handle(.begin("8"), cell)
    _ = editing.handle(.cancel, cell)
    #expect(editing.state.field == nil)
    #expect(editing.state.cells.edits == [])
    #expect(!editing.state.canUndo)
  }
}
