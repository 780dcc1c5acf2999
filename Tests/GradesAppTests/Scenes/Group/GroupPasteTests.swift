import AppTestSupport
import TestSupport
import Testing

/// Pasting from a spreadsheet into a group's table.
@Suite("Pasting into a group", .inTurn)
struct GroupPasteTests {
  @Test("A block is shown before it is taken, without what is out of bounds, and is one step")
  func block() async throws {
    let (app, teacher) = try await Teacher.at()
    await expectFrame("GroupPaste/block", plain(app.paste("1\t2\n3,5\t4\n\t9.75\n12\t\n")))
    #expect(await app.type("<enter>").contains("5 changes"))
    #expect(
      await teacher.drafts() == [
        "bartada1 du1 7.75 1 draft",
        "bartada1 du2 8.75 2 draft",
        "capekka1 du2 10 9.75 draft",
        "cibulja1 du1 3.25 3.5 draft",
        "cibulja1 du2 4.75 4 draft",
      ])
    #expect(await !app.type("<c-z>").contains("change"))
    #expect(await teacher.drafts().isEmpty)
  }

  @Test("Values out of bounds are named first, and taken after a letter of their own")
  func outOfBounds() async throws {
    let (app, teacher) = try await Teacher.at()
    let text = "login\tdu2\ncibulja1\t3\nzkusade1\t175\nbartada1\t-2\n"
    let dialog = await plain(app.paste(text))
    #expect(dialog.contains("│ 3 changes  "))
    #expect(dialog.contains("│ 2 values are out of bounds.  "))
    #expect(dialog.contains("│ Zkušební Adéla · Task 2: 175, above the maximum of 10  "))
    #expect(dialog.contains("│ Bárta Daniel · Task 2: -2, below the minimum of 0  "))
    let lines = dialog.split(separator: "\n").filter { $0.contains("→") }
    #expect(lines[0].contains("Zkušební Adéla  Task 2  6.5 → 175  ! above the maximum of 10"))
    #expect(lines[1].contains("Bárta Daniel    Task 2  8.75 → -2  ! below the minimum of 0"))
    #expect(lines[2].contains("Cibulka Jan     Task 2  4.75 → 3"))
    await app.type("<esc>")
    await app.paste("login\tdu2\nzkusade1\t175\n")
    await app.type("<enter>")
    #expect(await teacher.drafts().isEmpty)
    await app.type("b")
    #expect(await teacher.drafts() == ["zkusade1 du2 6.5 175 draft outOfBounds"])
  }

  @Test("What is rejected does not push a value out of bounds out of sight")
  func outOfBoundsAmongMany() async throws {
    let (app, _) = try await Teacher.at()
    let unknown = (1...300).map { "nobody\($0)\t5\n" }.joined()
    let dialog = await plain(app.paste("login\tdu2\n\(unknown)cibulja1\t3\ncapekka1\t77\n"))
    #expect(dialog.contains("│ Čapek Karel · Task 2: 77, above the maximum of 10  "), "\(dialog)")
    #expect(dialog.contains("│ ▌Čapek Karel  Task 2  10 → 77  ! above"), "\(dialog)")
  }

  @Test("A note that is pasted beside a text is kept, also without the text")
  func notes() async throws {
    let (app, teacher) = try await Teacher.at()
    let set = "set XI-ZPT.23 zkusade1:slovne=abc bartada1:slovne=abc --yes --no-notify"
    #expect(await teacher(set).status == 0)
    await app.type("<f5>")
    await app.paste("username\tslovne:note\nzkusade1\tlate\n")
    await app.type("<enter>")
    await app.paste("username\tslovne\tslovne:note\nbartada1\tabc\tearly\n")
    await app.type("<enter>")
    let drafts = await teacher("drafts --json").out
    #expect(drafts.contains("\"late\"") && drafts.contains("\"early\""), "\(drafts)")
  }

  @Test("Escape takes nothing")
  func cancelled() async throws {
    let (app, teacher) = try await Teacher.at()
    await app.paste("1\n2\n")
    #expect(await !app.type("<esc>").contains("change"))
    #expect(await teacher.drafts().isEmpty)
  }

  @Test("Rows with usernames find their students, columns with titles their items")
  func usernames() async throws {
    let (app, teacher) = try await Teacher.at()
    await expectFrame(
      "GroupPaste/usernames",
      plain(
        app.paste(
          "login\ttest_a\tAktivita\tbody\ncapekka1\t2\t1\t5\nnikdo\t1\t1\t1\nbartada1\t1,5\t\t\n")
      ))
    await app.type("<enter>")
    #expect(
      await teacher.drafts() == [
        "bartada1 test_a 12.5 1.5 draft",
        "capekka1 aktivita 4.5 1 draft",
        "capekka1 test_a 13 2 draft",
      ])
  }

  @Test("40 columns: the preview stays readable")
  func narrow() async throws {
    let (app, _) = try await Teacher.at(columns: 40, rows: 14)
    await expectFrame("GroupPaste/narrow", plain(app.paste("1\nx\n99\n")))
  }

  @Test("One value goes into the cell's field; a computed item takes none")
  func single() async throws {
    let (app, teacher) = try await Teacher.at()
    await app.paste("7,25\n")
    await app.type("<enter>")
    #expect(await teacher.drafts() == ["bartada1 du1 7.75 7.25 draft"])
    await app.type("<left>")
    #expect(await app.paste("5").contains("This item is computed and cannot"))
  }

  @Test("What changes nothing says so; what goes beyond the table is counted")
  func outside() async throws {
    let (app, teacher) = try await Teacher.at()
    #expect(await app.paste("7.75\n3.25\n").contains("The pasted text changes nothing."))
    #expect(await app.type("<end>").contains("Task 1"))
    #expect(await plain(app.paste("1\n2\n3\n")).contains("2 outside the table (2 · 3)"))
    await app.type("<enter>")
    #expect(await teacher.drafts().isEmpty)
  }

  @Test("A block with a mistake shows where it begins, which cell it is, and what would change")
  func withheld() async throws {
    let (app, teacher) = try await Teacher.at()
    await app.type("<down>")
    await expectFrame("GroupPaste/withheld", plain(app.paste("7,5\t8\nabc\t99\n3\t4\n")))
    await app.type("<enter><esc>")
    #expect(await teacher.drafts().isEmpty)
  }

  @Test("By position nothing is taken unless every cell fits: an unknown title shifts no student")
  func allOrNothing() async throws {
    let (app, teacher) = try await Teacher.at()
    let titled = await plain(app.paste("Points of the test\n1\n2\n"))
    #expect(titled.contains("when rows are matched by position, every cell"))
    await app.type("<enter>")
    await app.type("<esc>")
    #expect(await teacher.drafts().isEmpty)
    // The title of an item is none of the rows, and says whose values they are.
    let other = await plain(app.paste("Task 2\n1\n2\n"))
    #expect(other.contains("2 changes"))
    #expect(other.contains("Rows are matched by position, starting at Bárta Daniel, Task 2."))
    #expect(other.contains("Cibulka Jan   Task 2  4.75 → 2"))
    await app.type("<enter>")
    #expect(await teacher.drafts() == ["bartada1 du2 8.75 1 draft", "cibulja1 du2 4.75 2 draft"])
  }

  @Test(
    "Our own exports paste back, also with the columns elsewhere",
    arguments: [
      "username,lastName,firstName,du1,body\nzkusade1,Zkušební,Adéla,1,50\n",
      "username\tlastName\tfirstName\tdu1\nzkusade1\tZkušební\tAdéla\t1\n",
      "du1\tE-mail\n1\tzkusade1@example.org\n", "1\tzkusade1\n2\tnobody9\n",
    ])
  func exports(text: String) async throws {
    let (app, teacher) = try await Teacher.at()
    #expect(await app.paste(text).contains("Rows are matched by username or e-mail."))
    await app.type("<enter>")
    #expect(await teacher.drafts() == ["zkusade1 du1 8.75 1 draft"])
  }

  @Test("A megabyte is taken apart without a fault")
  func large() async throws {
    let (app, _) = try await Teacher.at()
    let text = String(repeating: "5\t6\t7\n", count: 170_000)
    #expect(await app.paste(text).contains("outside the table"))
    await app.type("<esc>")
  }

  private func plain(_ text: String) -> String { text.replacing("\u{A0}", with: " ") }
}
