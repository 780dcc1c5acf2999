import Benchmark
import GradesClient
import GradesCore

/// What is still needed for a grade while most of a course is open.
func registerPlanner() {
  Benchmark("planner: needed for a C, 40 open items") { (benchmark, planner: CoursePlanner) in
    for _ in benchmark.scaledIterations { blackHole(try planner.need(for: .grade("C"))) }
  } setup: {
    await prepared {
      let planner = CoursePlanner(try openCourse(items: 40))
      let need = try planner.need(for: .grade("C"))
      guard need.reachability == .reachable, need.total == 70 else {
        throw Unexpected("\(need.reachability), \(need.total ?? 0)")
      }
      return planner
    }
  }

  Benchmark("planner: all values, 40 assumed") { (benchmark, planner: CoursePlanner) in
    let assumed = Dictionary(
      uniqueKeysWithValues: (1...40).map { (ItemIdentifier("du\($0)"), GradeValue.number(2)) })
    for _ in benchmark.scaledIterations { blackHole(planner.outcome(assuming: assumed)) }
  } setup: {
    await prepared { CoursePlanner(try openCourse(items: 40)) }
  }
}

/// A course of homework that gives 100 points together, some of it with a minimum, and nothing graded yet.
private func openCourse(items: Int) throws -> CourseResults {
  guard let semester = SemesterCode(InventedCourse.semester) else {
    throw Unexpected(InventedCourse.semester)
  }
  let homework = (1...items).map { number in
    Classification(
      identifier: ItemIdentifier("du\(number)"), minimumValue: 0,
      requiredValue: number % 4 == 0 ? 1 : nil, maximumValue: 100 / Double(items))
  }
  let total = Classification(
    identifier: ItemIdentifier("body"),
    classificationType: ClassificationType(rawValue: "POINTS_TOTAL"),
    valueType: .number, evaluationType: .expression, expression: "SUM(`du.*`)")
  let grade = Classification(
    identifier: ItemIdentifier("znamka"),
    classificationType: ClassificationType(rawValue: "FINAL_SCORE"),
    valueType: .string, evaluationType: .expression, expression: "MARK(body)")
  return CourseResults(
    course: InventedCourse.code, name: nil, semester: semester,
    student: Student(username: Username("zkusade1"), firstName: nil, lastName: nil),
    items: (homework + [total, grade]).map {
      ResultItem(item: CourseItem(definition: $0), recorded: RecordedValue(value: nil))
    })
}
