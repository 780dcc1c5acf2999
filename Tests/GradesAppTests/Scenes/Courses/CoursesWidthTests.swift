import TestSupport
import Testing

/// The demo student’s courses of the current semester, as a terminal and a pipe get them.
@Suite("Courses at every width", .inTurn)
struct CoursesWidthTests {
  @Test("In a window of 40 columns, names give way")
  func at40() async throws {
    #expect(
      try await shown("courses", width: 40) == """
        Winter 2026/27 (B261)     Adéla Zkušební

        Studying    Course         Points  Grade
          XI-BEZ.22 Health and      20         Z
                    Safety
          XI-DAT.23 Database        70.75      C
                    Systems
                    Unread ● 1
          XI-EKO.21 Ekonomika        –    passed
                    podnikání
          XI-LOG.23 Logic and Sets  93         A
          XI-PRJ.22 Software Team   87         B
                    Project
          XI-SIT.21 Computer        79         C
                    Networks
                    Unread ● 1
          XI-TEO.24 Game Theory      –         –
          XI-TVA    Physical         –         –
                    Education
          XI-ZPT.23 Basics of       80.25      B
                    Programming
                    Techniques
                    Unread ● 1

        """)
  }

  @Test("No word is split from 40 columns on", arguments: ["en", "cs"])
  func words(language: String) async throws {
    let wide = try await shown("courses --lang \(language)")
    let words = wide.split(separator: "\n").filter { $0.hasPrefix("  XI-") }
      .flatMap { $0.split(separator: " ") }
    #expect(words.count > 40)
    for width in [40, 42, 44, 48, 56, 64] {
      let narrow = try await shown("courses --lang \(language)", width: width)
      let kept = Set(narrow.split { $0 == " " || $0 == "\n" })
      #expect(words.filter { !kept.contains($0) } == [], "\(width) columns")
    }
  }

  @Test(
    "From 80 columns on, and in a pipe, the table is as wide as it needs to be",
    arguments: [80, 120, nil])
  func wide(width: Int?) async throws {
    #expect(try await shown("courses", width: width) == demoCourses)
  }

  @Test("In Czech, with decimal commas", arguments: [80, 120, nil])
  func czechWide(width: Int?) async throws {
    #expect(
      try await shown("courses --lang cs", width: width) == """
        ZS 2026/27 (B261)                                      Adéla Zkušební

        Studované    Předmět                          Body   Známka  Nepřečt.
          XI-BEZ.22  Bezpečnost a ochrana zdraví     20           Z
          XI-DAT.23  Databázové systémy              70,75        C  ● 1
          XI-EKO.21  Ekonomika podnikání              –     splněno
          XI-LOG.23  Logika a množiny                93           A
          XI-PRJ.22  Softwarový týmový projekt       87           B
          XI-SIT.21  Počítačové sítě                 79           C  ● 1
          XI-TEO.24  Teorie her                       –           –
          XI-TVA     Tělesná výchova                  –           –
          XI-ZPT.23  Základy programovacích technik  80,25        B  ● 1

        """)
  }
}
