import Foundation
import GradesClient
import GradesCore
import TestSupport
import Testing

@Suite(.inTurn)
struct CSVRoundTripTests {
  @Test("Export then import without edits is no change", arguments: 0..<60)
  func noChanges(seed: Int) throws {
    var roster = RandomRoster(seed: UInt64(seed))
    let grid = roster.grid()
    for dialect in [CSVDialect.standard, .czechExcel] {
      for clears in [false, true] {
        let data = ExportedTable(grid).csv(dialect)
        var options = TableReading.Options()
        options.emptyClears = clears
        let reading = try TableReading(
          try TableFile(data), definitions: grid.definitions, options: options)
        let proposal = Review(reading, in: Desk.gradebook, over: grid, allowsClearing: clears)
        #expect(proposal.changes == [])
        #expect(proposal.problems.filter { $0.severity != .notice } == [])
        #expect(!proposal.problems.contains { $0.kind == .missingFromFile })
      }
    }
  }

  @Test("Ten thousand rows")
  func manyRows() throws {
    let items = Desk.items
    let students = (0..<10_000).map {
      Student(username: Username("st\($0)"), firstName: "Jméno", lastName: "Příjmení\($0)")
    }
    let values = Dictionary(
      uniqueKeysWithValues: students.enumerated().map { index, student in
        (
          student.username,
          [ItemIdentifier("du1"): RecordedValue(value: .number(Double(index % 24) / 2))]
        )
      })
    var grid = CellGrid(definitions: items, students: students, values: values)
    let data = ExportedTable(grid).csv(.czechExcel)
    let reading = try TableReading(try TableFile(data), definitions: items)
    #expect(Review(reading, in: Desk.gradebook, over: grid).unchanged == 10_000)
    for student in students.prefix(100) { grid.values[student.username] = [:] }
    let proposal = Review(reading, in: Desk.gradebook, over: grid)
    #expect(proposal.changes.count == 100)
    #expect(proposal.unchanged == 9_900)
  }
}

/// Rosters of hostile texts, the same in every run.
private struct RandomRoster {
  private var random: SeededNumbers

  init(seed: UInt64) { random = SeededNumbers(seed) }

  mutating func grid() -> CellGrid {
    let types: [ValueType] = [
      .number, .string, .boolean, .number, .string, ValueType(rawValue: "COLOUR"),
    ]
    var identifiers = [
      "du1", "DU1", "username", "login", "lastName", "email", "=SUM(A1)", "a,b", "a;b", "a\"b",
      "'x",
      " mezera ", "x\ny", "žluťoučký", "-", "sep=;", "x\";username;\"", "x\",username,\"",
    ]
    identifiers.append(text())
    var definitions: [Classification] = []
    for identifier in Set(identifiers).sorted() where random.next() % 2 == 0 {
      definitions.append(
        Classification(
          identifier: ItemIdentifier(identifier), valueType: pick(types),
          evaluationType: random.next() % 5 == 0 ? .expression : .manual))
    }
    var students: [Student] = []
    var values: [Username: [ItemIdentifier: RecordedValue]] = [:]
    for number in 0..<(random.next() % 12) {
      let special = pick(["", "=", "'", ",", ";", "\"", "č", "-"])
      let username = Username("\(special)st\(number)")
      students.append(Student(username: username, firstName: text(), lastName: text()))
      for definition in definitions {
        values[username, default: [:]][definition.identifier] = RecordedValue(
          value: value(definition.valueType))
      }
    }
    return CellGrid(definitions: definitions, students: students, values: values)
  }

  private mutating func value(_ type: ValueType) -> GradeValue? {
    // One in ten contradicts its item's type, as the service's old data do.
    let type = random.next() % 10 == 0 ? pick([.number, .string, .boolean]) : type
    switch (random.next() % 5, type) {
    case (0, _): return nil
    case (_, .number):
      return .number(
        pick([
          0, 1, -5, 7.5, 1.234, 1234, -0.125, 12.5, 1_234_567, 999.999, 0.1, 1e15, 1e21, -2.5e-9,
          100.0 / 3,
        ]))
    case (_, .boolean): return .flag(random.next() % 2 == 0)
    default: return .text(text())
    }
  }

  private mutating func text() -> String {
    let pieces = [
      "a", "Č", "=", "+", "-", "@", "'", "\"", ",", ";", "\t", "\r", "\n", "\r\n", " ", "\u{A0}",
      "\u{0}", "\u{301}", "👩‍🎓", "7,5", "1.234", "yes", "\u{FEFF}", "\u{2028}", "\u{1B}[31m", "{}",
    ]
    return (0..<(random.next() % 5)).map { _ in pick(pieces) }.joined()
  }

  private mutating func pick<Element>(_ elements: [Element]) -> Element {
    elements[Int(random.next() % UInt64(elements.count))]
  }
}
