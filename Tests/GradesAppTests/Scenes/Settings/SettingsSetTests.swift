import AppTestSupport
import Foundation
import TestSupport
import Testing

/// `grades settings set KEY VALUE`.
@Suite("Changing a setting", .inTurn)
struct SettingsSetTests {
  @Test(
    "Every setting, in every way of writing its values",
    arguments: [
      ("semester b251", "semester is now B251."),
      ("semester Previous", "semester is now previous."),
      ("semester prev", "semester is now previous."), ("semester next", "semester is now next."),
      ("semester current", "semester is now current."), ("language en", "language is now en."),
      ("language system", "language is now system."), ("notify off", "notify is now no."),
      ("notify true", "notify is now yes."), ("notify No", "notify is now no."),
      ("hide-ungraded on", "hide-ungraded is now yes."),
      ("hide-ungraded FALSE", "hide-ungraded is now no."),
      ("Hide-Ungraded yes", "hide-ungraded is now yes."),
      ("hidden-courses xi-bbb,XI-AAA.23", "hidden-courses is now XI-AAA.23,XI-BBB."),
      ("hidden-courses XI-AAA.23 XI-AAA.23", "hidden-courses is now XI-AAA.23."),
    ])
  func value(change: String, answer: String) async throws {
    let program = try Program()
    let run = await program("settings set \(change)")
    #expect(run.status == 0)
    #expect(run.out == "")
    #expect(run.err == "\(answer)\n")
  }

  @Test("Lists of courses: codes are completed, and what no course can be is refused")
  func courses() async throws {
    let program = try await Program.signedIn(to: .shared())
    #expect(await program("courses").status == 0)
    for (typed, said) in [
      ("pinned-courses teo,xi-log XI-TEO.24", "pinned-courses is now XI-TEO.24,XI-LOG.23."),
      // A course of another semester.
      ("hidden-courses XI-NIC.99", "hidden-courses is now XI-NIC.99."),
    ] {
      let run = await program("settings set \(typed)")
      #expect(run.status == 0 && run.err == "\(said)\n")
    }
    for (typed, said) in [
      ("pinned-courses XI-TAO", "“XI-TAO” for pinned-courses. Use XI-TEO.24"),
      ("pinned-courses XI-TEO.24;XI-LOG.23", "“XI-TEO.24;XI-LOG.23” for pinned-courses."),
      ("hidden-courses quantum", "“quantum” for hidden-courses. Use XI-BEZ.22, XI-DAT.23"),
    ] {
      let run = await program("settings set \(typed)")
      #expect(run.status == 64 && run.err.contains(said), "\(run.err)")
    }
    #expect(await program("settings get pinned-courses").out == "XI-TEO.24,XI-LOG.23\n")
  }

  @Test("Titles of semesters as they are shown")
  func titles() async throws {
    let program = try Program()
    for typed in ["ZS 2025/26", "zs2025", "Winter 2025/26", "WINTER 2025"] {
      let run = await program.run(["settings", "set", "semester", typed])
      #expect(run.err == "semester is now B251.\n")
    }
    #expect(
      await program.run(["settings", "set", "semester", "ls 2025/26"]).err
        == "semester is now B252.\n")
    for typed in ["ZS 2025/27", "ZS 1925", "podzim 2025"] {
      #expect(await program.run(["settings", "set", "semester", typed]).status == 64)
    }
  }

  @Test("A code that is stored, perhaps by another login, is accepted again")
  func storedCode() async throws {
    let program = try await Program.signedIn(to: .shared())
    _ = await program("settings set hidden-courses XI-OLD")
    _ = await program("courses")
    let run = await program("settings set hidden-courses xi-old,TVA")
    #expect(run.err == "hidden-courses is now XI-OLD,XI-TVA.\n")
    #expect(await program("settings set hidden-courses XI-OLD,XI-NONE").status == 64)
  }

  @Test("Nothing hides no course any longer")
  func nothing() async throws {
    let program = try await Program.signedIn(to: .shared())
    _ = await program("settings set hidden-courses XI-TVA")
    #expect(!(await program("courses").out.contains("XI-TVA")))
    let run = await program.run(["settings", "set", "hidden-courses", ""])
    #expect(run.status == 0)
    #expect(run.err == "hidden-courses is now none.\n")
    #expect(await program("courses").out.contains("XI-TVA"))
  }

  @Test(
    "Wrong values change nothing",
    arguments: [
      (
        "semester autumn",
        "“autumn” is not a semester. Use a code such as B232, a name such as Winter 2025/26, or current, previous or next."
      ),
      ("language de", "Invalid value “de” for language. Use system, cs, en."),
      ("notify maybe", "Invalid value “maybe” for notify. Use true, false, on, off, yes, no."),
      (
        "hide-ungraded 2",
        "Invalid value “2” for hide-ungraded. Use true, false, on, off, yes, no."
      ),
      (
        "colour red",
        "Unknown setting “colour”. Available: semester, language, notify, "
          + "hide-ungraded, hidden-courses, pinned-courses, credits, host."
      ),
    ])
  func wrongValue(change: String, sentence: String) async throws {
    let program = try Program()
    let run = await program("settings set \(change)")
    #expect(run.status == 64)
    #expect(run.err == "Error: \(sentence)\n")
    #expect(!FileManager.default.fileExists(atPath: try program.paths.settingsFile.path))
  }

  @Test("The language changes at once, and survives")
  func language() async throws {
    let program = try await Program.signedIn(to: .shared())
    let czech = await program("settings set language cs")
    #expect(czech.said == "Nastavení language má teď hodnotu cs.\n")
    #expect(await program("courses --semester previous").out.hasPrefix("LS 2025/26 (B252)"))
    #expect(await program("--help").out.hasPrefix("Vaše hodnocení na FIT"))
    // A flag beats the setting, which beats the environment.
    #expect(
      await program("courses --semester previous --lang en").out.hasPrefix("Summer 2025/26"))
    let english = await program("settings set language en")
    #expect(english.err == "language is now en.\n")
    #expect(await program("courses --semester previous").out.hasPrefix("Summer 2025/26"))
  }

  @Test("The semester is what commands show from then on")
  func semester() async throws {
    let program = try await Program.signedIn(to: .shared())
    _ = await program("settings set semester b252")
    #expect(await program("courses").out.hasPrefix("Summer 2025/26 (B252)"))
    #expect(await program("course XI-PGA").status == 0)
    #expect(await program("courses --semester current").out.hasPrefix("Winter 2026/27 (B261)"))
  }

  @Test("What is shown for an empty list empties one", arguments: ["none", "žádné", "NONE"])
  func none(word: String) async throws {
    let program = try Program()
    for key in ["hidden-courses", "pinned-courses"] {
      #expect(await program("settings set \(key) XI-AAA.23").status == 0)
      #expect(await program("settings set \(key) \(word)").err == "\(key) is now none.\n")
    }
  }
}
