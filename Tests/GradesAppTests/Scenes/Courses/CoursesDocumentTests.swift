import AppTestSupport
import TestSupport
import Testing

/// `--json` and `--csv`: all keys, in their order (Product rules, JSON documents).
@Suite("Courses for programs", .inTurn)
struct CoursesDocumentTests {
  @Test("One JSON document with all keys")
  func document() async throws {
    #expect(
      try await shown("courses --json", as: "obojial1") == """
        {
          "semester": "B261",
          "studying": [
            {
              "code": "XI-BEZ.22",
              "name": "Health and Safety",
              "points": 16,
              "grade": "Z",
              "passed": true,
              "credits": 1,
              "completion": "CREDIT",
              "pinned": false,
              "unread": 0
            },
            {
              "code": "XI-LOG.23",
              "name": "Logic and Sets",
              "points": 71,
              "grade": "C",
              "passed": true,
              "credits": 5,
              "completion": "CREDIT_EXAM",
              "pinned": false,
              "unread": 0
            },
            {
              "code": "XI-PRJ.22",
              "name": "Software Team Project",
              "points": 67,
              "grade": "D",
              "passed": true,
              "credits": 4,
              "completion": "CLFD_CREDIT",
              "pinned": false,
              "unread": 0
            },
            {
              "code": "XI-SIT.21",
              "name": "Computer Networks",
              "points": 65,
              "grade": "D",
              "passed": true,
              "credits": 5,
              "completion": "CREDIT_EXAM",
              "pinned": false,
              "unread": 0
            }
          ],
          "teaching": [
            {
              "code": "XI-DAT.23",
              "name": "Database Systems",
              "pinned": false,
              "unread": 0
            }
          ],
          "fetchedAt": "2026-11-21T12:00:00Z",
          "stale": false
        }

        """)
  }

  @Test("A setting and the environment change no names in documents")
  func names() async throws {
    var program = try Program(now: { .usual })
    #expect(await program("login --demo").status == 0)
    let english = await program("courses --csv").out
    #expect(english.contains(",Logic and Sets,"))
    program.environment["LANG"] = "cs_CZ.UTF-8"
    #expect(await program("settings set language cs").status == 0)
    #expect(await program("courses").out.contains("Logika a množiny"))
    #expect(await program("courses --csv").out == english)
    #expect(await program("courses --csv --offline").out == english)
    #expect(await program("courses --csv --lang cs").out.contains(",Logika a množiny,"))
  }

  @Test("An empty semester has empty lists")
  func emptyDocument() async throws {
    #expect(
      try await shown("courses --json --semester B201") == """
        {
          "semester": "B201",
          "studying": [],
          "teaching": [],
          "fetchedAt": "2026-11-21T12:00:00Z",
          "stale": false
        }

        """)
  }

  @Test("CSV has a header and a line for each course")
  func table() async throws {
    #expect(
      try await shown("courses --csv") == """
        role,code,name,points,grade,passed
        student,XI-BEZ.22,Health and Safety,20,Z,true
        student,XI-DAT.23,Database Systems,70.75,C,true
        student,XI-EKO.21,Ekonomika podnikání,,,true
        student,XI-LOG.23,Logic and Sets,93,A,true
        student,XI-PRJ.22,Software Team Project,87,B,true
        student,XI-SIT.21,Computer Networks,79,C,true
        student,XI-TEO.24,Game Theory,,,
        student,XI-TVA,Physical Education,,,
        student,XI-ZPT.23,Basics of Programming Techniques,80.25,B,true

        """)
  }
}
