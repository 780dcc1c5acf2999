import AppTestSupport
import TestSupport
import Testing

/// The help of every command in Czech, as it stands in a window of 80 columns.
@Suite("Help in Czech", .inTurn)
struct CzechHelpTests {
  /// The options that all commands have.
  private static let shared = """

    Přepínače společné všem příkazům vypíše „grades help options“.

    """

  private func help(_ command: String) async throws -> String {
    let run = await (try Program())("\(command) --lang cs", width: 80)
    #expect(run.status == 0)
    #expect(run.err == "")
    return run.out.replacing("\u{A0}", with: " ")
  }

  @Test("Words of the parser itself, also where they stand on two lines")
  func broken() async throws {
    let narrow = await (try Program())("courses --help --lang cs", width: 40)
    let options = await (try Program())("help options --lang cs", width: 40)
    #expect(
      options.out.replacing("\u{A0}", with: " ").hasSuffix(
        """
          --version               Vypíše verzi.
          -h, --help              Vypíše tuto
                                  nápovědu.

        """))
    #expect(
      narrow.out.replacing("\u{A0}", with: " ").hasSuffix(
        """
        Přepínače společné všem příkazům vypíše
        „grades help options“.

        """))
    #expect(
      try await help("help export").contains(
        """
          --group <group>         Skupina studentů: ID nebo číslo, například 101.
                                  (výchozí: ALL)

        """))
  }

  @Test("The whole program")
  func root() async throws {
    let text = try await help("--help")
    #expect(
      text.hasPrefix(
        """
        Vaše hodnocení na FIT ČVUT v terminálu.

        Příklady:
          grades demo
          grades login
          grades courses
          grades course XI-AAA.23 --lang cs

        Bez příkazu otevře aplikaci v terminálu; při přesměrovaném výstupu vypíše vaše
        předměty.

        Použití: grades <subcommand>

        Přepínače:
          --version               Vypíše verzi.
          -h, --help              Vypíše tuto nápovědu.

        Pro studenty:

        """))
    for line in [
      "  app (výchozí)           Otevře aplikaci v terminálu.",
      "  courses                 Vypíše vaše předměty s body a známkami.",
      "  course                  Vypíše vaše výsledky v jednom předmětu.",
      "  settings                Vypíše nebo změní nastavení.",
      "  login                   Přihlásí vás fakultním účtem.",
      "  status                  Vypíše, kdo je přihlášen a co je uloženo.",
      "  logout                  Odhlásí vás a smaže uložená data.",
      "  demo                    Spustí ukázku, bez účtu a bez sítě.",
      "  serve                   Spustí samotnou vestavěnou službu Grades.",
    ] {
      #expect(text.contains("\n\(line)\n"))
    }
    #expect(
      text.hasSuffix(
        "\n\n  Více o příkazu vypíše „grades help PŘÍKAZ“.\n  Přepínače společné všem příkazům vypíše „grades help options“.\n"
      ))
    #expect(try await help("help") == text)
  }

  @Test("grades courses")
  func courses() async throws {
    #expect(
      try await help("courses --help") == """
        Vypíše vaše předměty s body a známkami.

        Příklady:
          grades courses
          grades courses --semester previous
          grades courses --json --offline

        Vypíše předměty, které v semestru studujete a které učíte.

        Použití: grades courses [--semester <semester>] [--offline] [--json] [--csv]

        Přepínače:
          --semester <semester>   Semestr: kód (například B232), nebo current,
                                  previous, next.
          --offline               Použije jen uložená data, bez sítě.
          --json                  Vypíše JSON.
          --csv                   Vypíše CSV.

        """ + Self.shared)
  }

  @Test("grades course")
  func course() async throws {
    #expect(
      try await help("course --help") == """
        Vypíše vaše výsledky v jednom předmětu.

        Příklady:
          grades course XI-AAA.23
          grades course XI-AAA.23 --semester B251
          grades course XI-AAA.23 --json --offline

        Vypíše položky hodnocení jako strom, s vašimi hodnotami, mezemi, poznámkami
        a časem poslední změny.

        Použití: grades course <code> [--semester <semester>] [--offline] [--json]
                 [--csv]

        Argumenty:
          <code>                  Celý kód předmětu, například XI-AAA.23.

        Přepínače:
          --semester <semester>   Semestr: kód (například B232), nebo current,
                                  previous, next.
          --offline               Použije jen uložená data, bez sítě.
          --json                  Vypíše JSON.
          --csv                   Vypíše CSV.

        """ + Self.shared)
  }

  @Test("grades settings")
  func settings() async throws {
    let shown = try await help("settings --help")
    #expect(
      shown == """
        Vypíše nebo změní nastavení.

        Příklady:
          grades settings
          grades settings set semester previous
          grades settings set language cs
          grades settings set hidden-courses XI-AAA.23,XI-BBB

        Nastavení: semester, language, notify, hide-ungraded, hidden-courses.

        Použití: grades settings [--offline] [--json] <subcommand>

        Přepínače:
          --offline               Použije jen uložená data, bez sítě.
          --json                  Vypíše JSON.

        Příkazy:
          set                     Změní nastavení.
          service                 Vypíše nebo změní vaše nastavení přímo v Grades.

          Více o příkazu vypíše „grades help settings PŘÍKAZ“.

        """ + Self.shared)
  }

  @Test("grades settings set")
  func settingsSet() async throws {
    #expect(
      try await help("settings set --help") == """
        Změní nastavení.

        Příklady:
          grades settings set semester B251
          grades settings set hide-ungraded yes
          grades settings set hidden-courses ""

        Názvy a hodnoty nastavení jsou ve všech jazycích stejné. Přepínače přijímají
        true/false, on/off nebo yes/no; hidden-courses přijímá kódy oddělené čárkami,
        prázdná hodnota zobrazí znovu všechny předměty.

        Použití: grades settings set <key> <value> ...

        Argumenty:
          <key>                   Název nastavení.
          <value>                 Nová hodnota.

        """ + Self.shared)
  }

  @Test("grades login")
  func login() async throws {
    #expect(
      try await help("login --help") == """
        Přihlásí vás fakultním účtem.

        Příklady:
          grades login
          grades login --no-browser
          grades login --service-account
          grades login --token-stdin < token.txt
          grades login --demo --as teacher

        Otevře v prohlížeči přihlašovací stránku fakulty a počká, až se přihlásíte.
        Přihlašovací údaje uloží do souboru, který můžete číst jen vy.

        Použití: grades login [--no-browser] [--service-account] [--token-stdin]
                 [--demo] [--as <user>]

        Přepínače:
          --no-browser            Vypíše přihlašovací adresu a načte tu, kterou vložíte.
          --service-account       Přihlásí účet služby (pro skripty předmětu).
          --token-stdin           Přečte přístupový token ze standardního vstupu, ověří
                                  jej a uloží.
          --demo                  Přihlásí k vestavěné službě.
          --as <user>             Ukázkový uživatel. (hodnoty: student, teacher, both)

        """ + Self.shared)
  }

  @Test("grades status")
  func status() async throws {
    #expect(
      try await help("status --help") == """
        Vypíše, kdo je přihlášen a co je uloženo.

        Příklady:
          grades status
          grades status --json

        Vypíše server, uživatele, platnost přihlášení, stáří uložených dat a počet
        konceptů.

        Použití: grades status [--json]

        Přepínače:
          --json                  Vypíše JSON.

        """ + Self.shared)
  }

  @Test("grades logout")
  func logout() async throws {
    #expect(
      try await help("logout --help") == """
        Odhlásí vás a smaže uložená data.

        Příklady:
          grades logout
          grades logout --keep-drafts
          grades logout --host production --yes

        Smaže přihlašovací údaje a vše, co je o vás v tomto počítači uloženo, včetně
        historie zveřejněných změn. Máte-li nezveřejněné koncepty, nejdřív se zeptá.

        Použití: grades logout [--yes] [--keep-drafts]

        Přepínače:
          -y, --yes               Na nic se neptá, i když se ztratí koncepty.
          --keep-drafts           Koncepty a historii uchová do příštího přihlášení.

        """ + Self.shared)
  }

  @Test("grades demo")
  func demo() async throws {
    let shown = try await help("demo --help")
    #expect(
      shown == """
        Spustí ukázku, bez účtu a bez sítě.

        Příklady:
          grades demo
          grades demo --as teacher --lang cs

        Spustí na tomto počítači službu Grades s vymyšlenými předměty, přihlásí se k ní
        a otevře aplikaci; mimo terminál vypíše předměty.

        Použití: grades demo [--as <user>] [--open <scene> ...] [--plain]

        Přepínače:
          --as <user>             Ukázkový uživatel. (hodnoty: student, teacher, both;
                                  výchozí: student)
          --open <scene>          Otevře tuto obrazovku, například: course XI-AAA.23.
          --plain                 Místo obrazovky používá otázky a odpovědi po řádcích.

        """ + Self.shared)
  }

  @Test("grades serve")
  func serve() async throws {
    #expect(
      try await help("serve --help") == """
        Spustí samotnou vestavěnou službu Grades.

        Příklady:
          grades serve
          grades serve --port 8080 --data grades.sqlite --students 1000

        Slouží k testům a ke zkoušení skriptů. Naslouchá jen na tomto počítači;
        ukončíte ji klávesami Ctrl-C.

        Použití: grades serve [--port <port>] [--data <file>] [--seed <number>]
                 [--students <number>]

        Přepínače:
          --port <port>           Port, na kterém se naslouchá; 0 vybere volný.
                                  (výchozí: 0)
          --data <file>           Soubor s daty služby.
          --seed <number>         Číslo (seed) pro vytvoření ukázkových dat. (výchozí:
                                  1)
          --students <number>     Počet studentů v ukázkových datech. (výchozí: 150)

        """ + Self.shared)
  }
}
