import Foundation
import GradesClient
import TestSupport
import Testing

@testable import GradesCore

/// The editor beneath the spreadsheets, over a real file.
@MainActor @Suite("Cell editor")
struct CellEditorTests {
  private let folder: TemporaryFolder
  private let gradebook: Gradebook
  private let cell = GradeCell(Username("zkusade1"), ItemIdentifier("du1"))
  private let other = GradeCell(Username("druhyst2"), ItemIdentifier("du1"))
  private let recorded = RecordedValue(value: .number(6), note: "late")

  init() throws {
    folder = try TemporaryFolder()
    gradebook = Gradebook(
      owner: DraftOwner(host: "demo", username: Username("ucitezk1")),
      course: CourseCode("XI-AAA.23"), semester: try #require(SemesterCode("B261")))
  }

  private var store: DraftStore {
    Desk.store(folder.file("drafts.sqlite"))
  }

  private func values(_ store: DraftStore) async throws -> [String] {
    try await store.drafts(in: gradebook).map {
      "\($0.cell.username) \(ValueWriter.text($0.value))"
    }
  }

  @Test("A committed value waits, then is a draft with its base and note")
  func commit() async throws {
    let store = store
    let editor = CellEditor(drafts: store, gradebook: gradebook)
    try await editor.load()
    let task = editor.commit([editor.edit(cell, over: recorded, value: .number(8))])
    #expect(editor.cells.isWaiting(cell))
    #expect(editor.cells.draft(for: cell) == nil)
    #expect(editor.cells.value(of: cell, over: recorded).value == .number(8))
    try await task.value
    #expect(!editor.cells.isWaiting(cell))
    let draft = try #require(editor.cells.draft(for: cell))
    #expect(draft.base == recorded)
    #expect(draft.note == "late")
    #expect(editor.cells.changeCount == 1)
    #expect(try await values(store) == ["zkusade1 8"])
  }

  @Test("Edits in a row are written in their order, and finishing waits for all")
  func order() async throws {
    let store = store
    let editor = CellEditor(drafts: store, gradebook: gradebook)
    for value in 1...20 {
      editor.commit([editor.edit(cell, over: recorded, value: .number(Double(value)))])
    }
    await editor.finish()
    #expect(editor.isIdle)
    #expect(try await values(store) == ["zkusade1 20"])
    for _ in 1...20 { editor.undo() }
    #expect(!editor.canUndo)
    await editor.finish()
    #expect(try await values(store).isEmpty)
    #expect(editor.cells.changeCount == 0)
  }

  @Test("A step of several cells is taken back as a whole, to the drafts before")
  func steps() async throws {
    let store = store
    let editor = CellEditor(drafts: store, gradebook: gradebook)
    editor.commit([editor.edit(cell, over: recorded, value: .number(7))])
    editor.commit([
      editor.edit(cell, over: recorded, value: nil),
      editor.edit(other, over: recorded, value: .number(9)),
    ])
    await editor.finish()
    #expect(try await values(store) == ["druhyst2 9", "zkusade1 "])
    editor.undo()
    await editor.finish()
    #expect(try await values(store) == ["zkusade1 7"])
    editor.redo()
    await editor.finish()
    #expect(try await values(store) == ["druhyst2 9", "zkusade1 "])
  }

  @Test("Another edit keeps the base of the draft; the base's value takes the draft away")
  func base() async throws {
    let store = store
    let editor = CellEditor(drafts: store, gradebook: gradebook)
    try await editor.commit([editor.edit(cell, over: recorded, value: .number(8))]).value
    let theirs = RecordedValue(value: .number(1))
    let edit = editor.edit(cell, over: theirs, value: .number(9))
    #expect(edit.base == recorded)
    let item = Desk.items[0]
    #expect(editor.cells.isConflict(cell, over: theirs, of: item) == true)
    #expect(editor.cells.isConflict(cell, over: recorded, of: item) == false)
    #expect(editor.cells.isConflict(other, over: theirs, of: item) == nil)
    try await editor.commit([editor.edit(cell, over: theirs, value: .number(6))]).value
    #expect(try await values(store).isEmpty)
    #expect(editor.cells.changeCount == 0)
  }

  @Test("What another program changed is not undone")
  func outside() async throws {
    let store = store
    let editor = CellEditor(drafts: store, gradebook: gradebook)
    try await editor.commit([editor.edit(cell, over: recorded, value: .number(8))]).value
    try await editor.commit([editor.edit(other, over: recorded, value: .number(7))]).value
    try await self.store.put(
      [DraftEdit(cell: cell, base: recorded, value: .number(1), note: "late")], in: gradebook)
    try await editor.load()
    #expect(editor.cells.draft(for: cell)?.value == .number(1))
    editor.undo()
    #expect(!editor.canUndo)
    await editor.finish()
    #expect(try await values(store) == ["zkusade1 1"])
  }

  @Test("An undo restores a draft with its origin, also when it is stored later")
  func origins() async throws {
    let store = store
    let file = folder.file("drafts.sqlite")
    try await store.put(
      [DraftEdit(cell: cell, base: recorded, value: .number(1), note: "late")], in: gradebook,
      from: .restore("backup.json"))
    let editor = CellEditor(drafts: store, gradebook: gradebook)
    try await editor.load()
    for _ in 1...2 {
      try await editor.commit([editor.edit(cell, over: recorded, value: .number(8))]).value
      #expect(editor.cells.draft(for: cell)?.origin == .app)
      try await editor.undo()?.value
      #expect(try await store.drafts(in: gradebook).map(\.origin) == [.restore("backup.json")])
    }
    try await editor.redo()?.value
    #expect(editor.cells.draft(for: cell)?.origin == .app)
    let elsewhere = folder.file("elsewhere.sqlite")
    try FileManager.default.moveItem(at: file, to: elsewhere)
    try FileManager.default.createDirectory(at: file, withIntermediateDirectories: false)
    await #expect(throws: DraftStoreError.self) { try await editor.undo()?.value }
    #expect(editor.cells.isUnkept(cell))
    try FileManager.default.removeItem(at: file)
    try FileManager.default.moveItem(at: elsewhere, to: file)
    await editor.finish()
    #expect(try await store.drafts(in: gradebook).map(\.origin) == [.restore("backup.json")])
  }

  @Test("What could not be kept stays wanted and goes with the next edit")
  func failure() async throws {
    let store = store
    let editor = CellEditor(drafts: store, gradebook: gradebook)
    let file = folder.file("drafts.sqlite")
    try FileManager.default.createDirectory(at: file, withIntermediateDirectories: false)
    let task = editor.commit([editor.edit(cell, over: recorded, value: .number(8))])
    await #expect(throws: DraftStoreError.self) { try await task.value }
    #expect(editor.cells.isUnkept(cell))
    #expect(editor.cells.changeCount == 1)
    try FileManager.default.removeItem(at: file)
    try await editor.commit([editor.edit(other, over: recorded, value: .number(9))]).value
    #expect(editor.cells.unkeptEdits.isEmpty)
    #expect(try await values(store) == ["druhyst2 9", "zkusade1 8"])
  }
}
