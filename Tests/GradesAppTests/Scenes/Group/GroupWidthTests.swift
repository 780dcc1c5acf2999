import TestSupport
import Testing

/// The table of a group's values at the widths of terminals: columns that do not fit go on below.
@Suite("A group's values", .inTurn)
struct GroupWidthTests {
  private func shown(_ command: String, width: Int?) async throws -> String {
    try await GradesAppTests.shown(command, as: "ucitezk1", width: width)
  }

  @Test("80 columns: every block has the students again")
  func usual() async throws {
    #expect(
      try await shown("group XI-ZPT.23 ALL --filter ul", width: 80) == """
        XI-ZPT.23  all students                                      Winter 2026/27
        all items

        Student          Username  ukoly =     du1     du2     du3     du4  testy =
                                    /40     /10     /10     /10     /10       /30
        Cibulka Jan      cibulja1    18       3.25    4.75    3.75    6.25     13.5
        Ulehlová Uršula  ulehlur2    20.5     0       6.5     6.5     7.5      21.5
        Úlehlová Úršula  ulehlur1    30.25    8.25    7.75    6       8.25     21

        Student          Username  test_a  test_b  projekt  aktivita
                                      /15   /15      /30       /5
        Cibulka Jan      cibulja1       5     8.5     12        2.25
        Ulehlová Uršula  ulehlur2      12     9.5      –        3.5
        Úlehlová Úršula  ulehlur1      12     9       17.5      4.5

        Student          Username  slovne                    interni        zapocet =
        Cibulka Jan      cibulja1  Text má víc řádků. – pr…  ověřit zdroje         no
        Ulehlová Uršula  ulehlur2  Pěkné a čitelné řešení.   ověřit zdroje         no
        Úlehlová Úršula  ulehlur1  Řešení splňuje zadání v…  ověřit zdroje        yes

        Student          Username   body =  znamka =
                                   /100
        Cibulka Jan      cibulja1    45.75  F
        Ulehlová Uršula  ulehlur2    45.5   F
        Úlehlová Úršula  ulehlur1    73.25  C

        3 students

        """)
  }

  @Test("40 columns, in Czech")
  func narrow() async throws {
    #expect(
      try await shown(
        "group XI-ZPT.23 PARALLEL_555000115551 du1 du2 body projekt --filter an --lang cs",
        width: 40) == """
          XI-ZPT.23  cvičení č. 101 -  (pondělí
          9:15) Ing. Zdeněk Učitel
          ZS 2026/27
          Úloha 1, Úloha 2, Body celkem,
          Semestrální projekt

          Student         Uživatel     du1     du2
                                    /10     /10
          Cibulka Jan     cibulja1    3,25    4,75
          Žáčková Žaneta  zackoza1    4,25    5,5

          Student       Uživatel   body =  projekt
                                  /100         /30
          Cibulka Jan   cibulja1    45,75       12
          Žáčková Žan…  zackoza1    57,25       19

          2 studenti

          """)
  }

  @Test("Without a terminal nothing is cut, and nothing goes below")
  func piped() async throws {
    #expect(
      try await shown("group XI-DAT.23 ALL cv1 bonus znamka dochazka --filter zku", width: nil)
        == """
        XI-DAT.23  all students                    Winter 2026/27
        Tutorial 1, Bonus points, Grade, Attendance

        Student         Username  cv1  bonus  znamka =  dochazka
        Zkušební Adéla  zkusade1  yes      1  C         v pořádku

        1 student

        """)
  }

  @Test("One item, from the highest value; who has none is last")
  func single() async throws {
    #expect(
      try await shown(
        "group XI-ZPT.23 ALL projekt --sort value --desc --filter ul --lang cs", width: 80)
          == """
          XI-ZPT.23  všichni studenti  ZS 2026/27
          Semestrální projekt (projekt, 0–30)

          Student          Uživatel  Hodnota
          Úlehlová Úršula  ulehlur1     17,5
          Cibulka Jan      cibulja1     12
          Ulehlová Uršula  ulehlur2      –

          3 studenti

          """)
  }

  @Test("Times and authors that do not fit go below")
  func narrowDetails() async throws {
    #expect(
      try await shown("group XI-ZPT.23 ALL slovne --filter zku --details", width: 40) == """
        XI-ZPT.23  all students   Winter 2026/27
        Project review (slovne)

        Student         Username  Value
        Zkušební Adéla  zkusade1  Text má víc
                                  řádků. – první
                                  výtka: chybí
                                  jednotky –
                                  druhá výtka:
                                  graf bez
                                  popisku os
                        Changed 9 Nov 2026 11:29
                        · By ucitezk1

        1 student

        """)
  }

  @Test("Nobody who matches")
  func nobody() async throws {
    #expect(
      try await shown("group XI-ZPT.23 ALL --filter xyz", width: 80) == """
        XI-ZPT.23  all students  Winter 2026/27
        all items

        No student matches “xyz”.

        """)
  }
}
