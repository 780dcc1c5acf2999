import GradesClient
import GradesCore

/// What the scene of a study shows.
struct StudyState: Equatable, Sendable {
  /// A course in one semester.
  struct Entry: Hashable, Sendable {
    var semester: SemesterCode
    var course: CourseCode
  }

  /// The real record; nil before the first response.
  var record: Snapshot<StudyRecord>?
  var isLoading = false
  /// The planned grades.
  var planned: [Entry: String] = [:]
  var scroll = SectionedScroll()

  /// The record with the planned grades.
  var estimate: StudyRecord? {
    guard var record = record?.value else { return nil }
    for (entry, grade) in planned {
      _ = record.plan(.text(grade), for: entry.course, in: entry.semester)
    }
    return record
  }

  /// The semesters as they are listed, the newest first.
  var semesters: [StudyRecord.Semester] { estimate?.semesters.reversed() ?? [] }

  /// The rows.
  var entries: [Entry] {
    semesters.flatMap { semester in
      semester.courses.map { Entry(semester: semester.code, course: $0.code) }
    }
  }

  /// The focused course.
  var focused: Entry? { entries[safe: scroll.focus] }
}
