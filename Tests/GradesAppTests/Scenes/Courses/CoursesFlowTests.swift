import AppTestSupport
import Foundation
import TestSupport
import Testing

/// What can be done with the courses: to find one, to open it, to hide it, to change the semester.
@Suite("Working with the courses", .inTurn)
struct CoursesFlowTests {
  private func program(as username: String = "zkusade1") async throws -> Program {
    try await Program.signedIn(to: .shared(), as: username)
  }

  @Test("Finding a course by a part of its name, opening it, and going back to it")
  func find() async throws {
    let app = try await program().open(columns: 60, rows: 16)
    let found = await app.pressing("/techniq")
    // Only the course that is found is shown.
    expectFrame("CoursesFlow/find", found)
    // Escape returns, Enter stays.
    #expect(await app.pressing("<esc>").contains("▌ XI-BEZ.22"))
    await expectFrame("CoursesFlow/find-2", app.pressing("/techniq<enter><enter>"))
    let back = await app.pressing("<esc>")
    #expect(back.contains("▌ XI-ZPT.23"))
    #expect(back.contains("/ techniq"))
    let all = await app.pressing("<esc>")
    #expect(all.contains("▌ XI-ZPT.23"))
    #expect(!all.contains("/ techniq"))
    #expect(await app.pressing("<home>").contains("▌ XI-BEZ.22"))
    #expect(await app.pressing("q").isEmpty == false)
    #expect(await app.end().status == 0)
  }

  @Test("Only courses with the text are shown; the focused one stays so if it has it")
  func matches() async throws {
    let app = try await program().open("--lang cs", columns: 60, rows: 16)
    #expect(await app.pressing("<down>").contains("▌ XI-DAT.23"))
    await expectFrame("CoursesFlow/matches", app.pressing("/xi-t<enter>"))
    #expect(await app.pressing("<down>").contains("▌ XI-TVA"))
    // While the text is typed, the arrows go between the matches.
    #expect(await app.pressing("/xi-t").contains("▌ XI-TVA"))
    #expect(await app.pressing("<up>").contains("▌ XI-TEO.24"))
    // A key of the scene is one while the rows are filtered.
    #expect(await app.pressing("<enter>n").contains("grades · Upozornění"))
  }

  @Test("Escape leads nowhere from the courses, and says how to quit")
  func escape() async throws {
    let app = try await program().open(columns: 60, rows: 12)
    #expect(await app.pressing("<enter><esc><esc>").contains("Press q to quit."))
    #expect(await app.pressing("?quit").contains("quit"))
    #expect(await app.pressing("<esc><esc><esc>").contains("▌ XI-BEZ.22"))
    _ = await app.pressing("q")
    #expect(await app.end().status == 0)
  }

  @Test("The keys of vi and less move, and the help has them")
  func viKeys() async throws {
    let app = try await program().open(columns: 80, rows: 24)
    let first = await app.frame
    #expect(await app.pressing("j").contains("▌ XI-DAT.23"))
    #expect(await app.pressing("G") == app.pressing("<end>"))
    #expect(await app.pressing("g") == first)
    let help = await app.pressing("?")
    #expect(help.contains("↑↓ k j"))
    #expect(help.contains("Home End g G"))
  }

  @Test("The help opens while a text is typed; an empty text finds nothing to show again")
  func findWithHelp() async throws {
    let app = try await program().open(columns: 60, rows: 12)
    let typed = await app.pressing("/techniq")
    #expect(await app.pressing("<f1>").contains("⏎"))
    #expect(await app.pressing("<esc>") == typed)
    let empty = await app.pressing("<c-u><enter>")
    #expect(!empty.contains("end find"))
    #expect(empty.contains("XI-BEZ.22"))
  }

  @Test("Nothing is found")
  func findNothing() async throws {
    let app = try await program().open(columns: 60, rows: 9)
    await expectFrame("CoursesFlow/findNothing", app.pressing("/zzz"))
    let ended = await app.pressing("<enter>")
    #expect(ended.contains("Nothing matches “zzz”."))
    #expect(ended.contains("▌ XI-BEZ.22"))
  }

  @Test("A course is hidden in the settings at once, listed as hidden, and shown again")
  func hide() async throws {
    let program = try await program(as: "obojial1")
    let app = program.open(columns: 60, rows: 13)
    #expect(await app.pressing("X").contains("No hidden courses this semester."))
    // What another process has hidden since stays hidden.
    #expect(await program("settings set hidden-courses XI-OLD.19").status == 0)
    await expectFrame("CoursesFlow/hide", app.pressing("x"))
    let hidden = await program("settings --json").out
    #expect(hidden.contains("\"hiddenCourses\": [\n    \"XI-BEZ.22\",\n    \"XI-OLD.19\"\n  ]"))
    await expectFrame("CoursesFlow/hide-2", app.pressing("X"))
    let opened = await app.pressing("<home><enter>")
    #expect(opened.hasPrefix("  grades · XI-BEZ.22  "))
    #expect(await app.pressing("<esc><home>x").contains("XI-BEZ.22 shown again."))
    #expect(await !app.pressing("X").contains("hidden"))
    let shown = await program("settings --json").out
    #expect(shown.contains("\"hiddenCourses\": [\n    \"XI-OLD.19\"\n  ]"))
  }

  @Test("Settings that cannot be written say so, and nothing is hidden or pinned")
  func unwritable() async throws {
    let program = try await program(as: "obojial1")
    let app = program.open(columns: 80, rows: 20)
    let before = await app.frame
    try program.write(Data("{".utf8), to: program.paths.settingsFile)
    for key in ["x", "P"] {
      let failed = await app.pressing(key)
      #expect(failed.contains("Cannot read"))
      #expect(failed.contains("▌ XI-BEZ.22") && !failed.contains("hidden course"))
    }
    try FileManager.default.removeItem(at: program.paths.settingsFile)
    #expect(await app.pressing("r") == before)
    #expect(await app.pressing("<enter>").contains("u hide ungraded"))
    try program.write(Data("{".utf8), to: program.paths.settingsFile)
    let failed = await app.pressing("u")
    #expect(failed.contains("Cannot read") && failed.contains("u hide ungraded"))
  }

  @Test("The semester is chosen from a list, for this run alone")
  func semester() async throws {
    let program = try await program()
    let app = program.open(columns: 60, rows: 20)
    let asked = await app.pressing("e")
    expectFrame("CoursesFlow/semester", asked)
    let earlier = await app.pressing("<down><down><enter>")
    #expect(earlier.contains("Summer 2025/26"))
    #expect(earlier.contains("Until you quit. The default semester is in Settings."))
    #expect(earlier.contains("▌ XI-"))
    // The scenes that are opened from here are about the same semester.
    #expect(await app.pressing("<enter>").contains("Summer 2025/26"))
    _ = await app.hangUp()
    #expect(await program("courses").out.contains("Winter 2026/27 (B261)"))
    #expect(await program("settings --json").out.contains("\"semester\": \"current\""))
  }

  @Test("A semester chosen in the app counts more than the one of the command line")
  func semesterOfCommandLine() async throws {
    let program = try await program()
    let app = program.open("--semester B251", columns: 60, rows: 20)
    #expect(await app.frame.contains("Winter 2025/26"))
    #expect(await app.pressing("e<home><enter>").contains("Winter 2026/27"))
    // A course that is opened now is one of that semester.
    #expect(await app.pressing("<enter>").contains("Winter 2026/27"))
  }

  @Test("Any semester by its code; one without courses says so")
  func otherSemester() async throws {
    let app = try await program().open(columns: 60, rows: 12)
    #expect(await app.pressing("e<end><enter>B2x1<enter>").contains("“B2x1” is not a semester."))
    await expectFrame("CoursesFlow/otherSemester", app.pressing("<c-u>b201<enter>"))
    #expect(await app.pressing("<enter>").contains("Nothing is selected."))
  }

  @Test("A code that is not in the list is offered once it is typed; what is none is explained")
  func typedSemester() async throws {
    let app = try await program().open(columns: 60, rows: 14)
    await expectFrame("CoursesFlow/typedSemester", app.pressing("eB199"))
    await expectFrame("CoursesFlow/typedSemester-2", app.pressing("<enter>"))
    await expectFrame("CoursesFlow/typedSemester-3", app.pressing("<esc>eb152"))
    #expect(await app.pressing("<enter>").contains("No courses in Summer 2015/16."))
    // What is in the list is not offered twice.
    let listed = await app.pressing("eb251")
    #expect(listed.contains("Winter 2025/26               B251"))
    #expect(listed.contains("another one…"))
  }

  @Test("The help says what does nothing now, and why")
  func help() async throws {
    let app = try await program(as: "ucitezk1").open(columns: 80, rows: 24)
    #expect(await app.pressing("?drafts").contains("drafts (No drafts"))
    #expect(await app.pressing("<esc>").contains("▌ XI-BEZ.22"))
  }

  @Test("A student has no keys of teaching")
  func studentsKeys() async throws {
    let app = try await program().open(columns: 120, rows: 24)
    #expect(await !app.frame.contains("drafts"))
    let help = await app.pressing("?")
    #expect(!help.contains("drafts"))
    #expect(!help.contains("history"))
    #expect(await !app.pressing("<esc>d").contains("No drafts"))
  }

  @Test("Drafts are counted, and the key to them wakes up")
  func drafts() async throws {
    let teacher = try await Teacher.working()
    #expect(await teacher("set XI-ZPT.23 zkusade1:du1=1 zkusade1:du2=2 --draft").status == 0)
    let app = teacher.program.open(columns: 80, rows: 12)
    #expect(await app.frame.contains("● 2 drafts"))
    #expect(await app.frame.contains("  d drafts"))
  }
}
