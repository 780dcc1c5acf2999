import GradesClient

/// The questions that a teacher asks about one course, each with its key in the cache.
struct CourseQueries: Sendable {
  let source: SnapshotSource
  let course: CourseCode
  let semester: SemesterCode
  let teacher: Username

  var scope: CacheScope { CacheScope(host: source.host, username: teacher) }

  /// What has changed in the course, in the order in which it was noted.
  var logged: [LoggedChange] {
    get throws(CacheConnection.Unread) {
      try source.log.changes([.taught], of: scope, course: course, in: semester)
    }
  }

  /// The key of a document that is about a part of the course.
  func key(_ parts: String...) -> SnapshotKey {
    SnapshotKey(
      scope, semester: semester, language: source.language,
      name: ([course.rawValue] + parts).joined(separator: SnapshotKey.separator))
  }

  func groups(onlyMine: Bool) -> SnapshotQuestion<CourseGroups> {
    source.question(key(onlyMine ? "mine" : "all")) { [self] in
      let groups = try await ask {
        try await $0.course(course, in: semester).groups(of: onlyMine ? teacher : nil)
      }
      return CourseGroups(course: course, semester: semester, groups: groups)
    }
  }

  func groupChoice() -> SnapshotQuestion<GroupChoice> {
    let (all, own) = (groups(onlyMine: false), groups(onlyMine: true))
    return SnapshotQuestion(
      source: source,
      stored: { all.stored()?.map { GroupChoice($0, own: own.stored()?.value) } },
      fetch: {
        // Whose the groups are is an extra.
        async let mine = try? own.latest().value
        let groups = try await all.fetch()
        let found = await mine
        return groups.map { GroupChoice($0, own: found) }
      })
  }

  func items() -> SnapshotQuestion<CourseItems> {
    source.question(key()) { [self] in
      let definitions = try await ask {
        try await $0.course(course, in: semester).definitions.all()
      }
      let older = source.cache.snapshot(key(), of: CourseItems.self)?.value.items ?? []
      let names = OtherNames(source, known: older.map(\.definition))
      return CourseItems(
        course: course, semester: semester,
        definitions: try await names.completing(definitions) {
          try await $0.course(course, in: semester).definitions.all()
        })
    }
  }

  func record(of student: Username) -> SnapshotQuestion<CourseResults> {
    source.question(key(student.rawValue)) { [self] in
      do { return try await fetchRecord(of: student) } catch let error as GradesError
        where error.mayMeanNothingThere
      {
        // The answer does not say what is unknown: the course, or only the student.
        _ = try await items().latest()
        throw UnknownStudent(username: student, course: course)
      }
    }
  }

  private func fetchRecord(of student: Username) async throws -> CourseResults {
    async let record = source.ask {
      try await $0.course(course, in: semester).values.student(student, showHidden: true)
    }
    async let information = CourseDirectory(source: source).information(
      about: [course], in: semester, scope: scope, areListed: false)
    let older = source.cache.snapshot(key(student.rawValue), of: CourseResults.self)
    let named = try await record.naming(
      from: OtherNames(source, known: older?.value.items.map(\.item.definition) ?? [])
    ) {
      try await $0.course(course, in: semester).values.student(student, showHidden: true)
    }
    return CourseResults(
      named, of: student, in: course, name: await information[course]?.name,
      semester: semester, for: .teacher)
  }

  // MARK: Roster

  /// The students of a group from the smallest answer that has them: a column of one item
  /// (Service contract, 6.10), because there is no endpoint for students alone.
  func roster(of group: GroupID) -> SnapshotQuestion<Roster> {
    let key = key(group.rawValue)
    return SnapshotQuestion(
      source: source,
      stored: { [self] in
        source.stored(key)
          ?? source.stored(key, of: GroupMatrix.self)?.map {
            roster(group, $0.rows.map(\.student))
          }
      },
      fetch: { [self] in
        source.keep(roster(group, try await students(of: group)), under: key)
      })
  }

  private func students(of group: GroupID) async throws -> [Student] {
    if let item = try await smallestItem() {
      do {
        return try await column(item, of: group).map(\.student)
      } catch GradesError.notFound {
        // The stored item may have been deleted; a missing group is found with the rows.
      }
    }
    return try await rows(of: group).map(\.student)
  }

  private func smallestItem() async throws -> ItemIdentifier? {
    var items = source.stored(key(), of: CourseItems.self)?.value.items ?? []
    if items.isEmpty { items = try await self.items().fetch().value.items }
    // Texts and notes can be long; computed items have no notes.
    return items.min { left, right in left.definition.bulk < right.definition.bulk }?.identifier
  }

  private func roster(_ group: GroupID, _ students: [Student]) -> Roster {
    Roster(course: course, semester: semester, group: group, students: students)
  }

  // MARK: Requests

  /// Asks the service for something that every course has.
  private func ask<Answer: Sendable>(
    _ request: @Sendable (GradesAPI) async throws -> Answer
  ) async throws -> Answer {
    try await UnknownCourse.naming(course, in: semester) { try await source.ask(request) }
  }

  func column(_ item: ItemIdentifier, of group: GroupID) async throws -> [ColumnCell] {
    try await source.ask {
      try await $0.course(course, in: semester).values.item(item, of: group)
    }
  }

  func rows(of group: GroupID) async throws -> [GroupRow] {
    do {
      return try await source.ask {
        try await $0.course(course, in: semester).values.group(group)
      }
    } catch GradesError.notFound {
      // An unknown course has no definitions either, which throws.
      _ = try await items().fetch()
      throw UnknownGroup(group: group)
    }
  }
}

extension Classification {
  /// The likely size of a student's value of the item in a response.
  fileprivate var bulk: Int {
    (valueType == .string ? 2 : 0) + (evaluationType == .manual ? 1 : 0)
  }
}
