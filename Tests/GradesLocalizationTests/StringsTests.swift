import GradesLocalization
import Testing

@Suite("Sentences")
struct StringsTests {
  private let czech = Strings.load(.czech)
  private let english = Strings.load(.english)

  @Test("A sentence is filled with arguments")
  func arguments() {
    #expect(english(.courseGrade, [.grade: "D"]) == "grade D")
    #expect(czech(.courseGrade, [.grade: "D"]) == "známka D")
    #expect(
      czech(.coursePointsOfMaximum, [.points: .number(61.5), .maximum: .number(100)])
        == "61,5 /\u{A0}100 bodů")
  }

  @Test("A missing argument is seen, an argument in braces is not replaced again")
  func braces() {
    #expect(english(.courseGrade) == "grade {grade}")
    #expect(english(.courseGrade, [.points: "5"]) == "grade {grade}")
    #expect(english(.courseGrade, [.grade: "{grade}"]) == "grade {grade}")
    #expect(english(.reviewNoteChange, [.from: "{to}", .to: "x"]) == "note: {to} → x")
  }

  @Test("The count chooses the form")
  func plurals() {
    let counts = [0, 1, 2, 4, 5, 11, 21, 22, 100]
    #expect(
      counts.map { czech(.reviewChanges, [.count: .count($0)]) }
        == [
          "0 změn", "1 změna", "2 změny", "4 změny", "5 změn", "11 změn", "21 změn", "22 změn",
          "100 změn",
        ])
    #expect(
      counts.map { english(.reviewChanges, [.count: .count($0)]) }
        == [
          "0 changes", "1 change", "2 changes", "4 changes", "5 changes", "11 changes",
          "21 changes", "22 changes", "100 changes",
        ])
  }

  @Test("A fraction has a form of its own in Czech")
  func fractions() {
    let points = [1, 2, 4.5, 7, -1, 0.5]
    #expect(
      points.map { czech(.coursePoints, [.count: .number($0)]) }
        == ["1 bod", "2 body", "4,5 bodu", "7 bodů", "-1 bod", "0,5 bodu"])
    #expect(
      points.map { english(.coursePoints, [.count: .number($0)]) }
        == ["1 point", "2 points", "4.5 points", "7 points", "-1 point", "0.5 points"])
  }

  @Test("A counted sentence without a count shows that it lacks one")
  func missingCount() {
    #expect(english(.reviewChanges) == "{count} changes")
    #expect(czech(.reviewChanges, [.count: "mnoho"]) == "mnoho změn")
  }

  @Test("Semesters carry both years")
  func semesters() {
    #expect(english.semester(year: 2023, isSummer: false) == "Winter 2023/24")
    #expect(english.semester(year: 2023, isSummer: true) == "Summer 2023/24")
    #expect(czech.semester(year: 1999, isSummer: true) == "LS 1999/00")
    #expect(czech.semester(year: 2008, isSummer: false) == "ZS 2008/09")
  }

  @Test("Placeholders of group names are replaced once")
  func groups() {
    #expect(english.groupName("{ALL_STUDENTS}") == "all students")
    let lab = "{PARALLEL_TUTORIAL}203 -  ({DAY_4} 9:15) Ing. Zkušební Učitel"
    #expect(english.groupName(lab) == "tutorial no. 203 -  (Thursday 9:15) Ing. Zkušební Učitel")
    #expect(czech.groupName(lab) == "cvičení č. 203 -  (čtvrtek 9:15) Ing. Zkušební Učitel")
    #expect(czech.groupName("{EXAM_FINAL_EXAM} 12. 1.") == "zkouška: 12. 1.")
    #expect(czech.groupName("{PARALLEL_UNDEFINED}") == "paralelka č.")
    #expect(english.groupName("{NEW_KEY} 1 {DAY_9}") == "NEW_KEY 1 DAY_9")
    #expect(english.groupName("{{DAY_1}}") == "{DAY_1}")
    #expect(english.groupName("{") == "{")
    #expect(english.groupName("}{DAY_1") == "}{DAY_1")
    #expect(english.groupName("Náhradní test: 01.12.2023") == "Náhradní test: 01.12.2023")
    #expect(english.groupName("") == "")
  }

  @Test("The language is that of the flag, the setting, the environment, else English")
  func languages() {
    func resolve(
      _ flag: Language? = nil, _ setting: Language? = nil, _ environment: [String: String] = [:]
    ) -> Language {
      Language.resolve(flag: flag, setting: setting, environment: environment)
    }
    #expect(resolve() == .english)
    #expect(resolve(nil, nil, ["LANG": "cs_CZ.UTF-8"]) == .czech)
    #expect(resolve(nil, nil, ["LANG": "cs_CZ.UTF-8", "LC_MESSAGES": "en_GB"]) == .english)
    #expect(resolve(nil, nil, ["LANG": "cs_CZ.UTF-8", "LC_ALL": "C"]) == .english)
    #expect(resolve(nil, nil, ["LANG": "en_US", "LC_ALL": "", "LC_MESSAGES": "CS"]) == .czech)
    #expect(resolve(nil, nil, ["LANG": "cst"]) == .english)
    #expect(resolve(nil, .czech, ["LANG": "en_US"]) == .czech)
    #expect(resolve(.english, .czech, ["LANG": "cs_CZ"]) == .english)
  }
}
