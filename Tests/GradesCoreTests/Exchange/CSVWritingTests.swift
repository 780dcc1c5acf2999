import Foundation
import GradesClient
import GradesCore
import Testing

struct CSVWritingTests {
  private let grid = CellGrid(
    definitions: [
      Classification(identifier: ItemIdentifier("du1")),
      Classification(identifier: ItemIdentifier("slovo;ne"), valueType: .string),
      Classification(identifier: ItemIdentifier("ucast"), valueType: .boolean),
      Classification(identifier: ItemIdentifier("body"), evaluationType: .expression),
    ],
    students: [
      Student(username: Username("zkusade1"), firstName: "Adéla", lastName: "Zkušební"),
      Student(username: Username("druhyst2"), firstName: "=1+1", lastName: "O\"Druhý"),
      Student(username: Username("tretist3"), firstName: nil, lastName: nil),
    ],
    values: [
      Username("zkusade1"): [
        ItemIdentifier("du1"): RecordedValue(value: .number(-7.5)),
        ItemIdentifier("slovo;ne"): RecordedValue(value: .text("-7,5")),
        ItemIdentifier("ucast"): RecordedValue(value: .flag(true)),
        ItemIdentifier("body"): RecordedValue(value: .number(50)),
      ],
      Username("druhyst2"): [
        ItemIdentifier("du1"): RecordedValue(value: .number(0)),
        ItemIdentifier("slovo;ne"): RecordedValue(value: .text("'@a\nb")),
        ItemIdentifier("ucast"): RecordedValue(value: .flag(false)),
      ],
    ])

  @Test("The plain table")
  func standard() {
    #expect(
      String(decoding: ExportedTable(grid).csv(), as: UTF8.self) == """
        username,lastName,firstName,du1,"slovo;ne",ucast,body
        zkusade1,Zkušební,Adéla,-7.5,"'-7,5",yes,50
        druhyst2,"O""Druhý",'=1+1,0,"''@a
        b",no,
        tretist3,,,,,,

        """)
  }

  @Test("The table for a Czech Excel")
  func czechExcel() {
    #expect(
      String(decoding: ExportedTable(grid).csv(.czechExcel), as: UTF8.self)
        == "\u{FEFF}username;lastName;firstName;du1;\"slovo;ne\";ucast;body\r\n"
        + "zkusade1;Zkušební;Adéla;\"-7,5\";\"'-7,5\";ano;50\r\n"
        + "druhyst2;\"O\"\"Druhý\";'=1+1;0;\"''@a\nb\";ne;\r\n" + "tretist3;;;;;;\r\n")
  }

  @Test(
    "Texts like formulas are guarded and come back",
    arguments: [
      ("=1", "'=1"), ("+1", "'+1"), ("-1", "'-1"), ("@a", "'@a"), ("\ta", "'\ta"),
      ("\ra", "'\ra"), ("'", "''"), ("''", "'''"), ("'a", "''a"), ("=\u{338}x", "'=\u{338}x"),
      ("a=", "a="), ("", ""), ("\u{FF1D}1", "'\u{FF1D}1"),
    ])
  func formulas(text: String, guarded: String) {
    #expect(FormulaGuard.guarded(text) == guarded)
    #expect(FormulaGuard.restored(guarded) == text)
  }

  @Test("What people type themselves stays as they typed it")
  func typed() {
    for text in ["'a", "a'", "'"] { #expect(FormulaGuard.restored(text) == text) }
  }
}
