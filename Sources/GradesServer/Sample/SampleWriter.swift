import GRDB

/// Fills an empty database with the sample; one transaction around it makes it all or nothing.
struct SampleWriter {
  let plan: SamplePlan
  let database: Database

  func write() throws {
    try Schema.create(in: database)
    let tables = ServiceDatabase(connection: database)
    for semester in SampleFaculty.semesters {
      try tables.execute(
        "INSERT INTO semester (code, shape) VALUES (?, ?)",
        [semester.code, semester.shape.rawValue])
    }
    try tables.set("currentSemester", to: SampleFaculty.current)
    try tables.set("schemaVersion", to: String(Schema.version))

    let people = SamplePeople(plan: plan)
    try people.write(to: database)
    var identifiers = SampleIdentifiers()
    for (index, course) in SampleFaculty.courses.enumerated() {
      try SampleCourseWriter(
        id: index + 1, course: course, people: people, seed: plan.seed, database: database
      ).write(&identifiers)
    }
    try SampleNotices(people: people).write(to: tables)
  }
}

/// The next free ids, which are the same for the same plan.
struct SampleIdentifiers {
  private var item = 8000
  private var parallel = 555_000_111_000
  private var event = 777_000_300

  mutating func nextItem() -> Int { next(&item, 1) }
  mutating func nextParallel() -> Int { next(&parallel, 111) }
  mutating func nextEvent() -> Int { next(&event, 1) }

  private func next(_ number: inout Int, _ step: Int) -> Int {
    defer { number += step }
    return number
  }
}

/// The people of the sample's faculty.
struct SamplePeople {
  struct Student {
    let id: Int
    let username: String
    let name: SampleName
    /// From 0 to 1: the share of points that this student usually gets.
    let skill: Double
    /// Left during the semester: nothing is graded later.
    let gaveUp: Bool
  }

  /// The demo accounts, the names that test sorting, then all others.
  let students: [Student]
  /// Artificial students for experiments, in every course.
  let artificial: [Student]
  private let ids: [String: Int]

  init(plan: SamplePlan) {
    var random = SeededGenerator(seed: plan.seed, topic: "people")
    var taken: [String: Int] = [:]
    var students: [Student] = []
    let demo: [(DemoAccounts.Person, SampleName, Double)] = [
      (DemoAccounts.student, SampleName(first: "Adéla", last: "Zkušební"), 0.82),
      (DemoAccounts.both, SampleName(first: "Alena", last: "Obojí"), 0.74),
    ]
    for (account, name, skill) in demo {
      students.append(
        Student(
          id: students.count + 1, username: account.username, name: name, skill: skill,
          gaveUp: false))
    }
    while students.count < plan.students {
      let index = students.count - demo.count
      let name =
        index < SampleNames.special.count
        ? SampleNames.special[index] : SampleNames.name(using: &random)
      let stem = SampleNames.stem(of: name)
      taken[stem, default: index == 0 ? 1 : 0] += 1
      let spread = (random.fraction() + random.fraction()) / 2
      students.append(
        Student(
          id: students.count + 1, username: stem + String(taken[stem] ?? 1), name: name,
          skill: 0.42 + 0.56 * spread, gaveUp: random.chance(0.05)))
    }
    self.students = students
    artificial = (1...3).map { number in
      Student(
        id: 900_000 + number, username: "testst0\(number)",
        name: SampleName(first: "Test", last: "Umělý \(number)"), skill: 0.6, gaveUp: false)
    }
    var ids = Dictionary(
      uniqueKeysWithValues: (students + artificial).map { ($0.username, $0.id) })
    for (index, teacher) in Self.teachers.enumerated() {
      ids[teacher.username] = 800_001 + index
    }
    self.ids = ids
  }

  static let teachers: [(username: String, name: SampleName)] = [
    (DemoAccounts.teacher.username, SampleName(first: "Zdeněk", last: "Učitel")),
    (DemoAccounts.colleague.username, SampleName(first: "Josefína", last: "Kolegyňová")),
  ]

  /// The id of a person in the sample.
  func id(of username: String) -> Int? { ids[username] }

  func write(to database: Database) throws {
    let statement = try database.makeStatement(
      sql: """
        INSERT INTO person
          (id, username, firstName, lastName, personalNumber, yearOfStudy, isArtificial)
        VALUES (?, ?, ?, ?, ?, ?, ?)
        """)
    func insert(
      _ id: Int, _ username: String, _ name: SampleName, year: Int?, artificial: Bool
    ) throws {
      try statement.execute(
        arguments: [
          id, username, name.first, name.last, String(900_000 + id), year, artificial,
        ])
    }
    for student in students {
      try insert(
        student.id, student.username, student.name, year: student.id <= 2 ? 3 : 1 + student.id % 3,
        artificial: false)
    }
    for student in artificial {
      try insert(student.id, student.username, student.name, year: nil, artificial: true)
    }
    for teacher in Self.teachers {
      guard let id = ids[teacher.username] else { continue }
      try insert(id, teacher.username, teacher.name, year: nil, artificial: false)
    }
  }
}

/// Unread notifications of the demo student.
struct SampleNotices {
  let people: SamplePeople

  func write(to database: ServiceDatabase) throws {
    guard let student = people.id(of: DemoAccounts.student.username) else { return }
    for (index, code) in ["XI-LOG.23", "XI-ZPT.23", "XI-DAT.23", "XI-SIT.21"].enumerated() {
      guard let course = try database.course(code, in: SampleFaculty.current) else { continue }
      let results = try database.results(of: student, in: course.id)
      let graded = try database.items(of: course).filter {
        !$0.isComputed && !$0.hidden && results[$0.id]?.value != nil
      }
      let changes = graded.prefix(1 + index % 2).map {
        ChangeNotice.Change(item: $0, value: results[$0.id]?.value)
      }
      try database.notify(
        student, of: ChangeNotice(courseCode: code, changes: changes), isRead: index == 0)
    }
  }
}
