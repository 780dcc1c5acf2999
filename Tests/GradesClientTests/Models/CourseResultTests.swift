import GradesClient
import TestSupport
import Testing

/// Points, grade and requirements (Service contract, 6.7).
@Suite(.inTurn) struct CourseResultTests {
  private func item(
    _ type: ClassificationType, _ valueType: ValueType, _ value: GradeValue?, index: Int = 0,
    required: Double? = nil, hidden: Bool = false
  ) -> StudentClassification {
    StudentClassification(
      definition: Classification(
        identifier: ItemIdentifier("\(type.rawValue)\(index)"), classificationType: type,
        valueType: valueType, hidden: hidden, index: index, requiredValue: required,
        maximumValue: 100),
      recorded: RecordedValue(value: value))
  }

  private func result(_ items: StudentClassification...) -> CourseResult {
    CourseResult(ClassificationTree(items))
  }

  @Test func twoFinalScoresOf2018ArePointsAndGrade() async throws {
    let record = try await TestService(answering: YearAnswers.record2018).record()
    let result = CourseResult(ClassificationTree(record.items))
    #expect(result.points == .number(63.5))
    #expect(result.grade == .text("D"))
    #expect(result.maximumPoints == 100)
    #expect(result.requiredPoints == 50)
    #expect(result.requirementMet == true)
  }

  @Test func theTotalOf2019GivesPointsAndNoGradeIsThere() async throws {
    let record = try await TestService(answering: YearAnswers.record2019).record()
    let result = CourseResult(ClassificationTree(record.items))
    #expect(result.points == .number(0))
    #expect(result.grade == nil)
    #expect(result.requirementMet == false)
  }

  @Test func theTotalWinsOverFinalPoints() {
    let result = result(
      item(.finalScore, .number, .number(80), index: 0),
      item(.pointsTotal, .number, .number(75), index: 1),
      item(.finalScore, .string, .text("C"), index: 2))
    #expect(result.points == .number(75))
    #expect(result.grade == .text("C"))
  }

  @Test func theFirstInDisplayOrderCounts() {
    let result = result(
      item(.pointsTotal, .number, .number(2), index: 2), item(.pointsTotal, .number, nil, index: 1),
      item(.finalScore, .string, .text("F"), index: 4),
      item(.finalScore, .string, .text("A"), index: 3))
    #expect(result.points == nil)
    #expect(result.grade == .text("A"))
  }

  @Test func aCourseMayEndWithYesOrNo() {
    #expect(result(item(.finalScore, .boolean, .flag(false))).grade == .flag(false))
  }

  @Test func hiddenResultsAreNotTold() {
    let tree = ClassificationTree([item(.finalScore, .string, .text("F"), hidden: true)])
    #expect(CourseResult(tree).grade == .text("F"))
    #expect(CourseResult(tree.withoutHidden()) == result())
  }

  @Test func aCourseWithoutResultsHasNone() {
    let result = result(item(ClassificationType(rawValue: "HOMEWORK"), .number, .number(3)))
    #expect(result.points == nil)
    #expect(result.grade == nil)
    #expect(result.maximumPoints == nil)
    #expect(result.requirementMet == nil)
  }

  @Test func anOverviewTellsBothWhateverItsOrder() {
    let overview = CourseOverview(
      code: CourseCode("XI-AAA.23"),
      items: [
        .init(type: .finalScore, value: .text("D")),
        .init(type: .pointsTotal, value: .number(61.5)),
      ])
    #expect(CourseResult(overview).points == .number(61.5))
    #expect(CourseResult(overview).grade == .text("D"))
    let ungraded = CourseOverview(
      code: CourseCode("XI-BBB"),
      items: [
        .init(type: .pointsTotal, value: nil, error: "MISSING_DATA"),
        .init(type: .finalScore, value: .number(3)),
      ])
    #expect(CourseResult(ungraded).points == nil)
    #expect(CourseResult(ungraded).grade == nil)
  }

  @Test(
    arguments: [
      (.number, 3, .number(3), true), (.number, 3, .number(2.999), false), (.number, 3, nil, false),
      (.number, 0, .number(0), true), (.number, 0, nil, false), (.number, nil, nil, nil),
      (.number, nil, .number(-1), nil), (.number, 3, .text("omluven"), nil),
      (.boolean, 1, .flag(true), true), (.boolean, 1, .flag(false), false),
      (.boolean, 1, nil, false),
      (.boolean, nil, .flag(false), nil), (.string, 1, nil, nil),
      (ValueType(rawValue: "NOVY"), 3, .number(4), true),
    ] as [(ValueType, Double?, GradeValue?, Bool?)])
  func aRequirementIsMetOrNot(
    _ type: ValueType, _ required: Double?, _ value: GradeValue?, _ met: Bool?
  ) {
    let item = item(ClassificationType(rawValue: "HOMEWORK"), type, value, required: required)
    #expect(item.requirementMet == met)
  }
}
