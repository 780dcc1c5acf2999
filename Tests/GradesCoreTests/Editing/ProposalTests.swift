import GradesClient
import GradesCore
import Testing

struct ProposalTests {
  private let grid = CellGrid(
    definitions: Desk.items + [
      Classification(identifier: ItemIdentifier("Test")),
      Classification(identifier: ItemIdentifier("TEST")),
      Classification(identifier: ItemIdentifier("divna"), valueType: ValueType(rawValue: "COLOUR")),
    ],
    students: ["zkusade1", "druhyst2", "tretist3"].map {
      Student(username: Username($0), firstName: "Jméno", lastName: "Příjmení")
    },
    values: [
      Username("zkusade1"): [
        ItemIdentifier("du1"): RecordedValue(value: .number(3), note: "pozdě"),
        ItemIdentifier("ucast"): RecordedValue(value: .flag(false)),
        ItemIdentifier("znamka"): RecordedValue(value: .number(2.5)),
      ],
      Username("druhyst2"): [
        ItemIdentifier("du1"): RecordedValue(value: .number(1.234)),
        ItemIdentifier("du2"): RecordedValue(value: .text("omluven")),
      ],
    ])

  private func edit(
    _ student: String, _ item: String, _ text: String, note: RequestedEdit.Note = .keep,
    row: Int? = nil
  ) -> RequestedEdit {
    RequestedEdit(username: student, identifier: item, content: .text(text), note: note, row: row)
  }

  private func propose(
    _ edits: RequestedEdit..., clearing: Bool = false, missing: Bool = false,
    listed: [Username: Int] = [:]
  ) -> Proposal {
    Proposal(
      edits, in: Desk.gradebook, over: grid,
      options: .init(allowsClearing: clearing, namesMissingStudents: missing), listed: listed)
  }

  private func lines(_ proposal: Proposal) -> [String] {
    proposal.changes.map {
      "\($0.cell.username) \($0.cell.identifier) \(word($0.base.value)) -> \(word($0.value))"
    }
  }

  private func problems(_ proposal: Proposal) -> [String] {
    proposal.editProblems.map { problem in
      let position = [
        problem.row.map { "row \($0)" }, problem.username, problem.identifier, problem.text,
      ].compactMap { $0 }.joined(separator: " ")
      return "\(problem.severity) \(problem.kind): \(position)"
    }
  }

  @Test("Values are read by the item's type, unchanged ones are counted")
  func values() {
    let proposal = propose(
      edit("ZKUSADE1 ", "DU1", "7,5"), edit("zkusade1", "du2", " 1 234.25 "),
      edit("zkusade1", "ucast", "Ano"), edit("druhyst2", "ucast", "x"),
      edit("tretist3", "ucast", "0"), edit("druhyst2", "znamka", " A "),
      edit("tretist3", "du1", "-0.50"), edit("zkusade1", "Test", "1"))
    #expect(
      lines(proposal) == [
        "zkusade1 du1 3 -> 7.5", "zkusade1 du2 - -> 1234.25", "zkusade1 ucast no -> yes",
        "druhyst2 ucast - -> yes", "tretist3 ucast - -> no", "druhyst2 znamka - ->  A ",
        "tretist3 du1 - -> -0.5", "zkusade1 Test - -> 1",
      ])
    #expect(proposal.changes[0].note == "pozdě")
    #expect(Set(proposal.changes.map(\.cell.username)).count == 3)
    #expect(problems(proposal) == ["warning outOfBounds: tretist3 du1 -0.5"])
    #expect(!proposal.isRefused)
    #expect(proposal.unchanged == 0)
    let same = propose(
      edit("zkusade1", "du1", "3,0"), edit("zkusade1", "ucast", "ne"),
      edit("zkusade1", "znamka", "2.5"), edit("zkusade1", "znamka", "2,5"),
      edit("druhyst2", "du2", "omluven"), edit("druhyst2", "du1", "1,234"))
    #expect(lines(same) == [])
    #expect(same.unchanged == 5)
    #expect(problems(same) == ["warning duplicate: zkusade1 znamka 2,5"])
    let twice = propose(edit("tretist3", "du1", "-0.50"), edit("tretist3", "DU1", "-0,5"))
    #expect(
      problems(twice) == [
        "warning outOfBounds: tretist3 du1 -0.5", "warning duplicate: tretist3 du1 -0,5",
      ])
  }

  @Test("Everything that cannot be is named with its position")
  func refusals() {
    let proposal = propose(
      edit("neznamy9", "du1", "1", row: 2), edit("neznamy9", "du2", "1", row: 2),
      edit("neznamy8", "du1", "1"), edit("zkusade1", "du9", "1", row: 3),
      edit("zkusade1", "test", "1"), edit("zkusade1", "body", "50"),
      edit("zkusade1", "du1", "sedm", row: 4), edit("zkusade1", "du2", "1,500", row: 5),
      edit("tretist3", "ucast", "možná"), edit("zkusade1", "divna", "modrá"),
      edit("druhyst2", "du1", "100"), edit("tretist3", "du1", " "), edit("zkusade1", "ucast", " "))
    #expect(
      problems(proposal) == [
        "refused unknownStudent: row 2 neznamy9", "refused unknownStudent: neznamy8 du1 1",
        "refused unknownItem: row 3 zkusade1 du9 1", "refused ambiguousItem: zkusade1 test 1",
        "refused computed: zkusade1 body 50", "refused wrongType: row 4 zkusade1 du1 sedm",
        "refused ambiguousNumber: row 5 zkusade1 du2 1,500",
        "refused wrongType: tretist3 ucast možná", "refused wrongType: zkusade1 divna modrá",
        "warning outOfBounds: druhyst2 du1 100", "refused clearNeedsFlag: zkusade1 ucast  ",
      ])
    #expect(proposal.isRefused)
    #expect(lines(proposal) == ["druhyst2 du1 1.234 -> 100"])
  }

  @Test("Clearing needs leave")
  func clearing() {
    let clear = RequestedEdit(username: "zkusade1", identifier: "du1", content: .clear)
    let nothing = RequestedEdit(username: "tretist3", identifier: "du1", content: .clear)
    #expect(problems(propose(clear, nothing)) == ["refused clearNeedsFlag: zkusade1 du1"])
    #expect(lines(propose(clear, nothing)) == [])
    let allowed = propose(clear, nothing, clearing: true)
    #expect(lines(allowed) == ["zkusade1 du1 3 -> -"])
    #expect(allowed.unchanged == 1)
    #expect(allowed.changes[0].note == "pozdě")
  }

  @Test("A note goes where the value changes, or everywhere when that is meant")
  func notes() {
    let proposal = propose(
      edit("zkusade1", "du1", "3", note: .whereChanged("x")),
      edit("zkusade1", "du2", "3", note: .whereChanged("x")),
      RequestedEdit(
        username: "druhyst2", identifier: "du1", content: .keep, note: .always("y")),
      edit("zkusade1", "ucast", "no", note: .always("")))
    #expect(lines(proposal) == ["zkusade1 du2 - -> 3", "druhyst2 du1 1.234 -> 1.234"])
    #expect(proposal.changes.map(\.note) == ["x", "y"])
    #expect(proposal.unchanged == 2)
  }

  @Test("A student whose rows say two things of a cell gets nothing, and every row is named")
  func contradictingRows() {
    let proposal = propose(
      edit("zkusade1", "du1", "5", row: 2), edit("zkusade1", "DU1", "6", row: 3),
      edit("zkusade1", "du2", "5", row: 2), edit("zkusade1", "du2", "5,0", row: 4),
      edit("druhyst2", "du2", "x", row: 5), edit("druhyst2", "du2", "1", row: 6),
      edit("druhyst2", "du2", "2", row: 9),
      edit("tretist3", "du1", "4", row: 7), edit("tretist3", "du1", "4,0", row: 8))
    #expect(lines(proposal) == ["tretist3 du1 - -> 4"])
    #expect(
      problems(proposal) == [
        "refused wrongType: row 5 druhyst2 du2 x", "warning duplicate: row 8 tretist3 du1 4,0",
        "refused duplicate: row 5 druhyst2 du2: x, 1, 2",
        "refused duplicate: row 6 druhyst2 du2: x, 1, 2",
        "refused duplicate: row 9 druhyst2 du2: x, 1, 2",
        "refused duplicate: row 2 zkusade1 du1: 5, 6",
        "refused duplicate: row 3 zkusade1 du1: 5, 6",
        "refused duplicate: row 4 zkusade1 du1: 5, 6",
      ])
    #expect(proposal.editProblems.map(\.first) == [nil, 7, 6, 5, 5, 3, 2, 2])
  }

  @Test("The same cell twice without a file is refused when it says two things")
  func duplicates() {
    let proposal = propose(
      edit("zkusade1", "du1", "5"), edit("zkusade1", "DU1", "6"), edit("zkusade1", "du2", "5"))
    #expect(lines(proposal) == ["zkusade1 du2 - -> 5"])
    #expect(problems(proposal) == ["refused duplicate: zkusade1 DU1 6"])
  }

  @Test("Students whom the file does not name are named, and strangers without values, too")
  func missing() {
    let proposal = propose(
      edit("zkusade1", "du1", "5", row: 2), missing: true,
      listed: [Username("zkusade1"): 2, Username("tretist3"): 3, Username("neznamy9"): 4])
    #expect(
      problems(proposal) == [
        "warning unknownStudent: row 4 neznamy9", "notice missingFromFile: druhyst2",
      ])
  }

  @Test("Typed values are taken as they are, of the right type only")
  func typed() {
    let good = RequestedEdit(username: "zkusade1", identifier: "du1", content: .value(.number(9)))
    let bad = RequestedEdit(username: "zkusade1", identifier: "du2", content: .value(.flag(true)))
    let proposal = propose(good, bad)
    #expect(lines(proposal) == ["zkusade1 du1 3 -> 9"])
    #expect(problems(proposal) == ["refused wrongType: zkusade1 du2 yes"])
  }
}

extension Proposal {
  /// The problems of requested edits.
  var editProblems: [EditProblem] {
    problems.compactMap { if case .requested(let problem) = $0 { problem } else { nil } }
  }
}

struct NumberReaderTests {
  @Test(
    "Numbers are read as people and spreadsheets write them",
    arguments: [
      ("7", 7), ("7,5", 7.5), ("7.5", 7.5), ("-7,25", -7.25), ("\u{2212}3", -3), ("+3", 3),
      ("0,125", 0.125), ("1.234", 1.234), ("12,3456", 12.3456), ("1234,567", 1234.567),
      ("1 234,5", 1234.5), ("1\u{A0}234 567", 1_234_567), ("1\u{202F}234.567", 1234.567),
      ("1,234,567", 1_234_567), ("1.234.567", 1_234_567), ("1.234,5", 1234.5),
      ("1,234.567", 1234.567), (" 7 ", 7), (",5", 0.5), (".5", 0.5), ("1e3", 1000),
      ("1,5E+2", 150), ("2e-2", 0.02), ("-0", 0), ("007", 7), ("1e+16", 1e16),
    ])
  func reading(text: String, number: Double) {
    #expect(NumberReader().read(text) == .success(number))
  }

  @Test(
    "Other texts are not numbers",
    arguments: [
      "", " ", "x", "7,5,", "7..5", "1,23,456", "1.23.456,7", "12 34", "1 2345", "- 7", "--7",
      "7-", "0x10", "inf", "nan", "1e", "1e9999", "7%", "٣", "１", "7,", ".", "-", "1,234.567,8",
      "1 234 ,5", "5 bodů", String(repeating: "9", count: 5_000),
    ])
  func refusing(text: String) {
    #expect(NumberReader().read(text) == .failure(.notANumber))
  }

  @Test("What could be thousands is read only where the decimal sign is known")
  func ambiguity() {
    let ambiguous = Result<Double, NumberProblem>.failure(.ambiguous(1.234, 1234))
    #expect(NumberReader().read("1,234") == ambiguous)
    #expect(NumberReader(decimal: .comma).read("1,234") == .success(1.234))
    #expect(NumberReader(decimal: .point).read("1,234") == ambiguous)
    #expect(NumberReader(decimal: .comma).read("1.234") == ambiguous)
    #expect(NumberReader(decimal: .point).read("1.234") == .success(1.234))
    #expect(NumberReader().read("-1,234") == .failure(.ambiguous(-1.234, -1234)))
  }

  @Test("A file's numbers tell its decimal sign")
  func decimalEvidence() {
    func decimalSign(_ texts: [String]) -> NumberReader.DecimalSign {
      var evidence = NumberReader.DecimalEvidence()
      for text in texts { evidence.add(text) }
      return evidence.sign
    }
    #expect(decimalSign(["7", "x", "1,234"]) == .either)
    #expect(decimalSign(["7,5", "1,234"]) == .comma)
    #expect(decimalSign(["7.5"]) == .point)
    #expect(decimalSign(["7.5", "7,5"]) == .either)
    #expect(decimalSign(["1.234,5"]) == .comma)
    #expect(decimalSign(["1,234,567"]) == .either)
    #expect(decimalSign(["0,125"]) == .comma)
  }

  @Test("A number's text reads back as the same number")
  func texts() {
    for number in [0, -5, 7.5, 0.1, 1.0 / 3, 1e15, 123_456_789_012_345, 1e300, -2.5e-7] {
      #expect(NumberReader().read(ValueWriter.text(number)) == .success(number))
      #expect(
        NumberReader(decimal: .comma).read(ValueWriter.text(number, decimal: ","))
          == .success(number))
    }
    #expect(ValueWriter.text(7.5, decimal: ",") == "7,5")
    #expect(ValueWriter.text(8) == "8")
  }
}
