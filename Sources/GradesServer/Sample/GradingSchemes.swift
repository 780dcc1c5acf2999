/// The evaluation items of the sample's courses.
///
/// Together they use every construct that was really seen (Service contract, 8.1), and contain edge
/// cases for clients.
enum GradingSchemes {
  /// Homework, a project and tests; the course of the service account.
  static let programming: [ItemPlan] = [
    .computed("ukoly", "Domácí úlohy", "Homework", "HOMEWORK", "SUM(`du[0-9]+`)", maximum: 40)
      .holding(
        numbered(1...4) {
          .points("du\($0)", "Úloha \($0)", "Task \($0)", "HOMEWORK", 10, required: 3)
        }),
    .computed("testy", "Testy", "Tests", "SEMESTRAL_TEST", "test_a + test_b", maximum: 30)
      .holding([
        .points("test_a", "Test A", "Test A", "SEMESTRAL_TEST", 15, required: 5),
        .points("test_b", "Test B", "Test B", "SEMESTRAL_TEST", 15, required: 5),
      ]),
    .points(
      "projekt", "Semestrální projekt", "Semester project", "SEMESTRAL_WORK", 30, required: 15),
    .points("aktivita", "Aktivita", "Activity", "ACTIVITY", 5, minimum: -5),
    .text("slovne", "Slovní hodnocení", "Project review", "CODE_REVIEW", reviews),
    .text("interni", "Interní poznámka", nil, "OTHER", ["ověřit zdroje", "bez připomínek"])
      .hiddenFromStudents,
    .computed(
      "zapocet", "Zápočet", "Assessment", "ASSESSMENT", "(projekt >= 15 && testy >= 10)",
      valueType: "BOOLEAN"),
    .computed(
      "body", "Body celkem", "Total points", "POINTS_TOTAL",
      "SUM(ukoly) + testy + projekt + aktivita", required: 50, maximum: 100),
    .computed(
      "znamka", "Známka", "Grade", "FINAL_SCORE", "zapocet ? MARK(body) : 'F'",
      valueType: "STRING"),
  ]

  /// More than forty items: attendance, quizzes, homework, tests and an exam.
  static let databases: [ItemPlan] = [
    ItemPlan.computed(
      "kvizy", "Kvízy", "Quizzes", "QUIZ", "SUM(`kviz[0-9]+`)", required: 12, maximum: 24
    ).holding(
      numbered(1...12) { .points("kviz\($0)", "Kvíz \($0)", "Quiz \($0)", "QUIZ", 2) }),
    .computed("domaci", "Domácí úlohy", "Homework", "HOMEWORK", "SUM(`ukol[0-9]+`)", maximum: 18)
      .holding(
        numbered(1...6) { .points("ukol\($0)", "Úkol \($0)", "Assignment \($0)", "HOMEWORK", 3) }),
    ItemPlan.text("dochazka", "Docházka", "Attendance", "TUTORIAL_ATTENDANCE", ["v pořádku"])
      .holding(
        numbered(1...13) {
          .flag("cv\($0)", "Cvičení \($0)", "Tutorial \($0)", "TUTORIAL_ATTENDANCE", 0.9)
        }),
    .computed("testy", "Testy", "Tests", "SEMESTRAL_TEST", "test1+test2", maximum: 18).holding([
      .points("test1", "Test 1", "Test 1", "SEMESTRAL_TEST", 9, required: 3),
      .points("test2", "Test 2", "Test 2", "SEMESTRAL_TEST", 9, required: 3),
    ]),
    .points("bonus", "Bonusové body", "Bonus points", "BONUS_POINTS", nil, minimum: nil),
    .computed(
      "ma_zapocet", "Zápočet", "Assessment", "ASSESSMENT",
      "number mez = 30, s = SUM(`kviz[0-9]+`, `ukol[0-9]+`, testy); s >= mez",
      valueType: "BOOLEAN"),
    .points("zkouska", "Zkouška", "Written exam", "EXAM_TEST", 40, required: 20),
    .computed(
      "body", "Body celkem", "Total points", "POINTS_TOTAL",
      "number semestr = SUM(`kviz[0-9]+`, `ukol[0-9]+`, testy); "
        + "ma_zapocet ? semestr + bonus + zkouska : semestr",
      required: 50, maximum: 100),
    .computed(
      "znamka", "Známka", "Grade", "FINAL_SCORE",
      "boolean ok = ma_zapocet && zkouska >= 20;auto nic = 'F';ok ? MARK(body) : nic",
      valueType: "STRING"),
  ]

  /// A few items for a course that all students have.
  static let safety: [ItemPlan] = [
    .flag("skoleni", "Školení", "Training", "LECTURE_TASK", 0.97),
    .points("test", "Závěrečný test", "Final test", "EXAM_TEST", 20, required: 12),
    .points("pokusy", "Počet pokusů", "Attempts", "OTHER", nil, minimum: 1),
    .computed("body", "Body celkem", "Total points", "POINTS_TOTAL", "test", maximum: 20),
    .computed(
      "splneno", "Splněno", "Passed", "FINAL_SCORE",
      "string ano = 'Z'; (skoleni && test >= 12) ? ano : 'N'", valueType: "STRING"),
  ]

  /// A test before the exam and a written exam; names of every completeness.
  static let theory: [ItemPlan] = [
    .computed("semestr", "Semestr", "Semester", "OTHER_SEMESTER", "test + aktivita", maximum: 50)
      .holding([
        .points("test", "Semestrální test", "Semester test", "SEMESTRAL_TEST", 40, required: 20),
        .points("aktivita", "Aktivita na cvičeních", nil, "ACTIVITY", 10),
      ]),
    .points("predtermin", nil, "Early exam", "PRE_EXAM_TEST", 50),
    .points("kontrola", nil, nil, "OTHER", 1),
    .points("zkouska", "Zkouška", "Exam", "EXAM_TEST", 50, required: 25),
    .computed(
      "body", "Body celkem", "Total points", "POINTS_TOTAL", "semestr + zkouska", required: 50,
      maximum: 100),
    .computed(
      "znamka", "Známka", "Grade", "FINAL_SCORE", "MARK(body)", valueType: "STRING"),
  ]

  /// Uses constructs that were never seen in the real service: clients must not guess.
  static let networks: [ItemPlan] = [
    .points("test", "Test", "Test", "SEMESTRAL_TEST", 30),
    .points("oprava", "Opravný test", "Resit", "CORRECTION_TEST", 30),
    .points("laboratore", "Laboratoře", "Laboratories", "TUTORIAL_TASK", 30, required: 15),
    .points("zkouska", "Ústní zkouška", "Oral exam", "ORAL_EXAM", 40),
    .computed(
      "lepsi", "Lepší z testů", "Better test result", "OTHER_SEMESTER",
      "oprava > test ? oprava : test", maximum: 30),
    .computed(
      "body", "Body celkem", "Total points", "POINTS_TOTAL", "lepsi + laboratore + zkouska",
      maximum: 100),
    .computed("znamka", "Známka", "Grade", "FINAL_SCORE", "MARK(body)", valueType: "STRING"),
  ]

  /// Four levels, hidden items among them, a visible item under a hidden one.
  static let project: [ItemPlan] = [
    .computed(
      "projekt", "Projekt", "Project", "SEMESTRAL_WORK", "iterace1 + iterace2", maximum: 80
    ).holding(
      numbered(1...2) { iteration in
        .computed(
          "iterace\(iteration)", "Iterace \(iteration)", "Iteration \(iteration)",
          "SEMESTRAL_WORK", "SUM(`i\(iteration)_[a-z]+`)", maximum: 40
        ).holding([
          ItemPlan.text("i\(iteration)zprava", "Zpráva", "Report", "CODE_REVIEW", reviews)
            .holding([
              .points("i\(iteration)_obsah", "Obsah", "Content", "SEMESTRAL_WORK", 15),
              .points("i\(iteration)_forma", "Forma", "Form", "SEMESTRAL_WORK", 5),
            ]),
          .points("i\(iteration)_kod", "Kód", "Code", "SEMESTRAL_WORK", 20, required: 8),
        ])
      }),
    ItemPlan.points("tajne", "Interní hodnocení", "Internal rating", "OTHER", 10)
      .hiddenFromStudents
      .holding([
        .points("obhajoba", "Obhajoba", "Defence", "ORAL_EXAM", 20),
        ItemPlan.flag("opisoval", "Podezření", "Suspicion", "OTHER", 0.05).hiddenFromStudents,
      ]),
    .computed(
      "body", "Body celkem", "Total points", "POINTS_TOTAL", "projekt + obhajoba", required: 50,
      maximum: 100),
    .computed("znamka", "Známka", "Grade", "FINAL_SCORE", "MARK(body)", valueType: "STRING"),
  ]

  /// Everything defined and nothing graded.
  static let nothingYet: [ItemPlan] = theory.map(\.ungraded)

  /// A final result that is only yes or no.
  static let passOrFail: [ItemPlan] = [
    .points("esej", "Esej", "Essay", "SEMESTRAL_WORK", 10, required: 5),
    .computed(
      "splneno", "Splněno", "Passed", "FINAL_SCORE", "esej >= 5", valueType: "BOOLEAN"),
  ]

  /// As courses were defined in 2018: two final scores, a number and a letter, and no total.
  static let of2018: [ItemPlan] = [
    .points("prace", "Semestrální práce", "Semester project", "SEMESTRAL_WORK", 40, required: 20),
    .points("pisemka", "Písemka", "Test", "SEMESTRAL_TEST", 30),
    .points("ustni", "Ústní zkouška", "Oral exam", "ORAL_EXAM", 30),
    ItemPlan.text("poznamky", "Poznámky", "Remarks", "OTHER", ["odevzdáno včas"])
      .hiddenFromStudents,
    .computed(
      "zapocet", "Zápočet", "Assessment", "ASSESSMENT", "prace >= 20", valueType: "BOOLEAN"),
    .computed(
      "body_celkem", "Body celkem", "Total points", "FINAL_SCORE",
      "prace + pisemka + ustni", maximum: 100),
    .computed(
      "znamka", "Známka", "Grade", "FINAL_SCORE", "zapocet ? MARK(body_celkem) : 'F'",
      valueType: "STRING"),
  ]

  private static func numbered(
    _ numbers: ClosedRange<Int>, _ make: (Int) -> ItemPlan
  ) -> [ItemPlan] { numbers.map(make) }

  private static let reviews = [
    "Pěkné a čitelné řešení.",
    "Funguje, ale rozdělení do tříd by sneslo víc péče; viz poznámky v kódu.",
    """
    Řešení splňuje zadání ve všech bodech. Oceňuji testy, které hlídají i krajní případy, a \
    srozumitelné názvy. K dotažení: načítání souboru drží v paměti celý vstup, třebaže stačí \
    jeden řádek; chybové hlášky neříkají, který řádek je vadný; a dokumentace popisuje starší \
    podobu rozhraní. Doporučuji projít si kapitolu o zdrojích a vrátit se k tomu před obhajobou.
    """,
    "Text má víc řádků.\n– první výtka: chybí jednotky\n– druhá výtka: graf bez popisku os",
  ]
}
