import GradesClient
import GradesCore
import TestSupport
import Testing

/// Conditions of `--where` that were damaged, and random ones next to a naive reading of them.
@Suite("Selections of all kinds")
struct SelectionFuzzTests {
  private static let corpus = [
    "test1 < 10 && attended", "SUM(`test[0-9]`, TEST2) >= 12.5 || topic == 'spoons'",
    "number x = test1 * 2; boolean y = x > 6; y || MARK(test1 * 9) == 'A'",
    "!(late ? test1 < 4 : test2 >= 4)",
  ]

  private static let matrix: GroupMatrix = {
    let types: [(String, ValueType)] = [
      ("test1", .number), ("TEST2", .number), ("attended", .boolean), ("late", .boolean),
      ("topic", .string),
    ]
    var rows: [[GradeValue?]] = []
    for index in 0..<8 {
      let first: GradeValue? = index % 2 == 0 ? .number(Double(index) * 2.5) : nil
      let second: GradeValue? = index < 6 ? .number(9) : nil
      let topic: GradeValue? = index == 4 ? .text("spoons") : nil
      rows.append([first, second, .flag(index % 3 == 0), nil, topic])
    }
    return matrix(types, rows)
  }()

  private static func matrix(
    _ types: [(name: String, type: ValueType)], _ rows: [[GradeValue?]]
  ) -> GroupMatrix {
    GroupMatrix(
      course: CourseCode("XI-AAA.23"), semester: SemesterCode("B261")!,
      group: StudentGroup(id: .all, name: ""),
      items: types.map { item in
        CourseItem(
          definition: Classification(identifier: ItemIdentifier(item.name), valueType: item.type))
      },
      rows: rows.enumerated().map { index, values in
        MatrixRow(
          student: Student(username: Username("\(index)"), firstName: nil, lastName: nil),
          values: values.map { RecordedValue(value: $0) })
      })
  }

  @Test("Conditions of all kinds select students of the group, or are refused at a place in them")
  func damagedConditions() async {
    await FuzzRun.seeds(400) { seed in
      var damage = ByteDamage(
        seed: seed,
        pieces: [
          "SUM(", "MARK(", "`t.*`", "`(t|tt)*`", "test1", "attended", "'a'", "? 1 : 2", "&&", "||",
          ">=", "!", "number n = ", "; ", "((((((((", "1e308 * 10",
        ])
      let whole = Self.corpus[Int(seed % UInt64(Self.corpus.count))]
      let text = String(decoding: damage.damaged(Array(whole.utf8)), as: UTF8.self)
      let everybody = Self.matrix.rows.map(\.student.username)
      do {
        let rows = try StudentSelection(condition: text).rows(of: Self.matrix)
        let selected = rows.map(\.student.username)
        #expect(selected == everybody.filter(selected.contains), "seed \(seed): \(text)")
      } catch let error as UnusableCondition {
        #expect(error.text == text, "seed \(seed)")
        if let position = error.reason.position {
          #expect((0...text.unicodeScalars.count).contains(position), "seed \(seed): \(text)")
        }
      } catch {
        Issue.record("seed \(seed): \(error) for \(text)")
      }
    }
  }

  @Test("Random conditions select what a naive reading of them does")
  func randomConditions() async {
    await FuzzRun.seeds(400) { seed in
      var random = RandomCondition(seed: seed)
      let condition = random.condition(depth: 4)
      let rows = (0..<20).map { _ in random.row() }
      let types =
        RandomCondition.numbers.map { ($0, ValueType.number) }
        + RandomCondition.flags.map { ($0, ValueType.boolean) }
      let matrix = Self.matrix(types, rows.map { row in types.map { row[$0.0] } })
      let found = try? StudentSelection(condition: condition.text).rows(of: matrix)
      let expected = rows.indices.filter { condition.isTrue(for: rows[$0]) }
      #expect(
        found?.map(\.student.username.rawValue) == expected.map(String.init),
        "seed \(seed): \(condition.text)")
    }
  }
}
