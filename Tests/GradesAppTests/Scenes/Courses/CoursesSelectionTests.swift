import AppTestSupport
import TestSupport
import Testing

/// Other people, other semesters, and courses that the user hides.
@Suite("Whose courses, and of which semester", .inTurn)
struct CoursesSelectionTests {
  @Test("By the beginning of a word of the name, also offline")
  func names() async throws {
    let program = try await Program.signedIn(to: .shared(), as: "zkusade1")
    let first = await program("course game").out
    #expect(first.hasPrefix("XI-TEO.24  Game Theory"))
    #expect(await program("course sítě --lang cs").out.hasPrefix("XI-SIT.21"))
    #expect(await program("courses").status == 0)
    #expect(await program("course game --offline").out.hasPrefix("XI-TEO.24  Game Theory"))
    let several = await program("course pro")
    #expect(several.status == 65)
    #expect(several.err.contains("pro matches several courses: XI-PRJ.22, XI-ZPT.23"))
    // Less could be a slip of the finger.
    #expect(await program("course ga").status == 65)
  }

  @Test("A teacher’s")
  func teacher() async throws {
    #expect(
      try await shown("courses", as: "ucitezk1", width: 80) == """
        Winter 2026/27 (B261)           Zdeněk Učitel

        Teaching     Course
          XI-BEZ.22  Health and Safety
          XI-DAT.23  Database Systems
          XI-ZPT.23  Basics of Programming Techniques

        """)
  }

  @Test("Of a user who does both, in two sections")
  func both() async throws {
    #expect(
      try await shown("courses", as: "obojial1", width: 80) == """
        Winter 2026/27 (B261)                 Alena Obojí

        Studying     Course                 Points  Grade
          XI-BEZ.22  Health and Safety          16      Z
          XI-LOG.23  Logic and Sets             71      C
          XI-PRJ.22  Software Team Project      67      D
          XI-SIT.21  Computer Networks          65      D

        Teaching
          XI-DAT.23  Database Systems

        """)
  }

  @Test("None in a semester before the student came")
  func none() async throws {
    #expect(
      try await shown("courses --semester B201", width: 80) == """
        Winter 2020/21 (B201)  Adéla Zkušební

        No courses in Winter 2020/21.

        """)
  }

  @Test("Hidden ones are counted below")
  func hidden() async throws {
    #expect(
      try await shown(
        "courses", width: 80,
        settings: ["hidden-courses XI-BEZ.22,XI-DAT.23,XI-LOG.23,XI-PRJ.22,XI-SIT.21"]) == """
          Winter 2026/27 (B261)                                  Adéla Zkušební

          Studying     Course                            Points   Grade  Unread
            XI-EKO.21  Ekonomika podnikání                 –     passed
            XI-TEO.24  Game Theory                         –          –
            XI-TVA     Physical Education                  –          –
            XI-ZPT.23  Basics of Programming Techniques   80.25       B  ● 1

          5 courses hidden. Use --all to show them.

          """)
  }
}
