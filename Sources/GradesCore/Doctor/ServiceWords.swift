/// The words that belong to the service and not to people: those of the contract, and plain words of which names of
/// members are made.
enum ServiceWords {
  /// The words of enumerations by the members that have them (Service contract, 6.4 and 7).
  static let ofMembers: [String: Set<String>] = [
    "classificationType": [
      "HOMEWORK", "TUTORIAL_TASK", "LECTURE_TASK", "CONTEST_HOMEWORK", "ACTIVITY", "QUIZ",
      "SEMESTRAL_TEST", "CORRECTION_TEST", "SEMESTRAL_WORK", "CODE_REVIEW", "ASSESSMENT",
      "PRE_EXAM_TEST", "EXAM_TEST", "ORAL_EXAM", "BONUS_POINTS", "TUTORIAL_ATTENDANCE",
      "TUTORIAL_ABSENCE", "OTHER_SEMESTER", "OTHER_EXAMS", "OTHER", "POINTS_TOTAL", "FINAL_SCORE",
    ],
    "valueType": ["NUMBER", "STRING", "BOOLEAN"],
    "evaluationType": ["MANUAL", "EXPRESSION", "AGGREGATION"],
    "completion": [
      "CLFD_CREDIT", "CREDIT", "CREDIT_EXAM", "EXAM", "DEFENCE", "NOTHING", "UNDEFINED",
    ],
    "classesType": classes,
    "error": ["MISSING_DATA"],
    "studentGroupId": groups,
    "type": groups.union(classes).union(["EVENT", "PARALLEL"]),
    "identifier": ["cs", "en"],
  ]

  /// The words of paths of the requests that the doctor sends; other parts of a path are names.
  static let ofPaths: Set = [
    "user-info", "user-roles", "semester-code", "courses", "course", "classification-overview",
    "information", "student-groups", "group", "student-classifications", "classifications",
    "definitions", "definition-hierarchy", "editors", "expressions", "functions",
    "notifications", "new", "all", "settings", "my",
  ]

  private static let classes: Set = ["LECTURE", "TUTORIAL", "LABORATORY", "ATELIER", "BLOCK"]
  private static let groups: Set = [
    "ALL", "TEST", "MY_PARALLELS", "MY_LECTURES", "MY_TUTORIALS", "MY_LABORATORIES",
  ]
  private static let groupPrefixes = ["PARALLEL_", "EVENT_"]
  private static let scopes: Set = [
    "cvut:grades:user-read", "cvut:grades:user-write", "cvut:grades:course-restricted",
  ]

  /// All words that may stay in a report, also the forms of groups' ids.
  static let all = ofMembers.values.reduce(scopes) { $0.union($1) }
    .union(groupPrefixes.map { $0 + "n" })

  /// The prefix of a numbered group's id, such as `PARALLEL_`.
  static func groupPrefix(of id: String) -> String? {
    groupPrefixes.first { prefix in
      id.hasPrefix(prefix)
        && id.utf8.dropFirst(prefix.utf8.count).allSatisfy { (0x30...0x39).contains($0) }
    }
  }

  /// Whether a name of a member says nothing about people: the contract has it, or it is made of plain words, such
  /// as `editorList`.
  static func isMemberName(_ name: String) -> Bool {
    if EndpointShapes.memberNames.contains(name) { return true }
    let words = name.split { $0 == "_" || $0 == "-" }.flatMap(parts)
    return !words.isEmpty && words.allSatisfy { plain.contains($0) }
  }

  /// The words of `camelCase` in lower case.
  private static func parts(of name: Substring) -> [String] {
    name.reduce(into: []) { words, character in
      if character.isUppercase || words.isEmpty { words.append("") }
      words[words.count - 1] += character.lowercased()
    }
  }

  private static let plain = EndpointShapes.memberNames.reduce(
    into: Set(
      """
      active all allowed argument arguments at authority authorities by category change changed child code codes \
      content count created creation data date deleted description detail details dto dtos editor editors email \
      emails enabled end entries errors event expected field format function functions grades group groups has \
      href id ids is item items key kind label lang language last level limit link list locale locked login \
      maximum member members message minimum mode modified names new number numeric of offset old order owner \
      page pages parameter parameters parallel parallels path permission permissions points position reason \
      request required result results returns role roles rows scope scopes semester semesters setting settings \
      size skill start state status students subscribed syntax teacher teachers time title total types unread \
      unsubscribed updated user users validity values variable variables version visible
      """.split { !$0.isLetter }.map(String.init))
  ) { words, name in words.formUnion(parts(of: name[...])) }

  private static let mediaTypes: Set = [
    "application/json", "application/hal+json", "application/problem+json", "application/xml",
    "text/html", "text/plain",
  ]

  /// A media type that the contract or the web has, with the character set UTF-8 where it is named; else `other`.
  static func mediaType(_ text: String) -> String {
    let parts = text.lowercased().split(separator: ";").map {
      $0.trimmingCharacters(in: .whitespaces)
    }
    guard let type = parts.first, mediaTypes.contains(type) else { return "other" }
    return parts.dropFirst().contains("charset=utf-8") ? type + ";charset=UTF-8" : type
  }
}
