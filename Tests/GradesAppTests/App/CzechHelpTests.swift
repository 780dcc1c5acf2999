import AppTestSupport
import TestSupport
import Testing

/// The help of every command in Czech, as it stands in a window of 80 columns.
@Suite("Help in Czech", .inTurn)
struct CzechHelpTests {
  /// The options that all commands have.
  private static let shared = """
      --host <host>           Která služba Grades se použije.
      --lang <language>       Jazyk textů.
      --timeout <seconds>     Kolik sekund smí trvat odpověď.
      --no-color              Vypisuje bez barev.
      -v, --verbose           Ukáže požadavky na chybovém výstupu, bez tajných
                              údajů.
      --version               Ukáže verzi.
      -h, --help              Ukáže tuto nápovědu.

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
    #expect(
      narrow.out.replacing("\u{A0}", with: " ").hasSuffix(
        """
          --version               Ukáže verzi.
          -h, --help              Ukáže tuto
                                  nápovědu.

        """))
    #expect(
      try await help("help import").contains(
        """
          --group <group>         Skupina, jejíž studenti mají být v souboru. (výchozí:
                                  ALL)

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

        Bez příkazu se v terminálu otevře aplikace; do roury program vypíše vaše
        předměty.

        Použití: grades <subcommand>

        Přepínače:
          --version               Ukáže verzi.
          -h, --help              Ukáže tuto nápovědu.

        Příkazy:

        """))
    for line in [
      "  app (výchozí)           Otevře aplikaci v terminálu.",
      "  courses                 Vypíše vaše předměty s body a známkami.",
      "  course                  Ukáže vaše výsledky v jednom předmětu.",
      "  settings                Ukáže nastavení nebo jedno změní.",
      "  login                   Přihlásí vás na fakultě.",
      "  status                  Ukáže, kdo je přihlášen a co je uloženo.",
      "  logout                  Odhlásí vás a smaže uložená data.",
      "  demo                    Vyzkouší program bez účtu a bez sítě.",
      "  serve                   Spustí samotnou vestavěnou službu Grades.",
    ] {
      #expect(text.contains("\n\(line)\n"))
    }
    #expect(text.hasSuffix("\n\n  Více o příkazu řekne „grades help PŘÍKAZ“.\n"))
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

        Ukáže předměty, které v daném semestru studujete a které vyučujete.

        Použití: grades courses [--semester <semester>] [--offline] [--json] [--csv]
                 [--host <host>] [--lang <language>] [--timeout <seconds>] [--no-color]
                 [--verbose]

        Přepínače:
          --semester <semester>   Semestr: kód jako B232, nebo current, previous, next.
          --offline               Odpoví z uložených dat; síť nepoužije.
          --json                  Vypíše jeden dokument JSON.
          --csv                   Vypíše CSV.

        """ + Self.shared)
  }

  @Test("grades course")
  func course() async throws {
    #expect(
      try await help("course --help") == """
        Ukáže vaše výsledky v jednom předmětu.

        Příklady:
          grades course XI-AAA.23
          grades course XI-AAA.23 --semester B251
          grades course XI-AAA.23 --json --offline

        Ukáže položky hodnocení předmětu jako strom, s vašimi hodnotami, mezemi,
        poznámkami a časem poslední změny.

        Použití: grades course <code> [--semester <semester>] [--offline] [--json]
                 [--csv] [--host <host>] [--lang <language>] [--timeout <seconds>]
                 [--no-color] [--verbose]

        Argumenty:
          <code>                  Celý kód předmětu, například XI-AAA.23.

        Přepínače:
          --semester <semester>   Semestr: kód jako B232, nebo current, previous, next.
          --offline               Odpoví z uložených dat; síť nepoužije.
          --json                  Vypíše jeden dokument JSON.
          --csv                   Vypíše CSV.

        """ + Self.shared)
  }

  @Test("grades settings")
  func settings() async throws {
    let shown = try await help("settings --help")
    #expect(
      shown == """
        Ukáže nastavení nebo jedno změní.

        Příklady:
          grades settings
          grades settings set semester previous
          grades settings set language cs
          grades settings set hidden-courses XI-AAA.23,XI-BBB

        Nastavení jsou semester, language, notify, hide-ungraded a hidden-courses.

        Použití: grades settings [--offline] [--json] [--host <host>]
                 [--lang <language>] [--timeout <seconds>] [--no-color] [--verbose]
                 <subcommand>

        Přepínače:
          --offline               Odpoví z uložených dat; síť nepoužije.
          --json                  Vypíše jeden dokument JSON.

        """ + Self.shared + """

          Příkazy:
            set                     Změní nastavení.
            service                 Ukáže nebo změní, co jste si zvolili přímo ve službě.

            Více o příkazu řekne „grades help settings PŘÍKAZ“.

          """)
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

        Názvy nastavení i jejich hodnoty jsou ve všech jazycích stejné. Přepínací
        nastavení přijímá true/false, on/off nebo yes/no; hidden-courses přijímá kódy
        oddělené čárkami a prázdná hodnota zobrazí zase všechny předměty.

        Použití: grades settings set <key> <value> ... [--host <host>]
                 [--lang <language>] [--timeout <seconds>] [--no-color] [--verbose]

        Argumenty:
          <key>                   Název nastavení.
          <value>                 Nová hodnota.

        Přepínače:

        """ + Self.shared)
  }

  @Test("grades login")
  func login() async throws {
    #expect(
      try await help("login --help") == """
        Přihlásí vás na fakultě.

        Příklady:
          grades login
          grades login --no-browser
          grades login --service-account
          grades login --token-stdin < token.txt
          grades login --demo --as teacher

        Otevře v prohlížeči přihlašovací stránku fakulty a počká, až se přihlásíte.
        Přihlašovací údaje uloží do souboru, který smíte číst jen vy.

        Použití: grades login [--no-browser] [--service-account] [--token-stdin]
                 [--demo] [--as <user>] [--host <host>] [--lang <language>]
                 [--timeout <seconds>] [--no-color] [--verbose]

        Přepínače:
          --no-browser            Vypíše přihlašovací adresu a přečte adresu s odpovědí.
          --service-account       Přihlásí vlastní skript předmětu.
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
        Ukáže, kdo je přihlášen a co je uloženo.

        Příklady:
          grades status
          grades status --json

        Vypíše server, uživatele, platnost přihlášení, stáří uložených dat a počet
        čekajících konceptů.

        Použití: grades status [--json] [--host <host>] [--lang <language>]
                 [--timeout <seconds>] [--no-color] [--verbose]

        Přepínače:
          --json                  Vypíše jeden dokument JSON.

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

        Smaže přihlašovací údaje a vše, co je o vás v tomto počítači uloženo,
        i historii toho, co jste zveřejnili. Nezveřejněné koncepty by se ztratily;
        program řekne, kolik jich je, a zeptá se.

        Použití: grades logout [--yes] [--keep-drafts] [--host <host>]
                 [--lang <language>] [--timeout <seconds>] [--no-color] [--verbose]

        Přepínače:
          -y, --yes               Odhlásí bez ptaní, i když se ztratí koncepty.
          --keep-drafts           Koncepty a historii uchová do příštího přihlášení.

        """ + Self.shared)
  }

  @Test("grades demo")
  func demo() async throws {
    let shown = try await help("demo --help")
    #expect(
      shown == """
        Vyzkouší program bez účtu a bez sítě.

        Příklady:
          grades demo
          grades demo --as teacher --lang cs

        Spustí na tomto počítači službu Grades s vymyšlenými předměty, přihlásí se k ní
        a otevře aplikaci; bez terminálu vypíše předměty.

        Použití: grades demo [--as <user>] [--open <scene> ...] [--plain]
                 [--host <host>] [--lang <language>] [--timeout <seconds>] [--no-color]
                 [--verbose]

        Přepínače:
          --as <user>             Ukázkový uživatel. (hodnoty: student, teacher, both;
                                  výchozí: student)
          --open <scene>          Začne touto obrazovkou, například: course XI-AAA.23.
          --plain                 Ptá se a odpovídá po řádcích, bez kreslení na
                                  obrazovku.

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

        Slouží k testům a ke zkoušení skriptů. Naslouchá jen na tomto počítači a ukončí
        ji Ctrl-C.

        Použití: grades serve [--port <port>] [--data <file>] [--seed <number>]
                 [--students <number>] [--host <host>] [--lang <language>]
                 [--timeout <seconds>] [--no-color] [--verbose]

        Přepínače:
          --port <port>           Port, na kterém se naslouchá; 0 vybere volný.
                                  (výchozí: 0)
          --data <file>           Soubor s daty služby.
          --seed <number>         Číslo, z něhož se vytvoří ukázková data. (výchozí: 1)
          --students <number>     Kolik studentů mají ukázková data. (výchozí: 150)

        """ + Self.shared)
  }
}
