import AppTestSupport
import Foundation
import TestSupport
import Testing

/// `grades settings`: what is chosen, who and where one is; it works without login and network too.
@Suite("Settings", .inTurn)
struct SettingsTests {
  @Test("Before anything is chosen or anybody signed in")
  func defaults() async throws {
    let program = try Program()
    let run = await program("settings")
    #expect(run.status == 0)
    #expect(run.err == "")
    #expect(
      program.plain(run.out) == """
        Settings
          Host                production
          semester            current  Semester
          language            system   Language
          notify              yes      Notify students by default
          hide-ungraded       no       Hide ungraded items
          hidden-courses      none     Hidden courses
          pinned-courses      none     Pinned courses
          credits             none     Credits

        Files
          Configuration       HOME/.config/grades/config.json
          Settings            HOME/.config/grades/settings.json
          Credentials         HOME/.local/state/grades/credentials.json
          Stored data         HOME/.cache/grades/cache.sqlite
          Drafts and history  HOME/.local/state/grades/drafts.sqlite
          Log of changes      HOME/.local/state/grades/log.sqlite
          Demo data           HOME/.local/state/grades/demo.sqlite

        About
          Version             0.1.0
          Licence             Apache-2.0

        """)
  }

  @Test("Of a user who is logged in, in Czech, with everything changed")
  func signedIn() async throws {
    let program = try Program(now: { .usual })
    #expect(await program("login --demo").status == 0)
    for setting in [
      "semester previous", "language cs", "notify off", "hide-ungraded true",
      "hidden-courses xi-tva, XI-DAT.23", "pinned-courses xi-tva, XI-DAT.23",
      "credits xi-tva=1 XI-DAT.23=4.5",
    ] { #expect(await program("settings set \(setting)").status == 0) }
    let run = await program("settings")
    #expect(
      program.plain(run.out) == """
        Nastavení
          Server               demo
          semester             previous (B252)         Semestr
          language             cs                      Jazyk
          hide-ungraded        yes                     Skrývat nehodnocené položky
          hidden-courses       XI-DAT.23,XI-TVA        Skryté předměty
          pinned-courses       XI-TVA,XI-DAT.23        Připnuté předměty
          credits              XI-DAT.23=4.5,XI-TVA=1  Kredity

        Soubory
          Konfigurace          HOME/.config/grades/config.json
          Nastavení            HOME/.config/grades/settings.json
          Přihlašovací údaje   HOME/.local/state/grades/credentials.json
          Uložená data         HOME/.cache/grades/cache.sqlite
          Koncepty a historie  HOME/.local/state/grades/drafts.sqlite
          Záznam změn          HOME/.local/state/grades/log.sqlite
          Ukázková data        HOME/.local/state/grades/demo.sqlite

        O programu
          Jméno                Adéla Zkušební (zkusade1)
          Role                 student
          Dostupné semestry    B261, B252, B251, B242, B241, B232, B231, B222, B221, B212, B211, B202
          Verze                0.1.0
          Licence              Apache-2.0

        """)
  }

  @Test("In windows of 40 and 80 columns")
  func narrow() async throws {
    let program = try Program(now: { .usual })
    #expect(await program("login --demo").status == 0)
    let narrow = await program("settings", width: 40)
    #expect(narrow.lines.allSatisfy { $0.count <= 40 })
    #expect(
      (narrow.lines.prefix { $0 != "Files" } + narrow.lines.drop { $0 != "About" }).joined(
        separator: "\n") == """
          Settings
            Host                 demo
            semester             current (B261)
              Semester
            language             system
              Language
            hide-ungraded        no
              Hide ungraded items
            hidden-courses       none
              Hidden courses
            pinned-courses       none
              Pinned courses
            credits              none
              Credits

          About
            Name
              Adéla Zkušební (zkusade1)
            Roles                student
            Available semesters
              B261, B252, B251, B242, B241, B232,
              B231, B222, B221, B212, B211, B202
            Version              0.1.0
            Licence              Apache-2.0
          """)
    let wide = await program("settings", width: 80)
    #expect(
      (wide.lines.prefix { $0 != "Files" } + wide.lines.drop { $0 != "About" }).joined(
        separator: "\n") == """
          Settings
            Host                 demo
            semester             current (B261)  Semester
            language             system          Language
            hide-ungraded        no              Hide ungraded items
            hidden-courses       none            Hidden courses
            pinned-courses       none            Pinned courses
            credits              none            Credits

          About
            Name                 Adéla Zkušební (zkusade1)
            Roles                student
            Available semesters  B261, B252, B251, B242, B241, B232, B231, B222, B221,
                                 B212, B211, B202
            Version              0.1.0
            Licence              Apache-2.0
          """)
  }

  @Test("As one JSON document")
  func document() async throws {
    let program = try Program(now: { .usual })
    #expect(await program("login --demo --as both").status == 0)
    #expect(await program("settings set hidden-courses XI-BEZ.22").status == 0)
    let run = await program("settings --json --lang cs")
    #expect(
      program.plain(run.out) == """
        {
          "host": "demo",
          "profile": null,
          "user": {
            "username": "obojial1",
            "firstName": "Alena",
            "lastName": "Obojí",
            "roles": [
              "student",
              "teacher"
            ]
          },
          "semester": "current",
          "semesters": [
            "B261",
            "B252",
            "B251",
            "B242",
            "B241",
            "B232",
            "B231",
            "B222",
            "B221",
            "B212",
            "B211",
            "B202"
          ],
          "language": "system",
          "notify": true,
          "hideUngraded": false,
          "hiddenCourses": [
            "XI-BEZ.22"
          ],
          "pinnedCourses": [],
          "credits": {},
          "version": "0.1.0",
          "paths": {
            "configuration": "HOME/.config/grades/config.json",
            "settings": "HOME/.config/grades/settings.json",
            "credentials": "HOME/.local/state/grades/credentials.json",
            "cache": "HOME/.cache/grades/cache.sqlite",
            "drafts": "HOME/.local/state/grades/drafts.sqlite",
            "log": "HOME/.local/state/grades/log.sqlite",
            "demo": "HOME/.local/state/grades/demo.sqlite"
          }
        }

        """)
  }
}
