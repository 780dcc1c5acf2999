import Foundation
import GradesClient
import GradesCore
import GradesLocalization
import Observation
import Terminal
import TestSupport
import Testing

@testable import GradesApp

/// A scene of one cell, on which keys act.
@MainActor @Observable
private final class OneCell: CellEditingScene {
  nonisolated static let keys: [Binding<OneCell>] = cellKeys
  let editing: CellEditing
  var focusedCell: EditableCell?
  var usedNotes: [String] { [] }

  init(_ editing: CellEditing) { self.editing = editing }

  var bindings: [Binding<OneCell>] {
    let field: [Binding<OneCell>] = OneCell.fieldKeys(accepting: [], overtyping: [])
    let keys = editing.field == nil ? OneCell.keys : field
    return keys.filter { $0.isOffered(self) }
  }

  func typing(_ text: String) -> (@MainActor () -> Response)? { typingIntoCell(text) }
  func edit(_ key: Key) -> Response? { editField(key) }
  func item(_ identifier: ItemIdentifier) -> Classification? { nil }
  func focus(_ cell: GradeCell) -> Bool { true }
  var course: CourseCode { CourseCode("XI-AAA.23") }
  func moveOn() {}
  func appear() async throws {}
  func title(_ words: SceneWords) -> SceneTitle { SceneTitle(leading: "") }
  func fit(in rect: Rect, _ words: SceneWords) -> Response { .done }
  func draw(in rect: Rect, of frame: inout Frame, _ words: SceneWords) {}

  /// Presses keys, or types.
  func press(_ keys: Key...) {
    for key in keys {
      _ = handle(.key(key), SceneWords(.load(.english), timeZone: nil, now: .usual))
    }
  }

  /// Why a key does nothing.
  func disabledReason(for key: Key) -> Message? {
    bindings.first { $0.keys.contains(key) }?.shown(in: self)?.disabledReason
  }
}

/// What keys do with one cell, without a scene of the app.
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

  private func scene(over cell: EditableCell? = nil) async throws -> OneCell {
    let store = DraftStore(file: folder.file("drafts.sqlite"), now: { .usual })
    let scene = OneCell(CellEditing(drafts: store, strings: .load(.english), now: { .usual }))
    try await scene.editing.open(gradebook)
    scene.focusedCell = cell
    return scene
  }

  @Test("A mark without a letter leaves the value; deleting what is there clears it")
  func loneMark() async throws {
    let scene = try await scene(over: try cell(points, .number(3)))
    let editing = scene.editing
    scene.press(.character("\u{301}"))
    #expect(editing.field?.field.text == "3")
    _ = scene.accept {}
    #expect(editing.cells.changeCount == 0)
    // The same where what was rejected is selected.
    scene.press(.character("x"))
    _ = scene.accept {}
    scene.press(.character("\u{301}"))
    #expect(editing.field?.field.text == "x")
    scene.press(.escape, Key(.function(2)), .backspace)
    _ = scene.accept {}
    #expect(editing.cells.changeCount == 1)
    await editing.finish()
  }

  @Test("What could not be stored of another course is kept until it can be")
  func keptForReturn() async throws {
    let state = folder.file("state")
    // A file where the folder should be: nothing can be stored there.
    try Data().write(to: state)
    let store = DraftStore(file: state.appending(path: "drafts.sqlite"), now: { .usual })
    let editing = CellEditing(drafts: store, strings: .load(.english), now: { .usual })
    _ = try? await editing.open(gradebook)
    _ = OneCell(editing).set([(try cell(points, .number(3)), .number(7))])
    var other = gradebook
    other.course = CourseCode("XI-BBB.23")
    _ = try? await editing.open(other)
    try FileManager.default.removeItem(at: state)
    await editing.finish()
    #expect(try await store.drafts(in: gradebook).map(\.value) == [.number(7)])
    try await editing.open(gradebook)
    #expect(editing.cells.changeCount == 1)
  }

  @Test("Keys do nothing where they cannot, and a reason is given")
  func disabledReasons() async throws {
    let computed = Classification(
      identifier: ItemIdentifier("body"), evaluationType: .expression)
    let attended = Classification(identifier: ItemIdentifier("ucast"), valueType: .boolean)
    let scene = try await scene()
    let (edit, toggle, undo) = (Key(.function(2)), Key.character(" "), Key.control("z"))
    let reasons: [(Key, EditableCell?, Message?)] = [
      (edit, nil, .disabledNothingSelected),
      (edit, try cell(computed), .disabledComputed),
      (edit, try cell(points, in: "B252"), .disabledNoSemester),
      (edit, try cell(points), nil),
      (toggle, try cell(points), .disabledNotYesNo),
      (toggle, try cell(attended), nil),
      (.delete, try cell(points), .disabledNothingToClear),
      (.delete, try cell(points, .number(1)), nil),
      (undo, nil, .disabledNothingToUndoCells),
      (.control("y"), nil, .redoNothing),
    ]
    for (key, focused, reason) in reasons {
      scene.focusedCell = focused
      #expect(scene.disabledReason(for: key) == reason, "\(key)")
    }
    let store = DraftStore(file: folder.file("drafts.sqlite"), now: { .usual })
    let unopened = CellEditing(drafts: store, strings: .load(.english), now: { .usual })
    let editable = try cell(points)
    #expect(unopened.disabledReason(for: editable) == .disabledNoSemester)
  }

  @Test("What is written is read with each key, taken once, and undone")
  func writing() async throws {
    let cell = try self.cell(points, .number(3))
    let scene = try await scene(over: cell)
    let editing = scene.editing
    scene.press(.character("7"), .character(","))
    #expect(editing.field?.complains == false)
    scene.press(.character("x"))
    #expect(editing.field?.complains == true)
    var moves = 0
    _ = scene.accept { moves += 1 }
    #expect(moves == 0)
    scene.press(.character("7"), .character(","), .character("5"))
    _ = scene.accept { moves += 1 }
    #expect(moves == 1)
    #expect(editing.field == nil)
    #expect(editing.cells.edit(for: cell.cell)?.value == .number(7.5))
    await editing.finish()
    #expect(editing.editor?.canUndo == true)
    scene.press(.control("z"))
    await editing.finish()
    #expect(editing.cells.edits == [])
    #expect(editing.editor?.canRedo == true)
  }

  @Test("An unchanged text is no edit, and cancelling is none")
  func unchanged() async throws {
    let scene = try await scene(over: try cell(points, .number(3)))
    let editing = scene.editing
    scene.press(Key(.function(2)))
    #expect(editing.field?.field.text == "3")
    _ = scene.accept {}
    scene.press(.character("8"), .escape)
    #expect(editing.field == nil)
    #expect(editing.cells.edits == [])
    #expect(editing.editor?.canUndo == false)
  }
}
