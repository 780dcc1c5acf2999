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

  @Test("At 77 columns there are two columns of about one height")
  func wide() {
    #expect(
      table.lines(77).map(\.text) == [
        "Pohyb                                   Úpravy",
        "  ↑↓         o řádek                      u          vrátit poslední změnu",
        "  PgUp PgDn  o stránku                    s          uložit změny do služby",
        "  Home       na začátek                              (nic se nezměnilo)",
        "",
        "                                        Ostatní",
        "                                          ?          klávesy",
        "                                          Esc        zpět",
        "                                          q          konec",
      ])
  }

  @Test("At 38 columns there is one, with what is looked for in keys, descriptions and reasons")
  func narrow() {
    #expect(
      table.filtered("změn").lines(38).map(\.text) == [
        "Úpravy",
        "  u          vrátit poslední změnu",
        "  s          uložit změny do služby",
        "             (nic se nezměnilo)",
      ])
    #expect(table.filtered("POHYB").groups == [table.groups[0]])
    #expect(table.filtered("POHYB?").groups.isEmpty)
  }
}
