import Terminal
import Testing

@Suite("Help")
struct HelpTests {
  let table = HelpTable([
    HelpGroup(
      "Pohyb",
      [.init("↑↓", "o řádek"), .init("PgUp PgDn", "o stránku"), .init("Home", "na začátek")]),
    HelpGroup(
      "Úpravy",
      [
        .init("u", "vrátit poslední změnu"),
        .init("s", "uložit změny do služby", reason: "nic se nezměnilo"),
      ]),
    HelpGroup("Ostatní", [.init("?", "klávesy"), .init("Esc", "zpět"), .init("q", "konec")]),
  ])

  @Test("At 80 columns there are two columns of about one height")
  func wide() {
    #expect(
      drawn(HelpState(), columns: 80, rows: 12) == """
        /

        Pohyb                                   Úpravy
          ↑↓         o řádek                      u          vrátit poslední změnu
          PgUp PgDn  o stránku                    s          uložit změny do služby
          Home       na začátek                              (nic se nezměnilo)

                                                Ostatní
                                                  ?          klávesy
                                                  Esc        zpět
                                                  q          konec

        """)
  }

  @Test("At 40 columns there is one, which scrolls")
  func narrow() {
    var help = HelpState()
    #expect(
      drawn(help, columns: 40, rows: 10) == """
        /

        Pohyb
          ↑↓         o řádek
          PgUp PgDn  o stránku
          Home       na začátek

        Úpravy
          u          vrátit poslední změnu
          s          uložit změny do služby    ↓
        """)
    press([.end], &help)
    help.fit(table, in: Rect(column: 0, row: 0, columns: 40, rows: 10))
    press([.up], &help)
    #expect(
      drawn(help, columns: 40, rows: 10) == """
        /

        Úpravy                                 ↑
          u          vrátit poslední změnu
          s          uložit změny do služby
                     (nic se nezměnilo)

        Ostatní
          ?          klávesy
          Esc        zpět                      ↓
        """)
  }

  @Test("What is looked for is found in keys, descriptions, reasons and titles")
  func search() {
    var help = HelpState()
    press("změn".map { Key.character($0) }, &help)
    #expect(
      drawn(help, columns: 40, rows: 10) == """
        / změn

        Úpravy
          u          vrátit poslední změnu
          s          uložit změny do služby
                     (nic se nezměnilo)




        """)
    press([.control("u")], &help)
    help.insert("POHYB")
    #expect(table.filtered(help.query.text).groups == [table.groups[0]])
    help.insert("?")
    #expect(drawn(help, columns: 40, rows: 4) == "/ POHYB?\n\n–\n")
    let closes = help.handle(.escape)
    #expect(closes)
  }

  @Test("The key that opened the help closes it")
  func closing() {
    var help = HelpState()
    let closes = help.handle(.character("?"))
    #expect(closes)
    #expect(help == HelpState())
  }

  private func press(_ keys: [Key], _ help: inout HelpState) {
    for key in keys {
      let closes = help.handle(key)
      #expect(!closes)
    }
  }

  private func drawn(_ help: HelpState, columns: Int, rows: Int) -> String {
    var frame = Frame(size: Size(columns: columns, rows: rows))
    help.draw(table, in: frame.area, of: &frame)
    return frame.text
  }
}
