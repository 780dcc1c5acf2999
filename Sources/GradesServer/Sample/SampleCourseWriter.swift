import GRDB

/// Writes one course of the sample: its people, groups, definitions and results.
struct SampleCourseWriter {
  let id: Int
  let course: CoursePlan
  let people: SamplePeople
  let seed: UInt64
  let database: Database

  func write(_ identifiers: inout SampleIdentifiers) throws {
    try database.execute(
      sql: """
        INSERT INTO course (id, code, semester, nameCs, nameEn, completion, credits, classes)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?)
        """,
      arguments: [
        id, course.head.code, course.semester, course.head.czech, course.head.english,
        course.head.completion,
        course.head.credits, course.head.classes.joined(separator: ","),
      ])
    for teacher in course.teachers {
      guard let person = people.id(of: teacher.username) else { continue }
      try database.execute(
        sql: "INSERT INTO teaching (courseId, personId, isEditor) VALUES (?, ?, ?)",
        arguments: [id, person, course.editors.contains { $0.username == teacher.username }])
    }
    let roster = roster()
    try writeGroups(of: roster, &identifiers)
    try writeResults(of: roster + people.artificial, items: try writeItems(&identifiers))
  }

  /// The demo accounts that study here, the names that test sorting, and a random selection of the
  /// others.
  private func roster() -> [SamplePeople.Student] {
    let teachers = Set(course.teachers.map(\.username))
    let wanted = Set(course.students.map(\.username))
    let accounts = Set(DemoAccounts.people.map(\.username))
    var chosen = people.students.filter {
      wanted.contains($0.username) && !teachers.contains($0.username)
    }
    let others = people.students.filter { !accounts.contains($0.username) }
    guard let size = course.size else { return chosen + others }
    // Every course has a few of the special names, so that sorting shows in small rosters too.
    let special = others.prefix(min(size * 2 / 3, SampleNames.special.count))
    chosen += special.prefix(max(0, size - chosen.count))
    var random = SeededGenerator(seed: seed, topic: "roster \(course.head.code) \(course.semester)")
    var rest = Array(others.dropFirst(special.count))
    while chosen.count < size, !rest.isEmpty {
      let index = random.below(rest.count)
      rest.swapAt(index, rest.count - 1)
      chosen.append(rest.removeLast())
    }
    return chosen
  }

  private func writeGroups(
    of roster: [SamplePeople.Student], _ identifiers: inout SampleIdentifiers
  ) throws {
    let seats = 24
    var parallels: [String: [Int]] = [:]
    for kind in course.head.classes {
      let count = kind == "LECTURE" ? 1 : max(2, (roster.count + seats - 1) / seats)
      for number in 0..<count {
        let teacher = course.teachers[number % course.teachers.count]
        guard let teacherId = people.id(of: teacher.username) else { continue }
        let parallel = identifiers.nextParallel()
        parallels[kind, default: []].append(parallel)
        try database.execute(
          sql: """
            INSERT INTO parallel (id, courseId, kind, number, day, time, teacherId)
            VALUES (?, ?, ?, ?, ?, ?, ?)
            """,
          arguments: [
            parallel, id, kind, String((kind == "LECTURE" ? 1 : 101) + number),
            1 + number % 5, ["9:15", "11:00", "12:45", "14:30"][number % 4], teacherId,
          ])
      }
    }
    let enrol = try database.makeStatement(
      sql: """
        INSERT INTO enrolment
          (courseId, personId, inRoles, inOverview, lectureId, tutorialId, laboratoryId)
        VALUES (?, ?, ?, ?, ?, ?, ?)
        """)
    for (index, student) in roster.enumerated() {
      func parallel(_ kind: String) -> Int? {
        guard let all = parallels[kind], !all.isEmpty else { return nil }
        return all[index % all.count]
      }
      try enrol.execute(
        arguments: [
          id, student.id, course.isInRoles, course.isInOverview, parallel("LECTURE"),
          parallel("TUTORIAL"), parallel("LABORATORY"),
        ])
    }
    guard course.semester == SampleFaculty.current, !course.scheme.isEmpty else { return }
    try writeEvent(
      "Náhradní test: 01.12.2026", description: nil,
      for: stride(from: 1, to: roster.count, by: 3)
        .map { roster[$0] }, &identifiers)
    try writeEvent(
      "{EXAM_FINAL_EXAM}12.01.2027 9:00", description: "{DAY_2} 9:00, T9:105",
      for: stride(from: 0, to: roster.count, by: 2).map { roster[$0] }, &identifiers)
  }

  private func writeEvent(
    _ name: String, description: String?, for students: [SamplePeople.Student],
    _ identifiers: inout SampleIdentifiers
  ) throws {
    let event = identifiers.nextEvent()
    try database.execute(
      sql: "INSERT INTO event (id, courseId, name, description) VALUES (?, ?, ?, ?)",
      arguments: [event, id, name, description])
    let attend = try database.makeStatement(
      sql: "INSERT INTO attendance (eventId, personId) VALUES (?, ?)")
    for student in students { try attend.execute(arguments: [event, student.id]) }
  }

  private func writeItems(
    _ identifiers: inout SampleIdentifiers
  ) throws -> [(plan: ItemPlan, row: ItemRow)] {
    var written: [(plan: ItemPlan, row: ItemRow)] = []
    func write(_ plans: [ItemPlan], under parent: Int?) throws {
      for (position, plan) in plans.enumerated() {
        var expression: String?
        if case .computed(let text) = plan.source { expression = text }
        let row = ItemRow(
          id: identifiers.nextItem(), courseId: id, identifier: plan.identifier, parentId: parent,
          nameCs: plan.czech, nameEn: plan.english, type: plan.type, valueType: plan.valueType,
          evaluationType: expression == nil ? "MANUAL" : "EXPRESSION", hidden: plan.hidden,
          mandatory: plan.required != nil, position: position, minimum: plan.minimum,
          required: plan.required, maximum: plan.maximum, expression: expression)
        try row.insert(database)
        written.append((plan, row))
        try write(plan.children, under: row.id)
      }
    }
    try write(course.scheme, under: nil)
    return written
  }

  private func writeResults(
    of students: [SamplePeople.Student], items: [(plan: ItemPlan, row: ItemRow)]
  ) throws {
    let grader = SampleGrader(course: course, items: items)
    let computation = CourseComputation(of: id, items: items.map(\.row))
    let insert = try database.makeStatement(
      sql: """
        INSERT INTO result (courseId, personId, itemId, value, note, changedAt, author)
        VALUES (?, ?, ?, ?, ?, ?, ?)
        """)
    for student in students {
      var random = SeededGenerator(
        seed: seed, topic: "\(course.head.code) \(course.semester) \(student.username)")
      let marks = grader.marks(for: student, using: &random)
      guard let last = marks.map(\.time).max() else { continue }
      var given: [Int: CellValue?] = [:]
      for mark in marks {
        given[mark.item] = mark.value
        try insert.execute(
          arguments: [
            id, student.id, mark.item, mark.value.databaseValue, mark.note, mark.time, mark.author,
          ])
      }
      let computed = computation.values(given: given)
      for item in computation.computedItems {
        let value = computed[item.id] ?? nil
        try insert.execute(
          arguments: [
            id, student.id, item.id, value?.databaseValue ?? .null, nil, last + 60, "system",
          ])
      }
    }
  }
}
