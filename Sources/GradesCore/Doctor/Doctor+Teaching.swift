import GradesClient
import JSON

/// The endpoints that only a teacher of a course may use.
extension Doctor {
  mutating func checkTeaching(
    _ taught: [String], _ code: String, isStudent: Bool
  ) async throws {
    guard let course = try await checkEditors(of: taught) else { return }
    let query = ["semester": code, "lang": "en"]
    let groups = try await check(10, [course], query: query) {
      try $0.list(StudentGroup.init(reading:))
    }
    checkGroups(groups?.json)
    let items = try await checkDefinitions(course, query)
    let manual = items.first {
      $0["evaluationType"]?.word == "MANUAL" || $0["calculated"]?.kind == .false
    }
    let item = (manual ?? items.first)?["identifier"]?.word
    guard let group = Self.smallGroup(of: groups?.json?.items ?? []) else {
      for endpoint in isStudent ? [7, 8] : [6, 7, 8] { leave(.endpoint(endpoint), .noSmallGroup) }
      return try await checkHiddenElsewhere(taught.filter { $0 != course }, query)
    }
    let rows = try await check(7, [course, group], query: query) {
      try $0.list(GroupRow.init(reading:))
    }
    if let item {
      try await check(8, [course, group, item], query: query) {
        try $0.list { try ColumnCell(reading: $0, of: ItemIdentifier(item)) }
      }
    }
    let student = rows?.json?.items.compactMap { $0["username"]?.word }.first
    if let student, items.hasHidden {
      try await checkHidden(course, student, query)
    } else {
      try await checkHiddenElsewhere(taught.filter { $0 != course }, query)
    }
    if !isStudent, let student {
      try await check(
        6, [course, student], query: query.merging(["showHidden": "true"]) { $1 }
      ) { try StudentRecord(reading: $0, of: Username(student)) }
    }
  }

  /// The group of which the fewest people's data are read: the test students, else a laboratory or a tutorial;
  /// never a whole course, a lecture or an exam.
  private static func smallGroup(of groups: [JSONNode]) -> String? {
    func id(_ isMeant: (JSONNode) -> Bool) -> String? {
      // The digits of a number, where an id is meant.
      (groups.first(where: isMeant)?["studentGroupId"]).flatMap { try? $0.text() }
    }
    func isNamed(_ placeholder: String) -> (JSONNode) -> Bool {
      { $0["name"]?.word?.contains("{\(placeholder)}") == true }
    }
    return id { $0["studentGroupId"]?.word == "TEST" } ?? id(isNamed("TEST_STUDENTS"))
      ?? id(isNamed("PARALLEL_LABORATORY")) ?? id(isNamed("PARALLEL_TUTORIAL"))
  }

  /// The most courses that are tried to find one whose structure the user may change.
  private static let mostCourses = 3

  /// Reads the editors of the first courses; returns the one of which the user is an editor, else the first.
  private mutating func checkEditors(of taught: [String]) async throws -> String? {
    var last: DoctorResponse?
    for course in taught.prefix(Self.mostCourses) {
      last = try await get(23, [course])
      guard last?.isSuccess != true else {
        judge(23, last, GradesAPI.Editors.list(reading:))
        return course
      }
    }
    if !taught.isEmpty { judge(23, last, GradesAPI.Editors.list(reading:)) }
    return taught.first
  }

  private mutating func checkGroups(_ groups: JSONNode?) {
    guard let groups = groups?.items, !groups.isEmpty else {
      return leave(.question(.groups), .notEnoughData)
    }
    let types = groups.compactMap { $0["type"] }
    let ids = groups.compactMap { $0["studentGroupId"] }
    let words = Set(types.compactMap(\.word) + ids.compactMap(\.idForm)).sorted()
    let kinds = Set((types + ids).filter { $0.word == nil }.map(\.kindName)).sorted()
    let isAssumed =
      ids.count == groups.count && ids.allSatisfy { $0.word != nil }
      && types.allSatisfy { $0.isNull || $0.word != nil }
    answer(.groups, kinds, words: words, isAssumed: isAssumed)
  }

  /// Checks the definitions in their newest and in their oldest shape; returns them.
  private mutating func checkDefinitions(
    _ course: String, _ query: [String: String]
  ) async throws -> [JSONNode] {
    func item(_ node: JSONNode) throws -> Classification {
      try Classification(reading: node.object())
    }
    let new = try await get(17, [course], query)
    answer(.newDefinitions, new, isAssumed: new?.status != 404)
    let old = try await get(11, [course], query)
    answer(.oldDefinitions, old, isAssumed: old?.status != 404)
    // The program reads the ones where the others do not exist, so one of them is enough.
    if new?.status != 404 { judge(17, new) { try $0.list(item) } }
    if old?.status != 404 { judge(11, old) { try $0.list(item) } }
    let found = (new?.isSuccess == true ? new : old)?.json?.items ?? []
    if let first = found.first?["identifier"]?.word {
      if new?.isSuccess == true {
        try await check(18, [course, first], query: query, read: item)
        try await check(19, [course], query: query) {
          try Classification.flattened($0.elements())
        }
      }
      if old?.isSuccess == true {
        try await check(14, [course, first], query: query, read: item)
      }
    }
    checkMembers(
      .aggregations, of: found,
      ["aggregatedIdentifier", "aggregationFunction", "aggregationScope"]
    ) { $0.word != nil }
    checkMembers(.skills, of: found, ["skillDtos"]) { $0.items.isEmpty }
    return found
  }

  /// Answers what members have that were only ever seen empty.
  private mutating func checkMembers(
    _ question: DoctorQuestion, of items: [JSONNode], _ names: [String],
    isAssumed: (JSONNode) -> Bool
  ) {
    guard !items.isEmpty else { return leave(.question(question), .notEnoughData) }
    var seen: Set<String> = []
    var areAssumed = true
    for name in names {
      for value in items.compactMap({ $0[name] }) where !value.isNull {
        guard value.kind != .array || !value.items.isEmpty else { continue }
        seen.insert("\(name): \(value.kindName)")
        if !isAssumed(value) { areAssumed = false }
      }
    }
    answer(question, seen.sorted(), isAssumed: areAssumed)
  }

  /// Looks for a course with hidden items and test students, to compare what `showHidden` does.
  private mutating func checkHiddenElsewhere(
    _ courses: [String], _ query: [String: String]
  ) async throws {
    for course in courses.prefix(Self.mostCourses) {
      let items = try await get(17, [course], query)
      guard items?.json?.items.hasHidden == true else { continue }
      let rows = try await get(7, [course, "TEST"], query)
      if let student = rows?.json?.items.compactMap({ $0["username"]?.word }).first {
        return try await checkHidden(course, student, query)
      }
    }
    leave(.question(.showHidden), .notEnoughData)
  }

  private mutating func checkHidden(
    _ course: String, _ student: String, _ query: [String: String]
  ) async throws {
    var counts: [String: Int] = [:]
    for value in ["-", "true", "false"] {
      let asked = value == "-" ? query : query.merging(["showHidden": value]) { $1 }
      let response = try await get(6, [course, student], asked)
      counts[value] = response?.json?["studentClassificationFullDtos"]?.items
        .count { $0["hidden"]?.kind == .true }
    }
    guard let all = counts["true"], let none = counts["false"], let usual = counts["-"] else {
      return leave(.question(.showHidden), .notEnoughData)
    }
    answer(
      .showHidden, ["-: \(usual)", "true: \(all)", "false: \(none)"],
      isAssumed: all > 0 && none == 0 && usual == all)
  }
}

extension [JSONNode] {
  fileprivate var hasHidden: Bool { contains { $0["hidden"]?.kind == .true } }
}

extension JSONNode {
  /// The form of a group's id, such as `EVENT_n`; nil of one that is no text.
  fileprivate var idForm: String? {
    word.map { id in
      String(id.prefix { !$0.isNumber }) + (id.last?.isNumber == true ? "n" : "")
    }
  }
}
