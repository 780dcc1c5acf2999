import TestSupport
import Testing

@Suite("Items", .inTurn)
struct ItemsTests {
  @Test("80 columns: a tree with identifiers, bounds and expressions")
  func usual() async throws {
    #expect(
      try await shown("items XI-ZPT.23", as: "ucitezk1", width: 80) == """
        XI-ZPT.23                                                         Winter 2026/27

        Item              Identifier  Type           Range  Required  Computed as
        Homework          ukoly       number          ≤ 40            SUM(`du[0-9]+`)
          Task 1          du1         number          0–10         3
          Task 2          du2         number          0–10         3
          Task 3          du3         number          0–10         3
          Task 4          du4         number          0–10         3
        Tests             testy       number          ≤ 30            test_a + test_b
          Test A          test_a      number          0–15         5
          Test B          test_b      number          0–15         5
        Semester project  projekt     number          0–30        15
        Activity          aktivita    number        -5 – 5
        Project review    slovne      text
        Interní poznámka  interni     text, hidden
        Assessment        zapocet     yes/no                          (projekt >= 15 &&
                                                                      testy >= 10)
        Total points      body        number         ≤ 100        50  SUM(ukoly) + testy
                                                                      + projekt +
                                                                      aktivita
        Grade             znamka      text                            zapocet ?
                                                                      MARK(body) : 'F'

        """)
  }

  @Test("40 columns, in Czech")
  func narrow() async throws {
    #expect(
      try await shown("items XI-BEZ.22 --lang cs", as: "ucitezk1", width: 40) == """
        XI-BEZ.22                    ZS 2026/27

        Položka         Identifikátor
        Školení         skoleni
                        Typ ano/ne
        Závěrečný test  test
                        Typ číslo · Rozsah 0–20
                        · Požadováno 12
        Počet pokusů    pokusy
                        Typ číslo · Rozsah ≥ 1
        Body celkem     body
                        Typ číslo · Rozsah ≤ 20
                        · Výpočet test
        Splněno         splneno
                        Typ text · Výpočet
                        string ano = 'Z';
                        (skoleni && test >= 12)
                        ? ano : 'N'

        """)
  }

  @Test("One JSON document with all keys, from the first item to the last")
  func document() async throws {
    let document = try await shown("items XI-BEZ.22 --json", as: "ucitezk1")
    #expect(
      document.hasPrefix(
        """
        {
          "course": "XI-BEZ.22",
          "semester": "B261",
          "classifications": [
            {
              "identifier": "skoleni",
              "name": "Training",
              "type": "LECTURE_TASK",
              "valueType": "BOOLEAN",
              "evaluationType": "MANUAL",
              "minimum": null,
              "required": null,
              "maximum": null,
              "expression": null,
              "hidden": false,
              "parent": null,
              "depth": 0
            },
            {
              "identifier": "test",
              "name": "Final test",
              "type": "EXAM_TEST",
              "valueType": "NUMBER",
              "evaluationType": "MANUAL",
              "minimum": 0,
              "required": 12,
              "maximum": 20,
              "expression": null,
              "hidden": false,
              "parent": null,
              "depth": 0
            },

        """))
    #expect(
      document.hasSuffix(
        """
            {
              "identifier": "splneno",
              "name": "Passed",
              "type": "FINAL_SCORE",
              "valueType": "STRING",
              "evaluationType": "EXPRESSION",
              "minimum": null,
              "required": null,
              "maximum": null,
              "expression": "string ano = 'Z'; (skoleni && test >= 12) ? ano : 'N'",
              "hidden": false,
              "parent": null,
              "depth": 0
            }
          ]
        }

        """))
  }
}
