import GradesClient

/// All semesters of a student with their courses, and what follows from them.
package struct StudyRecord: Hashable, Sendable {
  package static let creditRange = 0.0...100

  package struct Course: Hashable, Sendable {
    package var code: CourseCode
    package var name: String?
    /// Its credits; nil if the service does not say.
    package var credits: Double?
    /// The final grade, real or planned; nil means none.
    package var grade: GradeValue?
    package var points: GradeValue?
    package var isPlanned = false

    init(_ course: StudiedCourse) {
      (code, name, grade, points) = (course.code, course.name, course.grade, course.points)
      // Foreign numbers that no course has would spoil all averages.
      credits = course.credits.flatMap { StudyRecord.creditRange.contains($0) ? $0 : nil }
    }
  }

  package struct Semester: Hashable, Sendable {
    package var code: SemesterCode
    package var courses: [Course]

    /// The average of the letters, weighted by credits; nil without any.
    package var average: Double? { StudyRecord.average(of: courses) }
    /// The credits of what was passed, as far as they are known.
    package var credits: Double { courses.reduce(0) { $0 + $1.earnedCredits } }
    /// Whether all of them are.
    package var hasAllCredits: Bool {
      courses.allSatisfy { $0.isPassed != true || $0.credits != nil }
    }
  }

  /// The semesters that have courses, the oldest first.
  package private(set) var semesters: [Semester]
  /// Semesters between them that could not be read.
  package internal(set) var missing: [SemesterCode] = []
  /// The newest semester before the oldest one that could not be read, so that it and earlier ones may be
  /// missing; nil where the list ends for certain.
  package internal(set) var missingUpTo: SemesterCode?

  package init(semesters: [Semester]) {
    self.semesters = semesters.filter { !$0.courses.isEmpty }.sorted { $0.code < $1.code }
  }

  /// All courses, the oldest first; a repeated one more than once.
  package var courses: [Course] { semesters.flatMap(\.courses) }

  /// The average of all letters, weighted by credits: each time that a course was graded counts.
  package var average: Double? { Self.average(of: courses) }

  /// The credits of what was passed; a repeated course counts once.
  package var credits: Double {
    var counted: Set<CourseCode> = []
    return courses.reversed().reduce(0) { sum, course in
      guard course.earnedCredits > 0, counted.insert(course.code).inserted else { return sum }
      return sum + course.earnedCredits
    }
  }

  /// Whether the credits of everything that was passed are known.
  package var hasAllCredits: Bool {
    missing.isEmpty && missingUpTo == nil && semesters.allSatisfy(\.hasAllCredits)
  }

  package var isEstimate: Bool { courses.contains(where: \.isPlanned) }

  package var withoutCredits: [CourseCode] { codes { $0.credits == nil } }

  package var withoutGrade: [CourseCode] { codes { $0.grade == nil } }

  /// The courses whose grade is no letter and no result of an assessment, as of recognised courses: they
  /// count in nothing.
  package var withOtherGrade: [CourseCode] {
    codes { $0.grade != nil && $0.gradeNumber == nil && $0.isPassed == nil }
  }

  /// The weighted credits of the last two semesters with grades: credits times (4 − grade), credits alone
  /// for assessments; nil without any.
  package var weightedCredits: (value: Double, semesters: [SemesterCode])? {
    let graded = semesters.filter { $0.courses.contains { $0.grade != nil } }.suffix(2)
    guard !graded.isEmpty else { return nil }
    let value = graded.flatMap(\.courses).reduce(0) { sum, course in
      let credits = course.earnedCredits
      return sum + (course.gradeNumber.map { credits * (4 - $0) } ?? credits)
    }
    return (value, graded.map(\.code))
  }

  /// Replaces the grade of a course by a planned one: in a semester; nil: where it has none yet, else in its last one.
  package mutating func plan(
    _ grade: GradeValue, for code: CourseCode, in semester: SemesterCode? = nil
  ) {
    let places = places(of: code).filter { place, _ in
      semester == nil || semesters[place].code == semester
    }
    let open = places.last { semesters[$0].courses[$1].grade == nil }
    guard let (place, index) = open ?? places.last else { return }
    semesters[place].courses[index].grade = grade
    semesters[place].courses[index].isPlanned = true
  }

  /// Takes the user's own credits of courses, which count in place of the service's.
  package mutating func fill(_ credits: [CourseCode: Double]) {
    for semester in semesters.indices {
      for index in semesters[semester].courses.indices {
        let course = semesters[semester].courses[index]
        semesters[semester].courses[index].credits = credits[course.code] ?? course.credits
      }
    }
  }

  private func places(of code: CourseCode) -> [(semester: Int, course: Int)] {
    semesters.indices.flatMap { semester in
      semesters[semester].courses.indices.filter { semesters[semester].courses[$0].code == code }
        .map { (semester, $0) }
    }
  }

  private func codes(_ isWanted: (Course) -> Bool) -> [CourseCode] {
    Set(courses.filter(isWanted).map(\.code)).sorted()
  }

  private static func average(of courses: [Course]) -> Double? {
    var (sum, credits) = (0.0, 0.0)
    for course in courses {
      guard let number = course.gradeNumber, let weight = course.credits, weight > 0 else {
        continue
      }
      sum += number * weight
      credits += weight
    }
    return credits > 0 ? sum / credits : nil
  }
}

extension StudyRecord.Course {
  /// The letter as a number: A is 1, B 1.5, C 2, D 2.5, E 3, F 4; nil for all other grades.
  package var gradeNumber: Double? {
    guard case .text(let text)? = grade else { return nil }
    return GradeLetter.number(text)
  }

  /// Whether the course is passed; nil without a grade, and for grades that do not say.
  package var isPassed: Bool? { grade?.isPassed }

  var earnedCredits: Double { isPassed == true ? credits ?? 0 : 0 }
}
