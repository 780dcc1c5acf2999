import AppTestSupport
import Foundation
import GradesServer
import GradesTesting
import Terminal
import TestSupport
import Testing

/// Editing a group's values as in a spreadsheet.
@Suite("Editing a group on a screen", .inTurn)
struct GroupEditingTests {
  @Test("A number with a comma: Enter keeps it and goes down, Tab goes right; both are drafts")
  func typing() async throws {
    let (app, teacher) = try await Teacher.at(rows: 12)
    await expectFrame("GroupEditing/typing", app.pressing("7,5"))
    #expect(await app.cursor == Position(column: 44, row: 4))
    await expectFrame("GroupEditing/typing-2", app.pressing("<enter>8<tab>6<enter>"))
    #expect(
      await teacher.drafts() == [
        "bartada1 du1 7.75 7.5 draft",
        "cibulja1 du1 3.25 8 draft",
        "cibulja1 du2 4.75 6 draft",
      ])
  }

  @Test("A narrow footer has the key for what was changed, the menu and the way out")
  func narrowFooter() async throws {
    let (app, _) = try await Teacher.at(columns: 40, rows: 12)
    let before = " ↑↓ move  ^K commands  ? keys  Esc back"
    #expect(await app.text.split(separator: "\n").last.map(String.init) == before)
    await app.type("<right>")
    #expect(await app.type("5<enter>").hasSuffix("\n ^S review  ^K commands  Esc back"))
    // Without changes there is nothing to review.
    #expect(await app.type("<c-z>").split(separator: "\n").last.map(String.init) == before)
  }

  @Test("What a second app has drafted or taken back is there before a key does anything with it")
  func twoApps() async throws {
    let (app, teacher) = try await Teacher.at(rows: 12)
    await app.type("1<enter>")
    let other = teacher.program.open("--open group XI-ZPT.23 ALL", columns: 80, rows: 12)
    #expect(await other.text.contains("1 change"))
    #expect(await other.type("<down>2<enter>").contains("2 changes"))
    // It is counted, and shown where the focus is, before the cell is typed over.
    #expect(await app.type("<left>").contains("2 changes"))
    #expect(await app.type("<right><f2>").contains("Task 1 (was 2)"))
    await app.type("<esc>")
    await other.type("<c-z><c-z>")
    _ = await other.hangUp()
    #expect(await !app.type("<left>").contains("2 changes"))
    #expect(await teacher.drafts() == ["bartada1 du1 7.75 1 draft"])
  }

  @Test("What is no number is refused while it is typed, and not kept")
  func refused() async throws {
    let (app, teacher) = try await Teacher.at(rows: 12)
    await expectFrame("GroupEditing/refused", app.pressing("7x<enter>"))
    // A number that has only begun is no mistake yet.
    #expect(await !app.type("<backspace>,").contains("✗"))
    #expect(await app.type("<esc>").contains("Task 1: 7.75"))
    #expect(await teacher.drafts().isEmpty)
  }

  @Test("A value beyond the bounds is kept with a sign")
  func bounds() async throws {
    let (app, _) = try await Teacher.at(rows: 12)
    #expect(await app.pressing("12.25").contains("Task 1 · ! above the maximum of 10 · range 0–10"))
    await expectFrame("GroupEditing/bounds", app.pressing("<enter><up>"))
  }

  @Test("Signs and separators begin a number; Delete clears; a number is no yes")
  func keys() async throws {
    let (app, teacher) = try await Teacher.at(rows: 12)
    await app.type("+9<enter><esc>9<enter>-3<enter><up>")
    #expect(await app.type("<down><down><delete>").contains("Task 1: – (was 7.75)"))
    #expect(await app.type("<delete>").contains("This cell is already empty."))
    #expect(await app.type("<space>").contains("This is not a yes/no item."))
    #expect(
      await teacher.drafts() == [
        "bartada1 du1 7.75 9 draft",
        "capkoja1 du1 7.75 draft",
        "cibulja1 du1 3.25 -3 draft outOfBounds",
      ])
  }

  @Test("Undo and redo take whole steps back and forth; undoing all leaves no change")
  func undo() async throws {
    let (app, teacher) = try await Teacher.at(rows: 12)
    #expect(await app.type("<c-z>").contains("Nothing to undo."))
    await app.type("1<enter>2<enter>")
    #expect(await app.type("<c-d>").contains("Fill how many cells below?"))
    #expect(await app.type("3<enter>").contains("3 values will be replaced."))
    // Enter asked, and does not confirm.
    #expect(await !app.type("<enter>").contains("5 changes"))
    #expect(await app.type("y").contains("5 changes"))
    #expect(await app.type("<c-z>").contains("2 changes"))
    #expect(await app.type("<c-z>").contains("1 change"))
    #expect(await !app.type("<c-z>").contains("change"))
    #expect(await teacher.drafts().isEmpty)
    #expect(await app.type("<c-y>").contains("1 change"))
    #expect(await app.type("<c-y><c-y>").contains("5 changes"))
    #expect(await app.type("<c-k>U").contains("Nothing to redo."))
    #expect(await teacher.drafts().count == 5)
  }

  @Test("A note is kept as a draft, and seen beside the value")
  func note() async throws {
    let (app, teacher) = try await Teacher.at(rows: 12)
    #expect(await app.type("<c-k>m").contains("Note: Bárta Daniel, Task 1"))
    #expect(await app.type("late<enter>").contains("Task 1: 7.75 · note: late · range 0–10"))
    #expect(await teacher.drafts() == ["bartada1 du1 7.75 7.75 draft"])
  }

  @Test("Filling says how many cells there are, and offers those without a value")
  func fill() async throws {
    let (app, teacher) = try await Teacher.at(rows: 12)
    try await teacher.colleague("cibulja1", "du1", nil)
    try await teacher.colleague("capekka1", "du1", nil)
    await app.type("<f5>")
    await expectFrame("GroupEditing/fill", app.pressing("<c-d>"))
    // The offer is selected: the first key replaces it.
    #expect(await app.type("99<enter>").contains("Enter a number from 1 to 29."))
    await app.type("<backspace><backspace>2<enter>")
    #expect(
      await teacher.drafts() == [
        "capekka1 du1 7.75 draft",
        "cibulja1 du1 7.75 draft",
      ])
  }

  @Test("What is typed ahead of the rows of a condition is written into them")
  func ahead() async throws {
    let (app, teacher) = try await Teacher.at(rows: 12)
    try await teacher.colleague("cibulja1", "du1", 0.5)
    await app.type("<f5>")
    app.press("<c-f>=du1 < 1<enter>7<enter>")
    // The change is seen before it is stored.
    #expect(await app.text.contains("1 change"))
    #expect(await teacher.drafts() == ["cibulja1 du1 0.5 7 draft"])
  }

  @Test("The wheel neither keeps nor leaves what is being written")
  func wheel() async throws {
    let (app, teacher) = try await Teacher.at(rows: 12)
    await app.type("7")
    app.screen.send([.mouse(Mouse(.scrollDown, at: Position(column: 44, row: 5)))])
    await app.type("5<enter>")
    #expect(await teacher.drafts() == ["bartada1 du1 7.75 75 draft outOfBounds"])
  }

  @Test("A click keeps what is being written, and goes where it was")
  func click() async throws {
    let (app, teacher) = try await Teacher.at(rows: 12)
    await app.type("7")
    app.screen.send([.mouse(Mouse(.press, at: Position(column: 44, row: 5)))])
    await app.type("5<enter>")
    #expect(await teacher.drafts() == ["bartada1 du1 7.75 7 draft", "cibulja1 du1 3.25 5 draft"])
    // A click into it does not end it.
    await app.type("1")
    app.screen.send([.mouse(Mouse(.press, at: Position(column: 44, row: 6)))])
    #expect(await app.type("0<enter>").contains("2 changes"))
    await app.type("x")
    app.screen.send([.mouse(Mouse(.press, at: Position(column: 44, row: 4)))])
    #expect(await app.text.contains("is not a number"))
  }

  @Test("A click on a column's title sorts by it, and another one in the other direction")
  func header() async throws {
    let (app, _) = try await Teacher.at(rows: 12)
    func click(_ column: Int) async -> String {
      app.screen.send([.mouse(Mouse(.press, at: Position(column: column, row: 2)))])
      return await app.text.split(separator: "\n").prefix(5).joined(separator: "\n")
    }
    // The rows are already sorted by name, so that the first click turns them round.
    #expect(await click(3).contains("Žáčková"))
    let byName = await click(3)
    #expect(byName.contains("Bárta Daniel"))
    let rising = await click(44)
    let falling = await click(44)
    #expect(Set([byName, rising, falling]).count == 3)
    #expect(await click(3) == byName)
  }

  @Test("Ctrl-S keeps what is being written, and reviews it")
  func reviewWhileWriting() async throws {
    let (app, teacher) = try await Teacher.at(rows: 12)
    #expect(await app.type("7<c-s>").contains("7.75  →"))
    #expect(await teacher.drafts() == ["bartada1 du1 7.75 7 draft"])
    await app.type("<esc>8<down>x<c-s>")
    #expect(await app.text.contains("is not a number"))
    #expect(await teacher.drafts() == ["bartada1 du1 7.75 8 draft"])
  }

  @Test("Ctrl with an arrow goes to the first and the last column")
  func columnEnds() async throws {
    let (app, teacher) = try await Teacher.at(rows: 12)
    #expect(await app.type("<c-right>7").contains("This item is computed"))
    await app.type("<c-left><right>7<enter>")
    #expect(await teacher.drafts() == ["bartada1 du1 7.75 7 draft"])
  }

  @Test("Enter keeps a condition with a mistake open, so that no key after it goes into a cell")
  func wrongCondition() async throws {
    let (app, teacher) = try await Teacher.at(rows: 12)
    #expect(await app.type("<c-f>=du1 < <enter>").contains("Correct the condition"))
    await app.type("5<enter>7<enter>")
    #expect(await teacher.drafts().map { $0.contains("du1") } == [true])
  }

  @Test("A student whom an answer takes out of a condition stays while they are focused")
  func conditionAndAnswer() async throws {
    let (app, teacher) = try await Teacher.at(rows: 12)
    #expect(await app.type("<c-f>=du1 < 4<enter><down>").contains("cibulja1"))
    try await teacher.colleague("cibulja1", "du1", .number(8), note: nil)
    try await teacher.colleague("druhyst2", "du1", .number(8), note: nil)
    await app.type("<home><f5>7<enter>")
    #expect(await teacher.drafts() == ["cibulja1 du1 8 7 draft"])
  }

  @Test("Texts are written in a wide field; one of several lines in a field that keeps them")
  func texts() async throws {
    let (app, teacher) = try await Teacher.at(rows: 16)
    await app.type("<c-k>islovne<space><enter>")
    // One that is not changed stays as it is.
    await app.type("<down><f2><enter>")
    #expect(await teacher.drafts().isEmpty)
    await expectFrame("GroupEditing/texts", app.pressing("<f2>"))
    await app.type("<a-enter>konec<enter><up>ok<enter>")
    let drafts = await teacher("drafts --csv").out
    #expect(drafts.contains(",ok,"))
    #expect(drafts.contains("\nkonec\""))
    // While one line is written, more can be asked for.
    await app.type("<down><down>první<a-enter><a-enter>druhý<enter>")
    #expect(await teacher("drafts --csv").out.contains("první\ndruhý"))
    #expect(await app.type("<c-k>t").contains("Funguje"))
    #expect(await app.type("<esc><c-s>").contains("3 changes ("))
  }

  @Test("A note is completed from those of the course")
  func completion() async throws {
    let (app, _) = try await Teacher.at(rows: 16)
    await app.type("<c-k>mpozdě<enter>")
    await expectFrame("GroupEditing/completion", app.pressing("<right><c-k>mpo<tab>"))
    #expect(await app.type("<enter>").contains("opraveno po reklamaci"))
    #expect(await app.type("<right><c-k>mpoz<tab><enter>").contains(": pozdě"))
  }

  @Test("Ctrl-E opens the text in the editor of the environment, in a private file that is removed")
  func editor() async throws {
    let folder = try TemporaryFolder()
    let script = folder.file("editor")
    try """
    #!/bin/sh
    stat -c %a "$2" > '\(folder.file("mode").path)'
    echo "$2" > '\(folder.file("path").path)'
    printf 'pozdě\\na znovu\\n' > "$2"
    """.write(to: script, atomically: true, encoding: .utf8)
    try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: script.path)
    let environment = ["EDITOR": "\(script.path) -x", "PATH": "/usr/bin:/bin"]
    let teacher = try await Teacher.working(environment: environment)
    let app = teacher.program.open("--open group XI-ZPT.23 ALL", columns: 80, rows: 16)
    #expect(await app.pressing("<c-k>m<c-e>").contains("a znovu"))
    #expect(await app.type("<enter>").contains("note: pozdě"))
    let mode = try String(contentsOf: folder.file("mode"), encoding: .utf8)
    #expect(mode == "600\n")
    let path = try String(contentsOf: folder.file("path"), encoding: .utf8)
    #expect(!FileManager.default.fileExists(atPath: String(path.dropLast())))
    #expect(await teacher("drafts --csv").out.contains("pozdě\na znovu"))
  }

  @Test("Ctrl-C while a value is typed asks first, and keeps one that can be kept")
  func interrupted() async throws {
    for (typed, key, drafts) in [
      ("7", "d", ["bartada1 du1 7.75 7 draft"]), ("7", "y", []), ("x", "<c-c>", []),
    ] {
      let teacher = try await Teacher.working()
      let app = teacher.program.open("--open group XI-ZPT.23 ALL", columns: 80, rows: 12)
      _ = await app.text
      let question = await app.type("\(typed)<c-c>")
      #expect(question.contains("Quit without saving the value you are typing?"))
      #expect(question.contains("keep it as a draft and quit") == (typed == "7"))
      // Staying leaves the value as it was typed.
      #expect(await app.type("s").contains("⏎ down"))
      await app.type("<c-c>\(key)")
      #expect(await app.end().status == 0)
      #expect(await teacher.drafts() == drafts)
    }
  }

  @Test("Enter after Tab returns to the column where Tab began, one row below")
  func tabs() async throws {
    let (app, teacher) = try await Teacher.at(rows: 12)
    #expect(await app.type("1<tab>2<tab>3<enter>").contains("Task 1: 3.25"))
    // Tab over a cell is a part of the row; an arrow begins elsewhere.
    #expect(await app.type("4<tab><tab>5<enter>").contains("Task 1: 10"))
    #expect(await app.type("6<tab><right>7<enter>").contains("Task 3: 6"))
    #expect(
      await teacher.drafts() == [
        "bartada1 du1 7.75 1 draft", "bartada1 du2 8.75 2 draft", "bartada1 du3 9.25 3 draft",
        "capekka1 du1 10 6 draft", "capekka1 du3 10 7 draft",
        "cibulja1 du1 3.25 4 draft", "cibulja1 du3 3.75 5 draft",
      ])
  }

  @Test("After an undo, Enter goes down its own column")
  func undoEndsTabs() async throws {
    let (app, teacher) = try await Teacher.at(rows: 12)
    await app.type("<right><right>1<enter><left><left>2<tab><c-z><c-z>")
    await app.type("3<enter>4<enter>")
    #expect(await teacher.drafts() == ["bartada1 du3 9.25 3 draft", "cibulja1 du3 3.75 4 draft"])
  }

  @Test("Where an answer has a new item before it, the focus stays on its own")
  func movedColumns() async throws {
    let (app, teacher) = try await Teacher.at(rows: 12)
    #expect(await app.type("<right>").contains("Task 2"))
    try await teacher.create("du1b", below: "du1")
    #expect(await app.type("<f5>").contains("du1b"))
    await app.type("7<enter>")
    // The same while a row is written with Tab.
    await app.type("1<tab>")
    try await teacher.create("du1c", below: "du1")
    #expect(await app.type("<f5>2<enter>3<enter>").contains("du1c"))
    #expect(
      await teacher.drafts() == [
        "bartada1 du2 8.75 7 draft", "capekka1 du2 10 3 draft", "cibulja1 du2 4.75 1 draft",
        "cibulja1 du3 3.75 2 draft",
      ])
  }

  @Test("An undo of a cell that is not shown leaves the focus where it is")
  func undoOutOfSight() async throws {
    let (app, teacher) = try await Teacher.at(rows: 12)
    await app.type("5<enter><c-f>cibulja1<enter><right><right><c-z>7<enter>")
    #expect(await teacher.drafts() == ["cibulja1 du3 3.75 7 draft"])
  }

  @Test("A number at the end of what fits is shown as any other")
  func largeNumber() async throws {
    let (app, teacher) = try await Teacher.at(rows: 12)
    await app.type("-9223372036854775808<enter>")
    #expect(await teacher.drafts().count == 1)
  }

  @Test("Where the filter finds nobody, what begins a number says so, and opens nothing")
  func nobody() async throws {
    let (app, teacher) = try await Teacher.at(rows: 12)
    await app.type("<c-f>xyz<enter>")
    for key in ["7", ",", "-"] {
      let text = await app.type(key)
      #expect(text.contains("Nothing is selected.") && text.contains("XI-ZPT.23"), "\(text)")
    }
    #expect(await teacher.drafts().isEmpty)
  }

  @Test(
    "Where the focused student is gone from an answer, the one who followed has the focus, or the one before",
    arguments: [
      ("<down><down>", ["bartada1", "capekka1"], "capkoja1"),
      ("<end>", ["zackoza1"], "zkusade1"),
    ])
  func goneStudent(keys: String, gone: [String], next: String) async throws {
    let (app, teacher) = try await Teacher.at(rows: 12)
    let path = "/public/courses/XI-ZPT.23/group/ALL/student-classifications"
    let run = await teacher.program.run(["api", path + "?semester=B261"])
    var rows = try #require(
      JSONSerialization.jsonObject(with: Data(run.out.utf8)) as? [[String: Any]])
    rows.removeAll { gone.contains($0["username"] as? String ?? "") }
    let body = String(decoding: try JSONSerialization.data(withJSONObject: rows), as: UTF8.self)
    await app.type(keys)
    teacher.control.add(
      Fault(
        "GET", path, times: nil,
        .answer(status: 200, headers: ["Content-Type": "application/json"], body: body)))
    await app.type("<f5>7<enter>")
    let drafts = await teacher.drafts()
    #expect(drafts.count == 1 && drafts[0].hasPrefix("\(next) du1"), "\(drafts)")
  }

  @Test("What is being written into a cell that is gone is not shown in another one, nor stored")
  func goneCell() async throws {
    let (app, teacher) = try await Teacher.at(rows: 12)
    try await teacher.create("du1b", below: "du1")
    #expect(await app.type("<f5><right>").contains("du1b"))
    let response = teacher.control.add(
      Fault("GET", "/public/courses/XI-ZPT.23", times: nil, .hangBeforeHandling))
    app.press("<f5>")
    await response.waitUntilHit()
    app.press("7")
    await app.text(with: "Esc cancel")
    try await teacher.remove("du1b")
    response.release()
    let shown = await app.text
    #expect(shown.contains("du1b is no longer listed"), "\(shown)")
    // What follows was meant for it, too.
    await app.type("5<backspace><delete><c-z><enter>")
    #expect(await teacher.drafts().isEmpty)
    await app.type("<down><right>8<enter>")
    #expect(await teacher.drafts().count == 1)
  }

  @Test("Undoing the edit of a row that the filter hides says which one it was")
  func undoneHidden() async throws {
    let (app, teacher) = try await Teacher.at(rows: 12)
    await app.type("<c-f>cibulja1<enter>7<enter><esc>")
    let shown = await app.type("<c-f>zkusade1<enter><c-z>")
    #expect(shown.contains("Changed cibulja1 · Task 1, which is not shown here."), "\(shown)")
    #expect(await teacher.drafts().isEmpty)
  }

  @Test("Escape leaves what was changed here in drafts; quitting asks about it first")
  func leaving() async throws {
    let (app, teacher) = try await Teacher.at(rows: 12)
    await expectFrame("GroupEditing/leaving", app.pressing("1<enter><c-c>"))
    #expect(await app.type("<esc>").contains("XI-ZPT.23 · all students"))
    #expect(await app.type("<esc>").contains("● 1 draft"))
    #expect(await teacher.drafts().count == 1)
  }
}
