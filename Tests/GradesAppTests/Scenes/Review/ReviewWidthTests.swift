import AppTestSupport
import TestSupport
import Testing

/// The review at the widths of terminals and in both languages.
@Suite("A review", .inTurn)
struct ReviewWidthTests {
  private static let cells =
    "zkusade1:du1=7,5 druhyst2:du1=13 ulehlur2:projekt=12,25 zkusade1:aktivita=-6"
    + " zkusade1:du2=6,5 cibulja1:body=50 nobody:du1=3 cibulja1:slovne=Dlouhý_text_o_projektu"

  private func review(_ options: String, width: Int?) async throws -> String {
    let program = try await Program.signedIn(to: .shared(), as: "ucitezk1")
    let run = await program("set XI-ZPT.23 \(Self.cells) \(options)", width: width)
    #expect(run.status == 65)
    return run.out.replacing("\u{A0}", with: " ")
  }

  @Test("120 columns")
  func wide() async throws {
    #expect(
      try await review("--dry-run", width: 120) == """
        XI-ZPT.23                                                                                       Winter 2026/27

        Student          Username  Item               Old  →    New
        Zkušební Adéla   zkusade1  Task 1            8.75  →   7.5
        Druhý Stanislav  druhyst2  Task 1            9.75  →  13     above the maximum of 10
        Ulehlová Uršula  ulehlur2  Semester project  –     →  12.25
        Zkušební Adéla   zkusade1  Activity          3.5   →  -6     below the minimum of -5
        Cibulka Jan      cibulja1  Project review
          Text má víc řádků. – první výtka: chybí jednotky – druhá výtka: graf bez popisku os → Dlouhý_text_o_projektu

        5 changes (1 new, 4 replace a value), 1 unchanged. 2 values out of bounds. Rejected 2 values:
          cibulja1 body  “Total points” is computed and cannot be edited
          nobody du1     not a student of this course

        """)
  }

  @Test("80 columns, with notes")
  func usual() async throws {
    #expect(
      try await review("--dry-run --note copied", width: 80) == """
        XI-ZPT.23                                                        Winter 2026/27

        Student          Username  Item             Old  →    New
        Zkušební Adéla   zkusade1  Task 1          8.75  →   7.5
          note: no note → copied
        Druhý Stanislav  druhyst2  Task 1          9.75  →  13     above the maximum of
                                                                   10
          note: no note → copied
        Ulehlová Uršula  ulehlur2  Semester        –     →  12.25
                                   project
          note: no note → copied
        Zkušební Adéla   zkusade1  Activity        3.5   →  -6     below the minimum of
                                                                   -5
          note: no note → copied
        Zkušební Adéla   zkusade1  Task 2          6.5
          note: no note → copied
        Cibulka Jan      cibulja1  Project review
          Text má víc řádků. – první výtka: chybí jednotky – druhá výtka: graf bez
          popisku os → Dlouhý_text_o_projektu · note: no note → copied

        6 changes (1 new, 4 replace a value). 2 values out of bounds. Rejected 2 values:
          cibulja1 body  “Total points” is computed and cannot be edited
          nobody du1     not a student of this course

        """)
  }

  @Test("40 columns, in Czech")
  func narrow() async throws {
    #expect(
      try await review("--dry-run --lang cs", width: 40) == """
        XI-ZPT.23                     ZS 2026/27

        Uživatel  Položka        Dosud  →   Nově
        zkusade1  Úloha 1         8,75  →   7,5
                  Student Zkušební Adéla
        druhyst2  Úloha 1         9,75  →  13
                  Student Druhý Stanislav · nad
                  maximem 10
        ulehlur2  Semestrální     –     →  12,25
                  projekt
                  Student Ulehlová Uršula
        zkusade1  Aktivita        3,5   →  -6
                  Student Zkušební Adéla · pod
                  minimem -5
        cibulja1  Slovní
                  hodnocení
                  Student Cibulka Jan
                  Text má víc řádků. – první
                  výtka: chybí jednotky – druhá
                  výtka: graf bez popisku os →
                  Dlouhý_text_o_projektu

        5 změn (1 nová, 4 nahrazují hodnotu), 1
        beze změny. 2 hodnoty mimo meze.
        Odmítnuto 2:
          cibulja1 body  „Body celkem“ je
                         vypočtená položka
                         a nelze ji upravit
          nobody du1     není studentem předmětu

        """)
  }

  @Test("Nobody is notified when it is only a draft, is refused, or shall be silent")
  func silent() async throws {
    let program = try await Program.signedIn(to: .shared(), as: "ucitezk1")
    func review(_ options: String) async -> String {
      await program("set XI-ZPT.23 zkusade1:du1=1 nobody:du1=2 \(options)").out
    }
    #expect(
      await review("--dry-run --skip-invalid").hasSuffix("\n1 student will be notified.\n"))
    #expect(
      await review("--dry-run --skip-invalid --no-notify").hasSuffix("\nNobody will be notified.\n")
    )
    for options in ["--dry-run", "--yes", "--draft", "--dry-run --no-notify"] {
      #expect(await !review(options).contains("notified"), "\(options)")
    }
  }
}
