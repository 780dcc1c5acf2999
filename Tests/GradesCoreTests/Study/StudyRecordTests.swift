import GradesClient
import GradesServer
import GradesTesting
import TestSupport
import Testing

@testable import GradesCore

/// Averages and credits, computed by hand.
@Suite("Study averages")
struct StudyRecordTests {
  private static func course(
    _ code: String, _ credits: Double?, _ grade: String?
  ) -> StudyRecord.Course {
    StudyRecord.Course(
      StudiedCourse(
        code: CourseCode(code), grade: grade.map(GradeValue.text), credits: credits))
  }

  private static func record(
    _ semesters: [(String, [StudyRecord.Course])]
  ) -> StudyRecord {
    StudyRecord(
      semesters: semesters.map { StudyRecord.Semester(code: SemesterCode($0)!, courses: $1) })
  }

  @Test("Grades are weighted by credits: 5 × 1, 6 × 2.5 and 4 × 4 over 15")
  func weighted() throws {
    let record = Self.record([
      ("B241", [Self.course("A", 5, "A"), Self.course("B", 6, "D"), Self.course("C", 4, "F")])
    ])
    #expect(record.average == 36.0 / 15)
    #expect(record.credits == 11)
    // 5 × 3 and 6 × 1.5; F earns nothing.
    #expect(record.weightedCredits?.value == 24)
    let letters = ["A", "B", "C", "D", "E", "F"].map { Self.course("X", 1, $0).gradeNumber }
    #expect(letters == [1, 1.5, 2, 2.5, 3, 4])
  }

  @Test("Credits that no course has count as unknown", arguments: [1e308, -1, 101])
  func foreignCredits(credits: Double) {
    let record = Self.record([("B241", [Self.course("A", credits, "C"), Self.course("B", 2, "A")])])
    #expect(record.average == 1)
    #expect(record.credits == 2)
  }

  @Test("Z has credits and no weight in the average; other texts count in nothing and are named")
  func assessments() {
    let record = Self.record([
      (
        "B241",
        [
          Self.course("A", 5, "B"), Self.course("Z", 2, "Z"), Self.course("N", 3, "N"),
          Self.course("U", 6, "uznáno"),
        ]
      )
    ])
    #expect(record.average == 1.5 && record.credits == 7)
    // 5 × 2.5, and 2 alone.
    #expect(record.weightedCredits?.value == 14.5)
    #expect(record.withOtherGrade == [CourseCode("U")])
  }

  @Test("Courses without credits or grade are left out and named")
  func missing() {
    let record = Self.record([
      (
        "B241",
        [Self.course("A", 4, "C"), Self.course("K", nil, "A"), Self.course("O", 5, nil)]
      )
    ])
    #expect(record.average == 2 && record.credits == 4)
    #expect(record.withoutCredits == [CourseCode("K")])
    #expect(record.withoutGrade == [CourseCode("O")])
  }

  @Test("A repeated course: each grade in the average, its credits once")
  func repeated() {
    let record = Self.record([
      ("B242", [Self.course("A", 5, "C"), Self.course("B", 5, "A")]),
      ("B241", [Self.course("A", 5, "F")]),
      ("B251", [Self.course("A", 5, "B")]),
    ])
    #expect(record.semesters.map(\.code.rawValue) == ["B241", "B242", "B251"])
    #expect(record.semesters.map(\.average) == [4, 1.5, 1.5])
    // (4 + 2 + 1 + 1.5) × 5 over 20.
    #expect(record.average == 2.125)
    #expect(record.credits == 10)
    // The last two semesters: 5 × 2, 5 × 3 and 5 × 2.5.
    #expect(record.weightedCredits?.value == 37.5)
    #expect(record.weightedCredits?.semesters.map(\.rawValue) == ["B242", "B251"])
  }

  @Test("A planned grade goes to the semester without one")
  func planned() {
    var record = Self.record([
      ("B241", [Self.course("A", 5, "F")]), ("B251", [Self.course("A", 5, nil)]),
    ])
    #expect(!record.isEstimate)
    record.plan(.text("A"), for: CourseCode("A"))
    record.plan(.text("A"), for: CourseCode("X"))
    #expect(record.semesters.map(\.average) == [4, 1] && record.isEstimate)
    record.fill([CourseCode("A"): 10])
    #expect(record.credits == 10)
  }

  @Test("Nothing graded")
  func empty() {
    let record = Self.record([("B241", [Self.course("A", 5, nil)]), ("B242", [])])
    #expect(record.average == nil && record.credits == 0 && record.weightedCredits == nil)
    #expect(record.semesters.count == 1)
  }
}

/// The semesters of the sample's student.
@Suite("Study from the service", .inTurn)
struct StudyRepositoryTests {
  @Test("All semesters come, and again without the service")
  func all() async throws {
    let faculty = try await Faculty.open()
    let run = try await faculty.run(as: DemoAccounts.student.username)
    let record = try await run.studyRecord()
    #expect(
      record.value.semesters.map(\.code.rawValue) == ["B241", "B242", "B251", "B252", "B261"])
    #expect(record.value.average != nil && !record.isStale)
    // Answers of the oldest semesters have no credits.
    #expect(!record.value.withoutCredits.isEmpty)
    faculty.control.add(Fault(nil, "/", times: nil, .disconnectBeforeHandling))
    let again = try await run.studyRecord()
    #expect(again.value == record.value && again.isStale)
  }
}
