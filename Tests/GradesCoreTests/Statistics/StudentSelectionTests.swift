import GradesClient
import GradesCore
import TestSupport
import Testing

@Suite("Selections of students", .hangLimit)
struct StudentSelectionTests {
  @Test(
    "Conditions in the language of the course",
    arguments: [
      ("test1 < 10", [0]), ("test1 < 10 && attended", [0]), ("test1 >= 10", [1]),
      // A student without a value is in no comparison, and in neither side of it.
      ("test1 != 5", [1]), ("!(test1 < 10)", [1, 2, 3]), ("test1 + test2 < 100", [0]),
      ("SUM(test1, test2) < 100", [0, 1, 2, 3]), ("SUM(`test.`) == 0", [2, 3]),
      ("SUM(test1 + 1) == 1", [2, 3]), ("SUM(test1 < 1 ? 1 : 0) == 1", []),
      ("attended", [0, 3]), ("!attended", [1, 2]), ("attended == late", []),
      ("topic == 'spoons'", [1]), ("topic != 'spoons'", [3]), ("MARK(test1 * 9) == 'A'", [1]),
      // Whether there is a value at all.
      ("!test1", [2, 3]), ("test1 == null", [2, 3]), ("null != test1 && attended", [0]),
      ("test2 / test1 > 0", [0]), ("number x = test1 * 2; x > 6 || SUM(x) == 0", [0, 1, 2, 3]),
    ])
  func conditions(condition: String, expected: [Int]) throws {
    #expect(try selected(StudentSelection(condition: condition)) == expected)
  }

  @Test("Without a value, below a minimum, and everything together")
  func others() throws {
    let (test1, test2) = (ItemIdentifier("test1"), ItemIdentifier("TEST2"))
    #expect(try selected(StudentSelection()) == [0, 1, 2, 3])
    #expect(try selected(StudentSelection(missing: [test1])) == [2, 3])
    #expect(try selected(StudentSelection(missing: [test1, test2])) == [2, 3])
    #expect(try selected(StudentSelection(belowMinimum: .item(test1))) == [0])
    #expect(throws: NoMinimum.self) {
      try selected(StudentSelection(belowMinimum: .item(test2)))
    }
    #expect(try selected(StudentSelection(belowMinimum: .any)) == [0, 2])
    #expect(try selected(StudentSelection(condition: "attended", belowMinimum: .any)) == [0])
    #expect(throws: UnknownItems.self) {
      try selected(StudentSelection(missing: [ItemIdentifier("tset")]))
    }
  }

  @Test(
    "A wrong condition is one with its place",
    arguments: [
      ("test1 < < 10", 8), ("tset1 < 10", 0), ("test1 < 'a'", 8), ("test1", nil), ("", 0),
      ("SUM(`(`) > 1", 4), ("late && (", 9), ("!(test1)", 2),
    ] as [(String, Int?)])
  func mistakes(condition: String, position: Int?) throws {
    let error = #expect(throws: UnusableCondition.self) {
      try selected(StudentSelection(condition: condition))
    }
    #expect(error?.reason.position == position)
    #expect(error?.text == condition)
    if condition.hasPrefix("tset1") { #expect(error?.near == "test1") }
  }

  @Test("Nested comparisons are evaluated once each", arguments: ["==", "!="])
  func nested(operation: String) throws {
    // Evaluating both sides twice would take 2⁶⁰ steps.
    let depth = 60
    for condition in [
      String(repeating: "(", count: depth) + "attended"
        + String(repeating: " \(operation) attended)", count: depth),
      String(repeating: "(attended \(operation) ", count: depth) + "attended"
        + String(repeating: ")", count: depth),
    ] {
      _ = try selected(StudentSelection(condition: condition))
    }
  }

  @Test("What would take long is refused")
  func hostile() {
    let pattern = "(" + String(repeating: "(a|aa)*", count: 50) + ")*b"
    let names = (0..<2_000).map { ItemIdentifier(String(repeating: "a", count: 60) + "\($0)") }
    let items = names.map { ComputedItems.Item(identifier: $0, valueType: .number) }
    #expect(throws: CannotEvaluate.self) {
      try RowCondition("SUM(`\(pattern)`) > 0", items: items)
    }
    #expect(throws: CannotEvaluate.tooLarge) {
      try RowCondition("SUM(`.*`, `a.*`, `[a-z0-9]*`) > 0", items: items)
    }
    #expect(throws: CannotEvaluate.tooLarge) {
      try RowCondition(String(repeating: "1 + ", count: 2_000) + "1 > 0", items: items)
    }
    #expect(throws: CannotEvaluate.self) {
      try RowCondition(String(repeating: "(", count: 3_000), items: items)
    }
  }

  @Test("Ten thousand students with forty items: a condition on all of them")
  func many() throws {
    let items = (0..<40).map { index in
      CourseItem(definition: Classification(identifier: ItemIdentifier("item\(index)")))
    }
    let rows = (0..<10_000).map { row in
      MatrixRow(
        student: Student(username: Username("\(row)"), firstName: nil, lastName: nil),
        values: items.indices.map { column in
          RecordedValue(value: (row + column) % 7 == 0 ? nil : .number(Double(row % 10)))
        })
    }
    let matrix = GroupMatrix(
      course: CourseCode("XI-AAA.23"), semester: SemesterCode("B261")!,
      group: StudentGroup(id: .all, name: ""), items: items, rows: rows)
    let selection = StudentSelection(condition: "SUM(`item.*`) >= 300 && item0 > 5")
    let selected = try selection.rows(of: matrix)
    let expected = rows.filter { row in
      let sum = row.values.reduce(0.0) { sum, value in
        if case .number(let number)? = value.value { sum + number } else { sum }
      }
      guard case .number(let first)? = row.values[0].value else { return false }
      return sum >= 300 && first > 5
    }
    #expect(selected.map(\.student.username) == expected.map(\.student.username))
    #expect(!selected.isEmpty)
  }

  private func selected(_ selection: StudentSelection) throws -> [Int] {
    try selection.rows(of: matrix).map { Int($0.student.username.rawValue) ?? -1 }
  }

  /// Students with test1, test2, attended, late, topic and points.
  private let matrix: GroupMatrix = {
    let types: [(String, ValueType, Double?)] = [
      ("test1", .number, 8), ("test2", .number, nil), ("attended", .boolean, nil),
      ("late", .boolean, nil), ("topic", .string, nil), ("points", .number, 50),
    ]
    let rows: [[GradeValue?]] = [
      [.number(5), .number(1), .flag(true), nil, nil, .number(60)],
      [.number(10), nil, .flag(false), nil, .text("spoons"), .number(50)],
      [nil, nil, nil, nil, nil, .number(49.5)],
      [nil, nil, .flag(true), nil, .text("forks"), nil],
    ]
    return GroupMatrix(
      course: CourseCode("XI-AAA.23"), semester: SemesterCode("B261")!,
      group: StudentGroup(id: .all, name: "{ALL_STUDENTS}"),
      items: types.map {
        CourseItem(
          definition: Classification(
            identifier: ItemIdentifier($0.0), valueType: $0.1, requiredValue: $0.2))
      },
      rows: rows.enumerated().map { index, values in
        MatrixRow(
          student: Student(username: Username("\(index)"), firstName: nil, lastName: nil),
          values: values.map { RecordedValue(value: $0) })
      })
  }()
}
