import AppTestSupport
import Foundation
import GradesServer
import Testing

/// What can be done with the courses: to find one, to open it, to hide it, to change the semester.
@Suite("Working with the courses")
struct CoursesFlowTests {
  private func program(as username: String = "zkusade1") async throws -> Program {
    try await Program.signedIn(to: .shared(), as: username)
  }

  @Test("Finding a course by a part of its name, opening it, and going back to it")
  func find() async throws {
    let app = try await program().open(columns: 60, rows: 12)
    let found = await app.pressing("/techniq")
    #expect(
      found == """
          grades · Courses            as of 13:00 · Winter 2026/27
        ────────────────────────────────────────────────────────────
         Studying
        ▌ XI-ZPT.23  Basics of Programming Techniqu…  80.25  B  ● 1





         / techniq
        ────────────────────────────────────────────────────────────
         ↑↓ move  ⏎ accept  Esc cancel
        """)
    #expect(
      await app.pressing("<enter><enter>") == """
          grades · XI-ZPT.23          as of 13:00 · Winter 2026/27
        ────────────────────────────────────────────────────────────
         Basics of Programming Techniques
         80.25 of 100 points · grade B · ✓ minimum 50 met
        ▌▾ Homework                30.25  /  40  ██████░░
             Task 1                 8.75  /  10  ███████░   min 3 ✓
             Task 2                 6.5   /  10  █████░░░   min 3 ✓
             Task 3                 8.5   /  10  ███████░   min 3 ✓
             Task 4                 6.5   /  10  █████░░░   min 3 ✓
         Homework: 30.25 / 40 · computed …
        ────────────────────────────────────────────────────────────
         ↑↓ move  ? keys  ←→ fold  ⏎ details  / find  , settings
        """)
    let back = await app.pressing("<esc>")
    #expect(back.contains("▌ XI-ZPT.23"))
    #expect(back.contains("/ techniq"))
    let all = await app.pressing("<esc>")
    #expect(all.contains("XI-BEZ.22"))
    #expect(await app.pressing("q").isEmpty == false)
    #expect(await app.end().status == 0)
  }

  @Test("Nothing is found")
  func findNothing() async throws {
    let app = try await program().open(columns: 60, rows: 9)
    #expect(
      await app.pressing("/zzz") == """
          grades · Courses            as of 13:00 · Winter 2026/27
        ────────────────────────────────────────────────────────────
         Nothing matches “zzz”.



         / zzz
        ────────────────────────────────────────────────────────────
         ↑↓ move  ⏎ accept  Esc cancel
        """)
    #expect(await app.pressing("<enter><enter>").contains("No course is selected."))
    _ = await app.hangUp()
  }

  @Test("A course is hidden, listed as hidden, and shown again; the settings keep it")
  func hide() async throws {
    let program = try await program(as: "obojial1")
    let app = program.open(columns: 60, rows: 13)
    #expect(await app.pressing("X").contains("No course of this semester is hidden."))
    #expect(
      await app.pressing("x") == """
          grades · Courses            as of 13:00 · Winter 2026/27
        ────────────────────────────────────────────────────────────
         Studying
        ▌ XI-LOG.23  Logic and Sets                           71  C
          XI-PRJ.22  Software Team Project                    67  D
          XI-SIT.21  Computer Networks                        65  D

         Teaching
          XI-DAT.23  Database Systems

         XI-BEZ.22 is hidden now; X lists the hidden courses.
        ────────────────────────────────────────────────────────────
         ↑↓ move  ⏎ open  ? keys  / find  e semester  (d drafts)
        """)
    #expect(await program("settings --json").out.contains("\"XI-BEZ.22\""))
    #expect(
      await app.pressing("X") == """
          grades · Courses            as of 13:00 · Winter 2026/27
        ────────────────────────────────────────────────────────────
         Studying
        ▌ XI-BEZ.22  Health and Safety                hidden  16  Z
          XI-LOG.23  Logic and Sets                           71  C
          XI-PRJ.22  Software Team Project                    67  D
          XI-SIT.21  Computer Networks                        65  D

         Teaching
          XI-DAT.23  Database Systems

        ────────────────────────────────────────────────────────────
         ↑↓ move  ⏎ open  ? keys  / find  e semester  (d drafts)
        """)
    let opened = await app.pressing("<home><enter>")
    #expect(opened.hasPrefix("  grades · XI-BEZ.22  "))
    #expect(await app.pressing("<esc><home>x").contains("XI-BEZ.22 is shown again."))
    #expect(await !app.pressing("X").contains("hidden"))
    #expect(await program("settings --json").out.contains("\"hiddenCourses\": []"))
    _ = await app.hangUp()
  }

  @Test("The semester is chosen from a list, and holds for the next run")
  func semester() async throws {
    let program = try await program()
    let app = program.open(columns: 60, rows: 20)
    let asked = await app.pressing("e")
    #expect(
      asked == """
          grades · Courses            as of 13:00 · Winter 2026/27
        ────────────────────────────────────────────────────────────
         Studying ┌─ Semester ───────────────────────────┐
        ▌ XI-BEZ.2│ ›                                    │ Z
          XI-DAT.2│                                      │ C    ● 1
          XI-EKO.2│ ▌✓ Current semester   Winter 2026/27 │ yes
          XI-LOG.2│    Winter 2026/27               B261 │ A
          XI-PRJ.2│    Summer 2025/26               B252 │ B
          XI-SIT.2│    Winter 2025/26               B251 │ C    ● 1
          XI-TEO.2│    Summer 2024/25               B242 │ –
          XI-TVA  │    Winter 2024/25               B241 │ –
          XI-ZPT.2│    Summer 2023/24               B232 │ B    ● 1
                  │    Winter 2023/24               B231 │
                  │    Summer 2022/23               B222 │
                  │    Winter 2022/23               B221 │
                  │    Summer 2021/22               B212 │
                  │    Winter 2021/22               B211 │
                  └─ 14 ─────────────────────────────────┘
        ────────────────────────────────────────────────────────────
         ↑↓ move  ⏎ choose  Esc cancel
        """)
    let earlier = await app.pressing("<down><down><enter>")
    #expect(earlier.contains("Summer 2025/26"))
    #expect(earlier.contains("The chosen semester is kept in the settings."))
    #expect(earlier.contains("▌ XI-"))
    _ = await app.hangUp()
    #expect(await program("courses").out.contains("Summer 2025/26 (B252)"))
  }

  @Test("A semester chosen in the app counts more than the one of the command line")
  func semesterOfCommandLine() async throws {
    let program = try await program()
    let app = program.open("--semester B251", columns: 60, rows: 20)
    #expect(await app.picture.contains("Winter 2025/26"))
    #expect(await app.pressing("e<home><enter>").contains("Winter 2026/27"))
    // A course that is opened now is one of that semester.
    #expect(await app.pressing("<enter>").contains("Winter 2026/27"))
    _ = await app.hangUp()
  }

  @Test("Any semester by its code; one without courses says so")
  func otherSemester() async throws {
    let app = try await program().open(columns: 60, rows: 12)
    #expect(await app.pressing("e<end><enter>B2x1<enter>").contains("“B2x1” is not a semester."))
    #expect(
      await app.pressing("<c-u>b201<enter>") == """
          grades · Courses            as of 13:00 · Winter 2020/21
        ────────────────────────────────────────────────────────────
         No courses in winter 2020/21.






         The chosen semester is kept in the settings.
        ────────────────────────────────────────────────────────────
         ↑↓ move  (⏎ open)  ? keys  / find  e semester  (d drafts)
        """)
    #expect(await app.pressing("<enter>").contains("No course is selected."))
    _ = await app.hangUp()
  }

  @Test("A code that is not in the list is offered once it is typed; what is none is explained")
  func typedSemester() async throws {
    let app = try await program().open(columns: 60, rows: 14)
    #expect(
      await app.pressing("eB199") == """
          grades · Courses            as of 13:00 · Winter 2026/27
        ────────────────────────────────────────────────────────────
         Studying ┌─ Semester ───────────────────────────┐
        ▌ XI-BEZ.2│ › B199                               │ Z
          XI-DAT.2│                                      │ C    ● 1
          XI-EKO.2│ ▌  another one…                      │ yes
          XI-LOG.2│                                      │ A
          XI-PRJ.2│                                      │ B
          XI-SIT.2│                                      │ C    ● 1
          XI-TEO.2│                                      │ –
          XI-TVA  │                                      │ –
          XI-ZPT.2└─ 1 / 14 ─────────────────────────────┘ B    ● 1
        ────────────────────────────────────────────────────────────
         ↑↓ move  ⏎ choose  Esc cancel
        """)
    #expect(
      await app.pressing("<enter>") == """
          grades · Courses            as of 13:00 · Winter 2026/27
        ────────────────────────────────────────────────────────────
         Studying
        ┌─ Semester ───────────────────────────────────────────────┐
        │ A code such as B232, or current, previous or next.       │
        │ “B199” is not a semester. Write a code such as B232, or  │
        │ current, previous or next.                               │
        │                                                          │
        │ B199                                                     │
        └──────────────────────────────────────────────────────────┘
          XI-TVA     Physical Education              –     –
          XI-ZPT.23  Basics of Programming Techni…  80.25  B    ● 1
        ────────────────────────────────────────────────────────────
         ⏎ accept  Esc cancel
        """)
    #expect(
      await app.pressing("<esc>eb152") == """
          grades · Courses            as of 13:00 · Winter 2026/27
        ────────────────────────────────────────────────────────────
         Studying ┌─ Semester ───────────────────────────┐
        ▌ XI-BEZ.2│ › b152                               │ Z
          XI-DAT.2│                                      │ C    ● 1
          XI-EKO.2│ ▌  Summer 2015/16               B152 │ yes
          XI-LOG.2│                                      │ A
          XI-PRJ.2│                                      │ B
          XI-SIT.2│                                      │ C    ● 1
          XI-TEO.2│                                      │ –
          XI-TVA  │                                      │ –
          XI-ZPT.2└─ 1 / 14 ─────────────────────────────┘ B    ● 1
        ────────────────────────────────────────────────────────────
         ↑↓ move  ⏎ choose  Esc cancel
        """)
    #expect(await app.pressing("<enter>").contains("No courses in summer 2015/16."))
    // What is in the list is not offered twice.
    let listed = await app.pressing("eb251")
    #expect(listed.contains("Winter 2025/26               B251"))
    #expect(listed.contains("another one…"))
    _ = await app.hangUp()
  }

  @Test("The help says what does nothing now, and why")
  func help() async throws {
    let app = try await program().open(columns: 80, rows: 24)
    #expect(await app.pressing("?drafts").contains("drafts (There are no"))
    #expect(await app.pressing("<c-u>history").contains("history (Only teachers"))
    #expect(await app.pressing("<esc>").contains("▌ XI-BEZ.22"))
    _ = await app.hangUp()
  }

  @Test("Drafts are counted, and the key to them wakes up")
  func drafts() async throws {
    try await Teacher.working { teacher in
      #expect(await teacher("set XI-ZPT.23 zkusade1:du1=1 zkusade1:du2=2 --draft").status == 0)
      let app = teacher.program.open(columns: 80, rows: 12)
      #expect(await app.picture.contains("● 2 drafts"))
      #expect(await app.picture.contains("  d drafts"))
      _ = await app.hangUp()
    }
  }
}
