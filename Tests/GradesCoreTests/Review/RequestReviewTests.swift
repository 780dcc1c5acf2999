import GradesClient
import GradesCore
import Testing

struct RequestReviewTests {
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
  ) -> Review {
    var options = Review.Options(allowsClearing: clearing)
    options.namesMissingStudents = missing
    return Review(edits, in: Desk.gradebook, over: grid, options: options, listed: listed)
  }

  private func lines(_ review: Review) -> [String] {
    review.changes.map {
      "\($0.cell.username) \($0.cell.identifier) \(word($0.base.value)) -> \(word($0.value))"
    }
  }

  private func problems(_ review: Review) -> [String] {
    review.problems.map { problem in
      let position = [
        problem.row.map { "row \($0)" }, problem.username, problem.identifier, problem.text,
      ].compactMap { $0 }.joined(separator: " ")
      return "\(problem.severity) \(problem.kind): \(position)"
    }
  }

  @Test("Values are read by the item's type, unchanged ones are counted")
  func values() {
    let review = propose(
      edit("ZKUSADE1 ", "DU1", "7,5"), edit("zkusade1", "du2", " 1 234.25 "),
      edit("zkusade1", "ucast", "Ano"), edit("druhyst2", "ucast", "x"),
      edit("tretist3", "ucast", "0"), edit("druhyst2", "znamka", " A "),
      edit("tretist3", "du1", "-0.50"), edit("zkusade1", "Test", "1"))
    #expect(
      lines(review) == [
        "zkusade1 du1 3 -> 7.5", "zkusade1 du2 - -> 1234.25", "zkusade1 ucast no -> yes",
        "druhyst2 ucast - -> yes", "tretist3 ucast - -> no", "druhyst2 znamka - ->  A ",
        "tretist3 du1 - -> -0.5", "zkusade1 Test - -> 1",
      ])
    #expect(review.changes[0].note == "pozdě")
    #expect(Set(review.changes.map(\.cell.username)).count == 3)
    #expect(problems(review) == ["warning outOfBounds: tretist3 du1 -0.5"])
    #expect(!review.isRefused)
    #expect(review.unchanged == 0)
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
    let review = propose(
      edit("neznamy9", "du1", "1", row: 2), edit("neznamy9", "du2", "1", row: 2),
      edit("neznamy8", "du1", "1"), edit("zkusade1", "du9", "1", row: 3),
      edit("zkusade1", "test", "1"), edit("zkusade1", "body", "50"),
      edit("zkusade1", "du1", "sedm", row: 4), edit("zkusade1", "du2", "1,500", row: 5),
      edit("tretist3", "ucast", "možná"), edit("zkusade1", "divna", "modrá"),
      edit("druhyst2", "du1", "100"), edit("tretist3", "du1", " "), edit("zkusade1", "ucast", " "))
    #expect(
      problems(review) == [
        "refused unknownStudent: row 2 neznamy9", "refused unknownStudent: neznamy8 du1 1",
        "refused unknownItem: row 3 zkusade1 du9 1", "refused ambiguousItem: zkusade1 test 1",
        "refused computed: zkusade1 body 50", "refused wrongType: row 4 zkusade1 du1 sedm",
        "refused ambiguousNumber: row 5 zkusade1 du2 1,500",
        "refused wrongType: tretist3 ucast možná", "refused wrongType: zkusade1 divna modrá",
        "warning outOfBounds: druhyst2 du1 100", "refused clearNeedsFlag: zkusade1 ucast  ",
      ])
    #expect(review.isRefused)
    #expect(lines(review) == ["druhyst2 du1 1.234 -> 100"])
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
    let review = propose(
      edit("zkusade1", "du1", "3", note: .whereChanged("x")),
      edit("zkusade1", "du2", "3", note: .whereChanged("x")),
      RequestedEdit(
        username: "druhyst2", identifier: "du1", content: .keep, note: .always("y")),
      edit("zkusade1", "ucast", "no", note: .always("")))
    #expect(lines(review) == ["zkusade1 du2 - -> 3", "druhyst2 du1 1.234 -> 1.234"])
    #expect(review.changes.map(\.note) == ["x", "y"])
    #expect(review.unchanged == 2)
  }

  @Test("A student whose rows say two things of a cell gets nothing, and every row is named")
  func contradictingRows() {
    let review = propose(
      edit("zkusade1", "du1", "5", row: 2), edit("zkusade1", "DU1", "6", row: 3),
      edit("zkusade1", "du2", "5", row: 2), edit("zkusade1", "du2", "5,0", row: 4),
      edit("druhyst2", "du2", "x", row: 5), edit("druhyst2", "du2", "1", row: 6),
      edit("druhyst2", "du2", "2", row: 9),
      edit("tretist3", "du1", "4", row: 7), edit("tretist3", "du1", "4,0", row: 8))
    #expect(lines(review) == ["tretist3 du1 - -> 4"])
    #expect(
      problems(review) == [
        "refused wrongType: row 5 druhyst2 du2 x", "warning duplicate: row 8 tretist3 du1 4,0",
        "refused duplicate: row 5 druhyst2 du2: x, 1, 2",
        "refused duplicate: row 6 druhyst2 du2: x, 1, 2",
        "refused duplicate: row 9 druhyst2 du2: x, 1, 2",
        "refused duplicate: row 2 zkusade1 du1: 5, 6",
        "refused duplicate: row 3 zkusade1 du1: 5, 6",
        "refused duplicate: row 4 zkusade1 du1: 5, 6",
      ])
    #expect(review.problems.map(\.first) == [nil, 7, 6, 5, 5, 3, 2, 2])
  }

  @Test("The same cell twice without a file is refused when it says two things")
  func duplicates() {
    let review = propose(
      edit("zkusade1", "du1", "5"), edit("zkusade1", "DU1", "6"), edit("zkusade1", "du2", "5"))
    #expect(lines(review) == ["zkusade1 du2 - -> 5"])
    #expect(problems(review) == ["refused duplicate: zkusade1 DU1 6"])
  }

  @Test("Students whom the file does not name are named, and strangers without values, too")
  func missing() {
    let review = propose(
      edit("zkusade1", "du1", "5", row: 2), missing: true,
      listed: [Username("zkusade1"): 2, Username("tretist3"): 3, Username("neznamy9"): 4])
    #expect(
      problems(review) == [
        "warning unknownStudent: row 4 neznamy9", "notice missingFromFile: druhyst2",
      ])
  }

  @Test("Typed values are taken as they are, of the right type only")
  func typed() {
    let good = RequestedEdit(username: "zkusade1", identifier: "du1", content: .value(.number(9)))
    let bad = RequestedEdit(username: "zkusade1", identifier: "du2", content: .value(.flag(true)))
    let review = propose(good, bad)
    #expect(lines(review) == ["zkusade1 du1 3 -> 9"])
    #expect(problems(review) == ["refused wrongType: zkusade1 du2 yes"])
  }
}
