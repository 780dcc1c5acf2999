import AppTestSupport
import Terminal
import TestSupport
import Testing

/// The keys of both spreadsheets: what is typed is written, and commands have other keys.
@Suite("Typing in a spreadsheet", .inTurn)
struct SpreadsheetKeysTests {
  @Test(
    "A sign begins a number in both spreadsheets, and no key changes a value unasked",
    arguments: ["group XI-ZPT.23 ALL", "student XI-ZPT.23 bartada1"])
  func signs(address: String) async throws {
    let (app, teacher) = try await Teacher.at(address)
    if address.hasPrefix("student") { await app.type("<down>") }
    await app.type("-3<enter>+=4<enter>")
    #expect(await teacher.drafts().first?.hasPrefix("bartada1 du1 7.75 -3 draft") == true)
    #expect(await teacher.drafts().count == 2)
    // A letter is written, too, and is no number.
    #expect(await app.type("u").contains("✗"))
    #expect(await app.type("<enter>").contains("✗"))
    await app.type("<esc>")
    #expect(await teacher.drafts().count == 2)
  }

  @Test("Every character of a text is written, whatever it means elsewhere")
  func texts() async throws {
    let (app, teacher) = try await Teacher.at()
    await app.type("<c-k>islovne<space><enter>")
    let texts = ["uznáno", "o?/ qjk", "ŠKODA", "jinak-.", "x y"]
    for text in texts { await app.type("\(text)<enter>") }
    #expect(await app.type("<f1>history").contains("^K H"))
    await app.type("<esc>")
    let drafts = await teacher("drafts --csv").out
    for text in texts { #expect(drafts.contains(",\(text),"), "\(text)") }
  }

  @Test("In a yes-or-no cell one key answers and goes down; other keys say which ones do")
  func answers() async throws {
    let (app, teacher) = try await Teacher.at("group XI-BEZ.22 TEST")
    #expect(await app.type("x").contains("y, a or 1 is yes"))
    await app.type("n0<space>")
    // The second one was a no before.
    let item = "skoleni"
    #expect(
      await teacher.drafts() == [
        "testst01 \(item) true false draft", "testst03 \(item) false true draft",
      ])
    await app.type("<up><up>ya1")
    #expect(
      await teacher.drafts() == [
        "testst02 \(item) false true draft", "testst03 \(item) false true draft",
      ])
  }

  @Test(
    "Enter on a yes or no goes down like after a value; F2 opens it",
    arguments: ["group XI-BEZ.22 TEST", "student XI-BEZ.22 testst01"])
  func enterOnAnswer(address: String) async throws {
    let (app, teacher) = try await Teacher.at(address, rows: 28)
    let before = try #require(await app.cursor)
    #expect(await app.text.split(separator: "\n").last?.contains("F2") == true)
    await app.type("<enter>")
    #expect(await app.cursor?.row == before.row + 1)
    await app.type("<up><f2>no<enter>")
    #expect(await app.cursor?.row == before.row + 1)
    #expect(await teacher.drafts() == ["testst01 skoleni true false draft"])
  }

  @Test(
    "Undo and redo say when they bring a value back that is out of bounds",
    arguments: ["group XI-ZPT.23 ALL", "student XI-ZPT.23 bartada1"])
  func boundsAfterUndo(address: String) async throws {
    let (app, _) = try await Teacher.at(address)
    if address.hasPrefix("student") { await app.type("<down>") }
    await app.type("99<enter>")
    let notice = "The value is above"
    #expect(await !app.type("<c-z>").contains(notice))
    #expect(await app.type("<c-y>").contains(notice))
    // The next key takes the notice away.
    #expect(await !app.type("<down>").contains(notice))
  }

  @Test("The menu of commands, in both languages", arguments: ["en", "cs"])
  func menu(language: String) async throws {
    let (app, _) = try await Teacher.at("group XI-ZPT.23 ALL --lang \(language)", rows: 28)
    await expectFrame("SpreadsheetKeys/menu-\(language)", app.pressing("<c-k>"))
    // A letter that has no command does nothing, and the same key closes it.
    #expect(await app.type("x<c-k>").contains("bartada1"))
    #expect(await app.type("<c-k>v").contains("Bárta Daniel bartada1"))
    await expectFrame("SpreadsheetKeys/studentMenu-\(language)", app.pressing("<c-k>"))
    #expect(await app.type("<esc><c-k>q").contains("XI-ZPT.23 · "))
  }

  @Test(
    "The footer names the keys that are commands in the focused cell, at every width",
    arguments: [40, 80, 120, 200])
  func footer(columns: Int) async throws {
    let (app, _) = try await Teacher.at(columns: columns)
    let number = await app.text.split(separator: "\n").last
    #expect(number?.contains("^K commands") == true)
    #expect(number?.contains("? keys") == true)
    await app.type("<c-k>islovne<space><enter>")
    let text = await app.text.split(separator: "\n").last
    #expect(text?.contains("F1 keys") == true)
    #expect(text?.contains("? keys") == false)
  }

  @Test("Ctrl-Z while a value is written leaves the cell as it was, and suspends nothing")
  func undoing() async throws {
    let (app, teacher) = try await Teacher.at()
    #expect(await app.type("9<c-z>").contains("Task 1: 7.75"))
    #expect(await app.type("<c-z>").contains("Nothing to undo."))
    await app.type("9<enter><c-z>")
    #expect(await teacher.drafts() == [])
    await app.type("<c-y>")
    #expect(await teacher.drafts() == ["bartada1 du1 7.75 9 draft"])
  }

  @Test(
    "Ctrl-C explains where unpublished changes are and how to come back; pressed again it quits")
  func interruption() async throws {
    let (app, teacher) = try await Teacher.at()
    await expectFrame("SpreadsheetKeys/interruption", app.pressing("9<enter><c-c>"))
    #expect(await app.type("<esc>").contains("bartada1"))
    _ = await app.type("<c-c>")
    app.press("<c-c>")
    #expect(await app.end().status == 0)
    #expect(await teacher.drafts() == ["bartada1 du1 7.75 9 draft"])
  }

  @Test("Enter and F2 open a value as a whole: a key replaces it, an arrow keeps it")
  func selection() async throws {
    let (app, teacher) = try await Teacher.at()
    await app.type("<enter>9<enter><f2><right>1<enter>")
    #expect(
      await teacher.drafts() == ["bartada1 du1 7.75 9 draft", "cibulja1 du1 3.25 3.251 draft"])
    await app.type("<c-k>mlate<enter><c-k>msoon<enter>")
    #expect(await app.text.contains("note: soon"))
  }

  @Test("Filling beyond the bounds warns before it does")
  func fill() async throws {
    let (app, teacher) = try await Teacher.at()
    await app.type("12<enter><up><c-d>2<enter>")
    await expectFrame("SpreadsheetKeys/fill", app.frame)
    await app.type("<esc>")
    #expect(await teacher.drafts().count == 1)
    await app.type("<c-d>2<enter>y")
    #expect(await teacher.drafts().count == 3)
  }
}
