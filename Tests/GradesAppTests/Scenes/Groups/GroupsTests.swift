import TestSupport
import Testing

@Suite("Groups", .inTurn)
struct GroupsTests {
  @Test("80 columns: ids whole, placeholders translated")
  func usual() async throws {
    #expect(
      try await shown("groups XI-ZPT.23", as: "ucitezk1", width: 80) == """
        XI-ZPT.23                                                    Winter 2026/27

        ID                     Group
        ALL                    all students
        MY_PARALLELS           all my parallels
        PARALLEL_555000115440  lecture no. 1 -  (Monday 9:15) Ing. Zdeněk Učitel
        PARALLEL_555000115551  tutorial no. 101 -  (Monday 9:15) Ing. Zdeněk Učitel
        PARALLEL_555000115662  tutorial no. 102 -  (Tuesday 11:00) Ing. Josefína
                               Kolegyňová
        EVENT_777000300        Náhradní test: 01.12.2026
        EVENT_777000301        exam: 12.01.2027 9:00
        TEST                   test students

        """)
  }

  @Test("Only mine, as a document")
  func document() async throws {
    let document = try await shown("groups XI-ZPT.23 --mine --json", as: "kolegjo1")
    #expect(
      document.split(separator: "\n").prefix(19).joined(separator: "\n") == """
        {
          "course": "XI-ZPT.23",
          "semester": "B261",
          "groups": [
            {
              "id": "ALL",
              "name": "all students",
              "type": "ALL"
            },
            {
              "id": "MY_PARALLELS",
              "name": "all my parallels",
              "type": "MY_PARALLELS"
            },
            {
              "id": "PARALLEL_555000115662",
              "name": "tutorial no. 102 -  (Tuesday 11:00) Ing. Josefína Kolegyňová",
              "type": "PARALLEL"
            },
        """)
  }

  @Test("CSV")
  func csv() async throws {
    let csv = try await shown("groups XI-ZPT.23 --csv", as: "ucitezk1")
    #expect(csv.split(separator: "\n").prefix(2) == ["id,name,type", "ALL,all students,ALL"])
  }
}
