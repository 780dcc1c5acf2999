import AppTestSupport
import GradesTesting
import Terminal
import TestSupport
import Testing

/// The Student classification scene in a window.
@Suite("A student on a screen", .inTurn)
struct StudentScreenTests {
  @Test("80 columns: a grade is written, and a mistake is named while it is typed")
  func usual() async throws {
    let (app, program) = try await opened("XI-ZPT.23 zkusade1", columns: 80, rows: 16)
    await expectFrame("StudentScreen/usual-2", app.type("<down>9,5x"))
    #expect(await app.cursor == Position(column: 25, row: 5))
    // What is no value is not taken.
    #expect(await app.type("<enter>").contains("9,5x"))
    await expectFrame("StudentScreen/usual-3", app.type("9,5<enter>"))
    #expect(await app.cursor == Position(column: 21, row: 7))
    _ = await app.hangUp()
    // It was on the disk at once.
    #expect(try await drafts(program) == ["zkusade1 du1 9.5"])
  }

  @Test("40 columns, in Czech: bars, bounds and notes give way, nothing else")
  func narrow() async throws {
    let (app, _) = try await opened("XI-ZPT.23 zkusade1 --lang cs", columns: 40, rows: 14)
    await app.type("<down>9,5<enter>99<enter><up>")
    await expectFrame("StudentScreen/narrow", app.frame)
  }

  @Test("Undoing all of it takes every mark away; doing it again brings them back")
  func undoing() async throws {
    let (app, program) = try await opened("XI-ZPT.23 zkusade1", columns: 80, rows: 16)
    // A note is a change too.
    await app.type("<down>10<enter><delete><down><c-k>mlate<enter>")
    let changed = await app.text
    #expect(changed.contains("Task 1        ●  10     /  10"))
    #expect(changed.contains("Task 2        ●   –     /  10"))
    #expect(changed.contains("Task 3        ●   8.5   /  10"))
    #expect(changed.contains("● 3 changes"))
    #expect(await app.type("<c-z><c-z><c-z>").contains("without") == false)
    #expect(await app.text.contains("●") == false)
    #expect(await app.type("<c-z>").contains("Nothing to undo."))
    #expect(await app.type("<c-y><c-y><c-y>").contains("● 3 changes"))
    #expect(await app.type("<c-y>").contains("Nothing to redo."))
    _ = await app.hangUp()
    #expect(try await drafts(program) == ["zkusade1 du1 10", "zkusade1 du2 ", "zkusade1 du3 8.5"])
  }

  @Test("Keys that do nothing say why, and what is not to be edited stays as it is")
  func obstacles() async throws {
    let (app, program) = try await opened("XI-ZPT.23 zkusade1", columns: 80, rows: 16)
    let computed = "This item is computed and cannot be edited."
    for key in ["7", "+", "<delete>", "<c-k>m", "u", "j", "q"] {
      #expect(await app.type(key).contains(computed), "\(key)")
    }
    #expect(await app.type("<down><space>").contains("This is not a yes/no item."))
    #expect(await app.type("<c-s>").contains("No drafts."))
    // Esc leaves the cell as it was; so does Enter where nothing was changed.
    #expect(await app.type("99<esc>").contains("8.75  /  10"))
    #expect(await app.type("<enter>").contains("▌    Task 2"))
    _ = await app.hangUp()
    #expect(try await drafts(program) == [])
  }

  @Test("Space says yes and no; a branch of the tree is folded")
  func flags() async throws {
    let (app, program) = try await opened("XI-BEZ.22 zkusade1", columns: 80, rows: 12)
    let before = await app.text
    #expect(before.contains("▌  Training"))
    #expect(await app.type("<space>").contains("● 1 change"))
    #expect(await app.type("<up><space>").contains("●") == false)
    _ = await app.hangUp()
    let course = program.open("--open student XI-ZPT.23 zkusade1", columns: 80, rows: 16)
    #expect(await course.pressing("<left>").contains("▌▸ Homework"))
    #expect(await course.type("<down>").contains("▌▾ Tests"))
  }

  @Test("Quitting with changes asks, and going back does not; drafts stay")
  func leaving() async throws {
    let (app, program) = try await opened("XI-ZPT.23 zkusade1", columns: 80, rows: 16)
    let question = "1 unpublished change"
    let asked = await app.type("<down>9<enter><c-c>")
    #expect(asked.contains(question) && asked.contains("Saved on this computer."))
    #expect(await app.type("s").contains("▌    Task 2"))
    #expect(await app.type("<esc>").contains("XI-ZPT.23 · all my parallels"))
    // Another user's work is not asked about again.
    _ = await app.hangUp()
    #expect(try await drafts(program) == ["zkusade1 du1 9"])
  }

  @Test("The search replaces the student by another one")
  func search() async throws {
    let (app, _) = try await opened("XI-ZPT.23 zkusade1", columns: 80, rows: 16)
    #expect(await app.type("<c-f>druhy").contains("▌Druhý"))
    #expect(await app.type("<enter>").contains("XI-ZPT.23 · Druhý Stanislav druhyst2"))
    #expect(await app.type("<c-k>s<esc>").contains("Druhý Stanislav druhyst2"))
    // One student replaces the other.
    #expect(await app.type("<esc>").contains("XI-ZPT.23 · all my parallels"))
  }

  @Test("Where an answer has a new item before it, the focus stays on its own")
  func movedItems() async throws {
    let teacher = try await Teacher.working()
    let app = teacher.program.open("--open student XI-ZPT.23 zkusade1", columns: 80, rows: 16)
    #expect(await app.pressing("<down><down>").contains("▌    Task 2"))
    try await teacher.create("du1b", below: "du1")
    #expect(await app.type("<f5>").contains("▌    Task 2"))
    await app.type("7<enter>")
    #expect(await teacher.drafts() == ["zkusade1 du2 6.5 7 draft"])
  }

  @Test("Nobody there, no course, no right, no network")
  func trouble() async throws {
    let service = try await TestService.started()
    let teacher = try await Program.signedIn(to: service, as: "ucitezk1")
    func said(
      _ arguments: String, by program: Program, _ keys: String = "", columns: Int = 80
    ) async -> String {
      let app = program.open("--open student \(arguments)", columns: columns, rows: 16)
      _ = await app.text
      await app.type(keys)
      let text = await app.text
      _ = await app.hangUp()
      return text.replacing("\u{A0}", with: " ")
    }
    // The suggestion is the last sentence.
    let unknown = await said("XI-ZPT.23 zkusada1", by: teacher, columns: 120)
    #expect(unknown.contains("Did you mean zkusade1?"))
    let course = await said("XI-ZPX.23 zkusade1", by: teacher, columns: 120)
    #expect(course.contains("Did you mean XI-ZPT.23?"))
    let offline = "XI-ZPT.23 zkusade1 --offline"
    #expect(await said(offline, by: teacher).contains("is not available offline"))
    #expect(await said("XI-ZPT.23 zkusade1", by: teacher).contains("80.25 of 100"))
    // Without a network it is edited all the same.
    let edited = await said(offline, by: teacher, "<down>9<enter>")
    #expect(
      edited.hasPrefix(
        "! XI-ZPT.23 · Zkušební Adéla zkusade1       offline · as of 13:00 · ● 1 change\n"))
    #expect(try await drafts(teacher) == ["zkusade1 du1 9"])
    let student = try await Program.signedIn(to: service, as: "zkusade1")
    #expect(await said("XI-ZPT.23 druhyst2", by: student).contains("You do not have access"))
  }

  @Test("A pasted text goes into the cell that is written, on one line")
  func paste() async throws {
    let (app, _) = try await opened("XI-ZPT.23 zkusade1", columns: 80, rows: 16)
    await app.type("<down>")
    #expect(await app.paste("7\n").contains("●") == false)
    await app.type("<f2><c-u>")
    #expect(await app.paste("7\n").contains("▌    Task 1          7 "))
    #expect(await app.type("<enter>").contains("Task 1        ●   7     /  10"))
  }

  /// The scene for a teacher with drafts of their own.
  private func opened(
    _ arguments: String, columns: Int, rows: Int
  ) async throws -> (RunningApp, Program) {
    let program = try await Program.signedIn(to: .shared(), as: "ucitezk1")
    let app = program.open("--open student \(arguments)", columns: columns, rows: rows)
    // Nothing is typed before there is anything to type into.
    _ = await app.text
    return (app, program)
  }

  private func drafts(_ program: Program) async throws -> [String] {
    try await program.drafts("username", "identifier", "value")
  }
}
