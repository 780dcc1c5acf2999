import GradesClient
@testable import GradesCore
import Testing

@Suite("Statistics of a group")
struct GroupStatisticsTests {
  @Test("Each item, the grades by letters and who passed")
  func whole() throws {
    let statistics = GroupStatistics(of: matrix, rows: matrix.rows) { $0 }
    #expect(statistics.students == 5)
    #expect(statistics.items.map(\.item.identifier.rawValue) == ["test", "attended", "grade"])
    let test = try #require(statistics.items.first?.statistics)
    #expect(test.graded == 4)
    #expect(test.missing == 1)
    #expect(test.numbers?.mean == 15)
    #expect(test.met == 3)
    #expect(
      statistics.grades.map { "\($0.value?.letter ?? "-") \($0.count)" }
        == ["A 1", "B 0", "C 0", "D 0", "E 1", "F 2", "- 1"])
    #expect(statistics.outcome == .init(passed: 2, failed: 2, undecided: 1))
  }

  @Test("Chosen items come in their order, in any case of letters; the grades without their item")
  func chosen() {
    let statistics = GroupStatistics(
      of: matrix, rows: Array(matrix.rows.prefix(2)),
      items: ["Attended", "TEST"].map { ItemIdentifier($0) }
    ) { $0 }
    #expect(statistics.items.map(\.item.identifier.rawValue) == ["attended", "test"])
    #expect(statistics.outcome == .init(passed: 1, failed: 1, undecided: 0))
  }

  @Test("Grades of another scale come as they are; without grades the points decide")
  func otherScales() {
    var other = matrix
    other.rows[0].values[2].value = .text("excellent")
    #expect(
      GroupStatistics(of: other, rows: other.rows) { $0 }.grades.compactMap(\.value?.letter)
        == ["A", "E", "F", "excellent"])
    other.items[2].definition.classificationType = .finalScore
    other.items[2].definition.valueType = .boolean
    for row in other.rows.indices {
      other.rows[row].values[2].value = row == 0 ? nil : .flag(row > 2)
    }
    let passed = GroupStatistics(of: other, rows: other.rows) { $0 }
    #expect(passed.grades.map(\.count) == [2, 2, 1])
    #expect(passed.outcome == .init(passed: 2, failed: 2, undecided: 1))

    other.items[2].definition.classificationType = ClassificationType(rawValue: "OTHER")
    #expect(GroupStatistics(of: other, rows: other.rows) { $0 }.outcome == nil)
    other.items[0].definition.classificationType = .pointsTotal
    let points = GroupStatistics(of: other, rows: other.rows) { $0 }
    #expect(points.grades == [])
    #expect(points.outcome == .init(passed: 3, failed: 1, undecided: 1))
  }

  @Test("By parallel: side by side, a student of two counts in both")
  func byParallel() {
    let parts = matrix.statisticsByParallel(of: matrix.rows) { $0 }
    #expect(parts.map(\.key) == ["PARALLEL_99", "PARALLEL_101", "PARALLEL_102", nil])
    #expect(parts.map(\.statistics.students) == [2, 3, 1, 1])
    #expect(parts.map { $0.statistics.items[0].statistics.numbers?.mean } == [15, 15, 5, 25])
  }

  @Test("Small parallels are put together, and left out where they are still too few")
  func smallParallels() {
    func parts(_ smallest: Int, of count: Int = 5) -> [String] {
      matrix.statisticsByParallel(of: Array(matrix.rows.prefix(count)), smallest: smallest) { $0 }
        .map { "\($0.key ?? "-") \($0.statistics.students)" }
    }
    #expect(parts(2) == ["PARALLEL_99 2", "PARALLEL_101 3", "- 2"])
    #expect(parts(3) == ["PARALLEL_101 3", "- 4"])
    #expect(parts(4) == ["- 4"] || parts(4) == ["- 5"])
    #expect(parts(5, of: 3) == [])
  }

  /// Five students: 10, 20, 5, 25 points and none.
  private let matrix: GroupMatrix = {
    let (lecture, laboratory) = (
      ClassesType(rawValue: "LECTURE"), ClassesType(rawValue: "LABORATORY")
    )
    let values: [(Double?, String?, GradeValue?, [ClassesType: String])] = [
      (10, "ucitezk1", .text("F"), [lecture: "99", laboratory: "101"]),
      (20, "ucitezk1", .text("E"), [lecture: "99", laboratory: "101"]),
      (5, "kolega2", .text("F"), [laboratory: "102"]),
      (25, nil, .text("A"), [:]),
      (nil, "ucitezk1", nil, [laboratory: "101"]),
    ]
    return GroupMatrix(
      course: CourseCode("XI-AAA.23"), semester: SemesterCode("B261")!,
      group: StudentGroup(id: .all, name: "{ALL_STUDENTS}"),
      items: [
        CourseItem(
          definition: Classification(
            identifier: ItemIdentifier("test"), requiredValue: 10, maximumValue: 30)),
        CourseItem(
          definition: Classification(identifier: ItemIdentifier("attended"), valueType: .boolean)),
        CourseItem(
          definition: Classification(
            identifier: ItemIdentifier("grade"), classificationType: .finalScore,
            valueType: .string, evaluationType: .expression)),
      ],
      rows: values.enumerated().map { index, value in
        MatrixRow(
          student: Student(
            username: Username("student\(index)"), firstName: nil, lastName: nil,
            parallels: value.3),
          values: [
            RecordedValue(value: value.0.map(GradeValue.number), author: value.1),
            RecordedValue(value: nil),
            RecordedValue(value: value.2, author: "system"),
          ])
      })
  }()
}

extension GradeValue {
  fileprivate var letter: String? { if case .text(let text) = self { text } else { nil } }
}
