import Benchmark
import Foundation
import GradesClient
import GradesCore
import GradesLocalization

/// What a teacher asks about a whole course: who meets a condition, and what the values are like.
func registerStatistics() {
  let condition = "SUM(`du.*`) > 100 && (du1 < 5 || du2 >= 7.5) && body > 3"
  Benchmark("selection of 10,000 students by 40 items") { (benchmark, matrix: GroupMatrix) in
    let selection = StudentSelection(condition: condition)
    for _ in benchmark.scaledIterations { blackHole(try selection.rows(of: matrix)) }
  } setup: {
    await prepared { try await group(students: 10_000, items: 40) }
  }

  for (students, items) in [(10_000, 40), (2_000, 300)] {
    let count = students.formatted(.number.locale(Locale(identifier: "en")))
    Benchmark("statistics of \(count) students in \(items) items") {
      (benchmark, matrix: GroupMatrix) in
      for _ in benchmark.scaledIterations {
        blackHole(GroupStatistics(of: matrix, rows: matrix.rows) { CzechSortKey($0) })
      }
    } setup: {
      await prepared { try await group(students: students, items: items) }
    }
  }
}

private func group(students: Int, items: Int) async throws -> GroupMatrix {
  let course = InventedCourse(students: students, items: items)
  guard let semester = SemesterCode(InventedCourse.semester) else {
    throw Unexpected(InventedCourse.semester)
  }
  let definitions = try await GradesAPI(answering: course).allDefinitions()
  return GroupMatrix(
    course: InventedCourse.code, semester: semester, group: StudentGroup(id: .all, name: ""),
    items: definitions.map { CourseItem(definition: $0) },
    rows: (0..<students).map { student in
      MatrixRow(
        student: Student(
          username: Username(course.username(student)), firstName: nil, lastName: nil),
        values: (0..<items).map { RecordedValue(value: .number(course.value(student, $0))) })
    })
}
