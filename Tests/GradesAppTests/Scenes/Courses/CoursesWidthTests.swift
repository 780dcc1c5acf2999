import Testing

/// The demo student’s courses of the current semester, as a terminal and a pipe get them.
@Suite("Courses at every width")
struct CoursesWidthTests {
  @Test("In a window of 40 columns, names give way")
  func at40() async throws {
    #expect(
      try await shown("courses", width: 40) == """
        Winter 2026/27 (B261)     Adéla Zkušební

        Studying     Course        Points  Grade
          XI-BEZ.22  Health and …   13.5       Z
          XI-DAT.23  Database Sy…   84.5       B
          XI-EKO.21                  –       yes
          XI-LOG.23  Logic and S…   83.25      B
          XI-PRJ.22  Software Te…   79         C
          XI-SIT.21  Computer Ne…   82.5       B
          XI-TEO.24  Game Theory     –         –
          XI-TVA     Physical Ed…    –         –
          XI-ZPT.23  Basics of P…   84.75      B

        """)
  }

  @Test("In Czech at 40 columns")
  func czechAt40() async throws {
    #expect(
      try await shown("courses --lang cs", width: 40) == """
        Zima 2026/27 (B261)       Adéla Zkušební

        Studuji      Předmět        Body  Známka
          XI-BEZ.22  Bezpečnost …  13,5        Z
          XI-DAT.23  Databázové …  84,5        B
          XI-EKO.21  Ekonomika p…   –        ano
          XI-LOG.23  Logika a mn…  83,25       B
          XI-PRJ.22  Softwarový …  79          C
          XI-SIT.21  Počítačové …  82,5        B
          XI-TEO.24  Teorie her     –          –
          XI-TVA     Tělesná výc…   –          –
          XI-ZPT.23  Základy pro…  84,75       B

        """)
  }

  @Test("In a window of 80 columns")
  func at80() async throws {
    #expect(
      try await shown("courses", width: 80) == """
        Winter 2026/27 (B261)                         Adéla Zkušební

        Studying     Course                            Points  Grade
          XI-BEZ.22  Health and Safety                  13.5       Z
          XI-DAT.23  Database Systems                   84.5       B
          XI-EKO.21                                      –       yes
          XI-LOG.23  Logic and Sets                     83.25      B
          XI-PRJ.22  Software Team Project              79         C
          XI-SIT.21  Computer Networks                  82.5       B
          XI-TEO.24  Game Theory                         –         –
          XI-TVA     Physical Education                  –         –
          XI-ZPT.23  Basics of Programming Techniques   84.75      B

        """)
  }

  @Test("In Czech at 80 columns, with decimal commas")
  func czechAt80() async throws {
    #expect(
      try await shown("courses --lang cs", width: 80) == """
        Zima 2026/27 (B261)                         Adéla Zkušební

        Studuji      Předmět                          Body  Známka
          XI-BEZ.22  Bezpečnost a ochrana zdraví     13,5        Z
          XI-DAT.23  Databázové systémy              84,5        B
          XI-EKO.21  Ekonomika podnikání              –        ano
          XI-LOG.23  Logika a množiny                83,25       B
          XI-PRJ.22  Softwarový týmový projekt       79          C
          XI-SIT.21  Počítačové sítě                 82,5        B
          XI-TEO.24  Teorie her                       –          –
          XI-TVA     Tělesná výchova                  –          –
          XI-ZPT.23  Základy programovacích technik  84,75       B

        """)
  }

  @Test("In a window of 120 columns the table is as wide as it needs to be")
  func at120() async throws {
    #expect(
      try await shown("courses", width: 120) == """
        Winter 2026/27 (B261)                         Adéla Zkušební

        Studying     Course                            Points  Grade
          XI-BEZ.22  Health and Safety                  13.5       Z
          XI-DAT.23  Database Systems                   84.5       B
          XI-EKO.21                                      –       yes
          XI-LOG.23  Logic and Sets                     83.25      B
          XI-PRJ.22  Software Team Project              79         C
          XI-SIT.21  Computer Networks                  82.5       B
          XI-TEO.24  Game Theory                         –         –
          XI-TVA     Physical Education                  –         –
          XI-ZPT.23  Basics of Programming Techniques   84.75      B

        """)
  }

  @Test("In Czech at 120 columns")
  func czechAt120() async throws {
    #expect(
      try await shown("courses --lang cs", width: 120) == """
        Zima 2026/27 (B261)                         Adéla Zkušební

        Studuji      Předmět                          Body  Známka
          XI-BEZ.22  Bezpečnost a ochrana zdraví     13,5        Z
          XI-DAT.23  Databázové systémy              84,5        B
          XI-EKO.21  Ekonomika podnikání              –        ano
          XI-LOG.23  Logika a množiny                83,25       B
          XI-PRJ.22  Softwarový týmový projekt       79          C
          XI-SIT.21  Počítačové sítě                 82,5        B
          XI-TEO.24  Teorie her                       –          –
          XI-TVA     Tělesná výchova                  –          –
          XI-ZPT.23  Základy programovacích technik  84,75       B

        """)
  }

  @Test("In a pipe")
  func piped() async throws {
    #expect(
      try await shown("courses") == """
        Winter 2026/27 (B261)                         Adéla Zkušební

        Studying     Course                            Points  Grade
          XI-BEZ.22  Health and Safety                  13.5       Z
          XI-DAT.23  Database Systems                   84.5       B
          XI-EKO.21                                      –       yes
          XI-LOG.23  Logic and Sets                     83.25      B
          XI-PRJ.22  Software Team Project              79         C
          XI-SIT.21  Computer Networks                  82.5       B
          XI-TEO.24  Game Theory                         –         –
          XI-TVA     Physical Education                  –         –
          XI-ZPT.23  Basics of Programming Techniques   84.75      B

        """)
  }

  @Test("In Czech in a pipe")
  func czechPiped() async throws {
    #expect(
      try await shown("courses --lang cs") == """
        Zima 2026/27 (B261)                         Adéla Zkušební

        Studuji      Předmět                          Body  Známka
          XI-BEZ.22  Bezpečnost a ochrana zdraví     13,5        Z
          XI-DAT.23  Databázové systémy              84,5        B
          XI-EKO.21  Ekonomika podnikání              –        ano
          XI-LOG.23  Logika a množiny                83,25       B
          XI-PRJ.22  Softwarový týmový projekt       79          C
          XI-SIT.21  Počítačové sítě                 82,5        B
          XI-TEO.24  Teorie her                       –          –
          XI-TVA     Tělesná výchova                  –          –
          XI-ZPT.23  Základy programovacích technik  84,75       B

        """)
  }
}
