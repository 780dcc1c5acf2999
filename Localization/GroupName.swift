extension Strings {
  /// The name of a group with its `{KEY}` placeholders replaced once (Service contract, 7.7); the
  /// result is not scanned again. An unknown key loses its braces.
  package func groupName(_ raw: String) -> String {
    raw.replacingNames { name, rest in
      let key = String(name)
      // The service writes what follows these words without a space.
      let takesNumber = key.hasPrefix("PARALLEL_") || key.hasPrefix("EXAM_")
      let isCrowded = takesNumber && rest.first?.isWhitespace == false
      return (Self.groupWords[key].map { self($0) } ?? key) + (isCrowded ? " " : "")
    }
  }

  private static let groupWords: [String: Message] = [
    "ALL_STUDENTS": .groupNameAllStudents,
    "ALL_MY_PARALLELS": .groupNameAllMyParallels,
    "ALL_MY_LECTURES": .groupNameAllMyLectures,
    "ALL_MY_TUTORIALS": .groupNameAllMyTutorials,
    "ALL_MY_LABORATORIES": .groupNameAllMyLaboratories,
    "TEST_STUDENTS": .groupNameTestStudents,
    "PARALLEL_LECTURE": .groupNameLecture,
    "PARALLEL_TUTORIAL": .groupNameTutorial,
    "PARALLEL_LABORATORY": .groupNameLaboratory,
    "PARALLEL_UNDEFINED": .groupNameParallel,
    "EXAM_FINAL_EXAM": .groupNameExam,
    "EXAM_ASSESSMENT": .groupNameAssessment,
    "DAY_1": .dayMonday, "DAY_2": .dayTuesday, "DAY_3": .dayWednesday, "DAY_4": .dayThursday,
    "DAY_5": .dayFriday, "DAY_6": .daySaturday, "DAY_7": .daySunday,
  ]
}
