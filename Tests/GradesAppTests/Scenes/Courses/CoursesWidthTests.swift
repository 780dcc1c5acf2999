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

        Studying     Course        Points  Grade
          XI-BEZ.22  Health and     20         Z
                     Safety
          XI-DAT.23  Database       70.75      C
                     Systems
                     Unread ● 1
          XI-EKO.21  Ekonomika       –       yes
                     podnikání
          XI-LOG.23  Logic and      93         A
                     Sets
          XI-PRJ.22  Software       87         B
                     Team Project
          XI-SIT.21  Computer       79         C
                     Networks
                     Unread ● 1
          XI-TEO.24  Game Theory     –         –
          XI-TVA     Physical        –         –
                     Education
          XI-ZPT.23  Basics of      80.25      B
                     Programming
                     Techniques
                     Unread ● 1

        """)
  }

  @Test("In Czech at 40 columns")
  func czechAt40() async throws {
    #expect(
      try await shown("courses --lang cs", width: 40) == """
        ZS 2026/27 (B261)         Adéla Zkušební

        Studuji      Předmět        Body  Známka
          XI-BEZ.22  Bezpečnost a  20          Z
                     ochrana
                     zdraví
          XI-DAT.23  Databázové    70,75       C
                     systémy
                     Nepřečt. ● 1
          XI-EKO.21  Ekonomika      –        ano
                     podnikání
          XI-LOG.23  Logika a      93          A
                     množiny
          XI-PRJ.22  Softwarový    87          B
                     týmový
                     projekt
          XI-SIT.21  Počítačové    79          C
                     sítě
                     Nepřečt. ● 1
          XI-TEO.24  Teorie her     –          –
          XI-TVA     Tělesná        –          –
                     výchova
          XI-ZPT.23  Základy       80,25       B
                     programovací
                     ch technik
                     Nepřečt. ● 1

        """)
  }

  @Test("In a window of 80 columns")
  func at80() async throws {
    #expect(
      try await shown("courses", width: 80) == """
        Winter 2026/27 (B261)                                 Adéla Zkušební

        Studying     Course                            Points  Grade  Unread
          XI-BEZ.22  Health and Safety                  20         Z
          XI-DAT.23  Database Systems                   70.75      C  ● 1
          XI-EKO.21  Ekonomika podnikání                 –       yes
          XI-LOG.23  Logic and Sets                     93         A
          XI-PRJ.22  Software Team Project              87         B
          XI-SIT.21  Computer Networks                  79         C  ● 1
          XI-TEO.24  Game Theory                         –         –
          XI-TVA     Physical Education                  –         –
          XI-ZPT.23  Basics of Programming Techniques   80.25      B  ● 1

        """)
  }

  @Test("In Czech at 80 columns, with decimal commas")
  func czechAt80() async throws {
    #expect(
      try await shown("courses --lang cs", width: 80) == """
        ZS 2026/27 (B261)                                     Adéla Zkušební

        Studuji      Předmět                          Body  Známka  Nepřečt.
          XI-BEZ.22  Bezpečnost a ochrana zdraví     20          Z
          XI-DAT.23  Databázové systémy              70,75       C  ● 1
          XI-EKO.21  Ekonomika podnikání              –        ano
          XI-LOG.23  Logika a množiny                93          A
          XI-PRJ.22  Softwarový týmový projekt       87          B
          XI-SIT.21  Počítačové sítě                 79          C  ● 1
          XI-TEO.24  Teorie her                       –          –
          XI-TVA     Tělesná výchova                  –          –
          XI-ZPT.23  Základy programovacích technik  80,25       B  ● 1

        """)
  }

  @Test("In a window of 120 columns the table is as wide as it needs to be")
  func at120() async throws {
    #expect(
      try await shown("courses", width: 120) == """
        Winter 2026/27 (B261)                                 Adéla Zkušební

        Studying     Course                            Points  Grade  Unread
          XI-BEZ.22  Health and Safety                  20         Z
          XI-DAT.23  Database Systems                   70.75      C  ● 1
          XI-EKO.21  Ekonomika podnikání                 –       yes
          XI-LOG.23  Logic and Sets                     93         A
          XI-PRJ.22  Software Team Project              87         B
          XI-SIT.21  Computer Networks                  79         C  ● 1
          XI-TEO.24  Game Theory                         –         –
          XI-TVA     Physical Education                  –         –
          XI-ZPT.23  Basics of Programming Techniques   80.25      B  ● 1

        """)
  }

  @Test("In Czech at 120 columns")
  func czechAt120() async throws {
    #expect(
      try await shown("courses --lang cs", width: 120) == """
        ZS 2026/27 (B261)                                     Adéla Zkušební

        Studuji      Předmět                          Body  Známka  Nepřečt.
          XI-BEZ.22  Bezpečnost a ochrana zdraví     20          Z
          XI-DAT.23  Databázové systémy              70,75       C  ● 1
          XI-EKO.21  Ekonomika podnikání              –        ano
          XI-LOG.23  Logika a množiny                93          A
          XI-PRJ.22  Softwarový týmový projekt       87          B
          XI-SIT.21  Počítačové sítě                 79          C  ● 1
          XI-TEO.24  Teorie her                       –          –
          XI-TVA     Tělesná výchova                  –          –
          XI-ZPT.23  Základy programovacích technik  80,25       B  ● 1

        """)
  }

  @Test("In a pipe")
  func piped() async throws {
    #expect(
      try await shown("courses") == """
        Winter 2026/27 (B261)                                 Adéla Zkušební

        Studying     Course                            Points  Grade  Unread
          XI-BEZ.22  Health and Safety                  20         Z
          XI-DAT.23  Database Systems                   70.75      C  ● 1
          XI-EKO.21  Ekonomika podnikání                 –       yes
          XI-LOG.23  Logic and Sets                     93         A
          XI-PRJ.22  Software Team Project              87         B
          XI-SIT.21  Computer Networks                  79         C  ● 1
          XI-TEO.24  Game Theory                         –         –
          XI-TVA     Physical Education                  –         –
          XI-ZPT.23  Basics of Programming Techniques   80.25      B  ● 1

        """)
  }

  @Test("In Czech in a pipe")
  func czechPiped() async throws {
    #expect(
      try await shown("courses --lang cs") == """
        ZS 2026/27 (B261)                                     Adéla Zkušební

        Studuji      Předmět                          Body  Známka  Nepřečt.
          XI-BEZ.22  Bezpečnost a ochrana zdraví     20          Z
          XI-DAT.23  Databázové systémy              70,75       C  ● 1
          XI-EKO.21  Ekonomika podnikání              –        ano
          XI-LOG.23  Logika a množiny                93          A
          XI-PRJ.22  Softwarový týmový projekt       87          B
          XI-SIT.21  Počítačové sítě                 79          C  ● 1
          XI-TEO.24  Teorie her                       –          –
          XI-TVA     Tělesná výchova                  –          –
          XI-ZPT.23  Základy programovacích technik  80,25       B  ● 1

        """)
  }
}
