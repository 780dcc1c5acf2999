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
    #expect(await app.type("x").contains("y, a or 1 for yes"))
    teacher.clock.sleep(for: .seconds(2))
    await app.type("n0<space>")
    // The second one was a no before.
    let item = "skoleni"
    #expect(
      await teacher.drafts() == [
        "testst01 \(item) true false draft", "testst03 \(item) false true draft",
      ])
    await app.type("<up><up>y11")
    #expect(
      await teacher.drafts() == [
        "testst02 \(item) false true draft", "testst03 \(item) false true draft",
      ])
  }

  @Test(
    "Of a word only the first letter answers, whatever the next cell takes; after a pause another one does",
    arguments: ["group XI-BEZ.22 TEST", "student XI-BEZ.22 testst01"])
  func words(address: String) async throws {
    let (app, teacher) = try await Teacher.at(address, rows: 28)
    await app.type("nepravda")
    let first = ["testst01 skoleni true false draft"]
    #expect(await teacher.drafts() == first)
    // What belongs to no yes or no is heard.
    #expect(app.screen.rings.all.count == 6)
    teacher.clock.sleep(for: .seconds(2))
    await app.type("<up>y")
    #expect(await teacher.drafts() == [])
    // A movement ends a word, too.
    await app.type("<up>ne")
    #expect(await teacher.drafts() == first)
    // Neither does a word count that begins with another letter.
    teacher.clock.sleep(for: .seconds(2))
    await app.type("<up>omluvenay")
    #expect(await teacher.drafts() == first)
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
    await app.type("<up><f2><c-u>no<enter>")
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
    #expect(await app.type("w<c-k>").contains("bartada1"))
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

  @Test("F2 edits a value, and arrows move the cursor; typing replaces it, and arrows go on")
  func editing() async throws {
    let (app, teacher) = try await Teacher.at()
    // Enter alone goes down.
    await app.type("<enter><f2>1<left><left>0<up><enter>")
    #expect(await teacher.drafts() == ["cibulja1 du1 3.25 3.2051 draft"])
    await app.type("<up>4<right>5<down>6<left>7<up>8<enter>")
    #expect(
      await teacher.drafts() == [
        "capekka1 du1 10 7 draft", "capekka1 du2 10 6 draft", "cibulja1 du1 3.25 8 draft",
        "cibulja1 du2 4.75 5 draft",
      ])
    // While it is typed, F2 goes on to edit it.
    await app.type("<home>23<f2><left><backspace>1<enter>")
    #expect(await teacher.drafts().first?.hasPrefix("bartada1 du1 7.75 13") == true)
    await app.type("<c-k>mlate<enter><c-k>msoon<enter>")
    #expect(await app.text.contains("note: soon"))
  }

  @Test(
    "A rejected text is heard, and the next key replaces it",
    arguments: ["group XI-ZPT.23 ALL", "student XI-ZPT.23 bartada1", "enter XI-ZPT.23 du1"])
  func rejected(address: String) async throws {
    let (app, teacher) = try await Teacher.at(address)
    if address.hasPrefix("student") { await app.type("<down>") }
    if address.hasPrefix("enter") { await app.type("bartada1<enter>") }
    #expect(await app.type("1.<enter>").contains("is not a number"))
    #expect(app.screen.rings.all.count == 1)
    await app.type("3<enter>" + (address.hasPrefix("enter") ? "y<enter>" : ""))
    #expect(await teacher.drafts() == ["bartada1 du1 7.75 3 draft"])
    #expect(app.screen.rings.all.count == 1)
  }

  @Test(
    "After the last cell nothing is overwritten by what is typed on",
    arguments: ["group XI-ZPT.23 ALL", "student XI-ZPT.23 zkusade1"])
  func end(address: String) async throws {
    let (app, teacher) = try await Teacher.at(address, rows: 30)
    await app.type("<end>" + (address.hasPrefix("student") ? "<backtab><tab>" : ""))
    #expect(await app.type("5<enter>6<enter>7<enter>").contains("No cells follow"))
    #expect(await teacher.drafts().map { $0.contains(" 5 draft") } == [true])
    // To change it is another matter.
    await app.type("<c-z>8<enter>")
    #expect(await teacher.drafts().map { $0.contains(" 8 draft") } == [true])
    await app.type("<f2><c-u>9<enter>")
    #expect(await teacher.drafts().map { $0.contains(" 9 draft") } == [true])
  }

  @Test(
    "No key that could begin a value finds: in both spreadsheets it is the same one, and in the footer",
    arguments: ["group XI-ZPT.23 ALL", "student XI-ZPT.23 bartada1"])
  func finding(address: String) async throws {
    let (app, teacher) = try await Teacher.at(address)
    await app.type(address.hasPrefix("group") ? "<c-k>islovne<space><enter>" : "<end><up><up><up>")
    #expect(await app.text.contains("^F "))
    await app.type("/druhy<enter>")
    #expect(await teacher("drafts --csv").out.contains(",/druhy,"))
    await app.type("<home><down>")
    #expect(await app.text.contains("^F "))
    #expect(await app.type("<c-f>druhy<enter>").contains("druhyst2"))
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
