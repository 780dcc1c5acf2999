import GradesClient

/// The questions that a teacher asks about one course.
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

  func groups(onlyMine: Bool) -> Question<CourseGroups> {
    question { responses in
      let groups = try await named(responses) {
        try await $0.groups(of: onlyMine ? teacher : nil)
      }
      return CourseGroups(course: course, semester: semester, groups: groups)
    }
  }

  func groupChoice() -> Question<GroupChoice> {
    let (all, own) = (groups(onlyMine: false), groups(onlyMine: true))
    return Question(
      source: source,
      stored: {
        guard let all = await all.stored() else { return nil }
        let own = await own.stored()
        return all.map { GroupChoice($0, own: own?.value) }
      },
      fetch: {
        // Whose the groups are is an extra.
        async let mine = try? own.latest().value
        let groups = try await all.fetch()
        let found = await mine
        return groups.map { GroupChoice($0, own: found) }
      })
  }

  func items() -> Question<CourseItems> { question(items) }

  func items(_ responses: Responses) async throws -> CourseItems {
    let definitions = try await named(responses) { try await $0.definitions.all() }
    return CourseItems(
      course: course, semester: semester,
      definitions: try await responses.naming(definitions, \.self) {
        try await $0.course(course, in: semester).definitions.all()
      })
  }

  func record(of student: Username) -> Question<CourseResults> {
    question { responses in
      async let information = responses.information(about: [course], in: semester, areListed: false)
      do {
        @Sendable func ask(_ api: GradesAPI) async throws -> StudentRecord {
          try await api.course(course, in: semester).values.student(student, showHidden: true)
        }
        let record = try await responses.naming(responses.ask(ask), \.definitions, asking: ask)
        return CourseResults(
          record, of: student, in: course, name: await information[course]?.name,
          semester: semester, for: .teacher)
      } catch let error as GradesError where error.mayMeanNothingThere {
        // The answer does not say what is unknown: the course, or only the student.
        _ = try await items().latest()
        throw UnknownStudent(username: student, course: course)
      }
    }
  }

  // MARK: Roster

  /// The students of a group from the smallest answer that has them: a column of one item
  /// (Service contract, 6.10), because there is no endpoint for students alone.
  func roster(of group: GroupID) -> Question<Roster> {
    question { responses in
      var students: [Student]?
      if let item = try await smallestItem(responses) {
        // A stored item may have been deleted; a missing group is found with the rows.
        students = try await column(item, of: group, responses)?.map(\.student)
      }
      if students == nil { students = try await rows(of: group, responses).map(\.student) }
      return Roster(course: course, semester: semester, group: group, students: students ?? [])
    }
  }

  private func smallestItem(_ responses: Responses) async throws -> ItemIdentifier? {
    var items = await items().stored()?.value.items ?? []
    if items.isEmpty { items = try await self.items(responses).items }
    // Texts and notes can be long; computed items have no notes.
    return items.min { left, right in left.definition.bulk < right.definition.bulk }?.identifier
  }

  // MARK: Responses

  func question<Value: Sendable>(
    _ read: @escaping @Sendable (Responses) async throws -> Value
  ) -> Question<Value> {
    source.question(of: teacher, read)
  }

  /// Something that every course has.
  private func named<Part: Sendable>(
    _ responses: Responses, _ request: @Sendable (GradesAPI.Course) async throws -> Part
  ) async throws -> Part {
    try await UnknownCourse.naming(course, in: semester) {
      try await responses.ask { try await request($0.course(course, in: semester)) }
    }
  }

  /// A column, or nil when the item or the group does not exist.
  func column(
    _ item: ItemIdentifier, of group: GroupID, _ responses: Responses
  ) async throws -> [ColumnCell]? {
    do {
      return try await responses.ask {
        try await $0.course(course, in: semester).values.item(item, of: group)
      }
    } catch GradesError.notFound {
      return nil
    }
  }

  func rows(of group: GroupID, _ responses: Responses) async throws -> [GroupRow] {
    do {
      return try await responses.ask {
        try await $0.course(course, in: semester).values.group(group)
      }
    } catch GradesError.notFound {
      // An unknown course has no definitions either, which throws.
      _ = try await items(responses)
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
