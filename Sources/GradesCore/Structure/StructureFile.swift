import GradesClient

/// A course's evaluation items as a file for people (Product rules, A course's structure).
///
/// ``text(keeping:)`` writes it as YAML, ``StructureReading`` reads it.
package struct StructureFile: Hashable, Sendable {
  /// The course that the file was made of; nil when the file names none.
  package var course: CourseCode?
  /// The semester that the file was made of; nil when the file names none.
  package var semester: SemesterCode?
  /// What names the items that the file was made of (``StructureBases``); nil when it was written by hand.
  package var base: String?
  /// The items in the tree's order, each child after its parent.
  package var items: [CourseItem]

  /// The largest file that is read, in bytes.
  package static let largestFile = 1 << 20
  package static let mostItems = 5_000
  /// How many items may be below one another.
  package static let deepestItem = 100
}

extension StructureFile {
  /// Makes a file of a course's definitions in any order.
  package init(_ course: CourseCode, _ semester: SemesterCode, _ definitions: [ItemDefinition]) {
    let tree = CourseItems(
      course: course, semester: semester, definitions: definitions.map(\.item))
    self.init(course: course, semester: semester, items: tree.items)
  }
}

extension ClassificationType {
  /// The words that the service is known to have (Service contract, 7.1).
  package static let known = [
    "HOMEWORK", "TUTORIAL_TASK", "LECTURE_TASK", "CONTEST_HOMEWORK", "ACTIVITY", "QUIZ",
    "SEMESTRAL_TEST", "CORRECTION_TEST", "SEMESTRAL_WORK", "CODE_REVIEW", "ASSESSMENT",
    "PRE_EXAM_TEST", "EXAM_TEST", "ORAL_EXAM", "BONUS_POINTS", "TUTORIAL_ATTENDANCE",
    "TUTORIAL_ABSENCE", "OTHER_SEMESTER", "OTHER_EXAMS", "OTHER", "POINTS_TOTAL", "FINAL_SCORE",
  ]
}

extension ValueType {
  /// The words that the service is known to have (Service contract, 7.2).
  package static let known = [ValueType.number, .string, .boolean].map(\.rawValue)
}

extension EvaluationType {
  /// The words that the service is known to have (Service contract, 7.3).
  package static let known = [EvaluationType.manual, .expression, .aggregation].map(\.rawValue)
}
