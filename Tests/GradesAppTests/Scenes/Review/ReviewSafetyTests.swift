import AppTestSupport
import GradesServer
import TestSupport
import Testing

/// What a review shows of the changes that can do harm, and what its letters do.
@Suite("Nothing is published unseen", .hangLimit, .inTurn)
struct ReviewSafetyTests {
  /// A teacher with a draft for each student, of which one is a typing mistake.
  private func graded() async throws -> Teacher {
    let teacher = try await Teacher.working()
    #expect(await teacher("set XI-ZPT.23 --item projekt --group ALL 21 --draft").status == 0)
    #expect(await teacher("set XI-ZPT.23 toupata1:projekt=210 --draft").status == 0)
    return teacher
  }

  @Test("A value out of bounds is named before the question, and a letter of its own accepts it")
  func outOfBounds() async throws {
    let teacher = try await graded()
    let app = teacher.review(columns: 100, rows: 20)
    let list = await app.frame
    // It is above all others.
    #expect(list.contains("New\n▌ ! Ťoupal Ťapka"), "\(list)")
    #expect(list.contains("1 value out of bounds."))
    for letter in ["y", "w", "<enter>"] {
      let seen = await app.pressing("p" + letter)
      #expect(seen.contains("1 value is out of bounds."))
      #expect(seen.contains("Ťoupal Ťapka · Semester project: 210, above the"))
      #expect(seen.contains("maximum of 30"))
      #expect(teacher.saves.isEmpty)
      _ = await app.pressing("<esc>")
    }
    #expect(await app.pressing("pb").contains("Publish 29 changes ("))
    #expect(await app.pressing("w").contains("Published 29 changes."))
    #expect(await teacher.stored("toupata1", "projekt") == .number(210))
  }

  @Test(
    "No key of the list accepts a value out of bounds, in either language",
    arguments: [("en", "b", "use anyway", "w"), ("cs", "i", "přesto použít", "b")])
  func ownLetter(language: String, letter: String, label: String, silently: String) async throws {
    let teacher = try await Teacher.working()
    #expect(await teacher("set XI-ZPT.23 zkusade1:du1=-3 --draft").status == 0)
    let app = teacher.review("--lang \(language)")
    _ = await app.pressing("p")
    let others = ["<space>", "<enter>", "<f5>", "<backspace>"]
    for key in "pehouDmtlrgGjkyawn/".map(String.init) + others {
      #expect(await app.pressing(key).contains("\(letter)  \(label)"), "\(key)")
    }
    #expect(teacher.saves.isEmpty)
    _ = await app.pressing(letter + silently)
    #expect(teacher.sent == ["zkusade1 du1 -3"])
    // Asked about another value, it is the same letter.
    _ = await app.hangUp()
    #expect(await teacher("set XI-ZPT.23 zkusade1:du1=4 --draft").status == 0)
    let other = teacher.review("--lang \(language)")
    #expect(await other.pressing("e<c-u>-2<enter>").contains("\(letter)  \(label)"))
    _ = await other.pressing(letter)
    #expect(await teacher.drafts() == ["zkusade1 du1 -3 -2 draft outOfBounds"])
  }

  @Test("Values out of bounds of several courses are named with their courses")
  func severalCourses() async throws {
    let teacher = try await Teacher.working()
    #expect(await teacher("set XI-ZPT.23 zkusade1:du1=55 --draft").status == 0)
    #expect(await teacher("set XI-DAT.23 zkusade1:kviz1=999 --draft").status == 0)
    let app = teacher.program.open("--open drafts", columns: 120, rows: 20)
    _ = await app.text
    let question = await app.pressing("p")
    #expect(question.contains("2 values are out of bounds."))
    #expect(question.contains("XI-ZPT.23 · Zkušební Adéla · Task 1: 55"), "\(question)")
    #expect(question.contains("XI-DAT.23 · Zkušební Adéla · "), "\(question)")
  }

  @Test("What is skipped needs no letter, and many values are counted")
  func skippedAndMany() async throws {
    let teacher = try await Teacher.working()
    #expect(await teacher("set XI-ZPT.23 zkusade1:du1=5 druhyst2:du1=55 --draft").status == 0)
    var app = teacher.review(rows: 16)
    #expect(await app.pressing("<space>p").contains("Publish 1 change (1 replaces a value)?"))
    _ = await app.hangUp()
    #expect(await teacher("set XI-ZPT.23 --item du2 --group ALL 55 --draft").status == 0)
    app = teacher.review(rows: 24)
    #expect(await app.pressing("p").contains("and 23 more"))
  }

  @Test("Changes are counted by what they do, in the review and in the question")
  func kinds() async throws {
    let teacher = try await Teacher.working()
    try await teacher.colleague("zkusade1", "du3", nil)
    let set =
      "set XI-ZPT.23 zkusade1:du1=7 zkusade1:du2=7 zkusade1:du3=7 druhyst2:du1= --clear --draft"
    let kinds = "(1 new, 2 replace a value, 1 clears a value)"
    #expect(await teacher(set).out.contains("4 changes \(kinds)."))
    let app = teacher.review(rows: 18)
    #expect(await app.frame.contains("4 changes \(kinds)."))
    #expect(
      await app.pressing("p").contains("Publish 4 changes (1 new, 2 replace a value, 1 clears a"))
    let czech = await teacher("publish --dry-run --lang cs")
    #expect(czech.out.contains("(1 nová, 2 nahrazují hodnotu, 1 maže hodnotu)"), "\(czech.out)")
  }

  @Test(
    "What replaces a value is above what is new; the sheet's order can be chosen, and texts are found"
  )
  func orderAndFind() async throws {
    let teacher = try await Teacher.working()
    try await teacher.colleague("bartada1", "du1", nil)
    #expect(
      await teacher("set XI-ZPT.23 bartada1:du1=5 zkusade1:du1=5 druhyst2:du1=5 --draft").status
        == 0)
    let app = teacher.review(rows: 16)
    func students() async -> [String] {
      await app.frame.split(separator: "\n").compactMap { line in
        ["Bárta", "Druhý", "Zkušební"].first { line.contains("● \($0)") }
      }
    }
    _ = await app.text
    #expect(await students() == ["Druhý", "Zkušební", "Bárta"])
    await app.type("o")
    #expect(await students() == ["Bárta", "Druhý", "Zkušební"])
    #expect(await app.type("/zkus").contains("1/3"))
    // Letters are the text's until Enter.
    #expect(await app.type("<enter><esc><space>").contains("Zkušební Adéla zkusade1"))
    #expect(await app.text.contains("2 changes (1 new, 1 replaces a value), 1 skipped."))
    #expect(await app.type("/qqq<enter>").contains("Nothing matches “qqq”."))
  }

  @Test(
    "A letter does the same whatever the settings say and whether it is an undo",
    arguments: ["on", "off"], ["y", "w"])
  func letters(setting: String, letter: String) async throws {
    let teacher = try await Teacher.working()
    #expect(await teacher("settings set notify \(setting)").status == 0)
    let notify = letter == "y" ? " notify" : ""
    func expectSent(_ value: String, _ place: String) {
      #expect(teacher.sent.last == "zkusade1 du1 \(value)\(notify)", "\(place)")
    }
    _ = await teacher("set XI-ZPT.23 zkusade1:du1=7", width: 80, input: [letter])
    expectSent("7", "set")
    // Of what is taken back students were notified with the one letter, and not with the other.
    _ = await teacher("undo", width: 80, input: [letter])
    expectSent("8.75", "undo")
    #expect(await teacher("set XI-ZPT.23 zkusade1:du1=6 --draft").status == 0)
    var app = teacher.review(rows: 16)
    _ = await app.pressing("p\(letter)")
    _ = await app.hangUp()
    expectSent("6", "the review")
    #expect(await teacher("undo --draft").status == 0)
    app = teacher.review(rows: 16)
    _ = await app.pressing("p\(letter)")
    expectSent("8.75", "an undo in the review")
  }

  @Test("What is usual is named first, and --no-notify offers nothing else")
  func usual() async throws {
    let teacher = try await Teacher.working()
    let set = "set XI-ZPT.23 zkusade1:du1=7"
    #expect(await teacher("settings set notify off").status == 0)
    let run = await teacher(set, width: 80, input: ["n"])
    #expect(
      run.err.hasPrefix(
        "Publish? [w]ithout notifying, [y]es and notify 1 student, save as [d]raft, [n]o › "))
    let silent = await teacher(set + " --no-notify", width: 80, input: ["y", "n"])
    #expect(silent.err.hasPrefix("Publish? [w]ithout notifying, save as [d]raft, [n]o › "))
    #expect(teacher.saves.isEmpty)
  }

  @Test("Of a hidden item nobody is notified, which is said before and after")
  func hidden() async throws {
    let teacher = try await Teacher.working()
    let set = "set XI-ZPT.23 zkusade1:interni=checked"
    let count = try await teacher.notifications {
      let run = await teacher("\(set) --yes")
      #expect(
        run.out.contains("Nobody will be notified. Students are not notified of hidden items."))
      #expect(run.out.hasSuffix("Published 1 change.\nNobody was notified.\n"))
      #expect(await teacher.history().allSatisfy { !$0.contains("notified") })
      let asked = await teacher("set XI-ZPT.23 zkusade1:interni=again", width: 80, input: ["w"])
      #expect(asked.err.hasPrefix("Publish? [w]ithout notifying, save as [d]raft, [n]o › "))
      // Beside a value that students see, only that one counts.
      #expect(
        await teacher("set XI-ZPT.23 druhyst2:du1=5 zkusade1:interni=seen --draft").status == 0)
      let app = teacher.review(rows: 16)
      #expect(await app.frame.contains("1 student will be notified."))
      #expect(await app.pressing("p").contains("Students are not notified of hidden items."))
      #expect(await app.pressing("y").contains("1 student was notified."))
    }
    #expect(count == 0)
    #expect(teacher.sent.suffix(2) == ["druhyst2 du1 5 notify", "zkusade1 interni seen"])
  }
}
