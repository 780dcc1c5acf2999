import GradesClient

/// What a watch has told already, and what it saw last; survives restarts.
///
/// It does not grow with time: of notifications only the last ids are kept, of results only the
/// current semester's.
struct WatchMemory: Hashable, Sendable {
  /// Points and grade of a course as the overview tells them.
  struct Totals: Hashable, Sendable {
    var points: GradeValue?
    var grade: GradeValue?
  }

  /// What is known of a course.
  struct Course: Hashable, Sendable {
    var totals: Totals?
    var results: KnownResults?
  }

  /// The most notifications that are remembered; far more than anybody leaves unread.
  static let capacity = 2000

  /// The semester that the courses belong to; nil before the first look.
  var semester: SemesterCode?
  var courses: [CourseCode: Course] = [:]
  /// The notifications that need not be told, the latest last; nil before the first look.
  private(set) var told: [String]?

  init() {}

  init(semester: SemesterCode?, courses: [CourseCode: Course], told: [String]?) {
    self.semester = semester
    self.courses = courses
    self.told = told
  }

  /// Begins another semester; nothing of the one before is needed any longer.
  mutating func begin(_ semester: SemesterCode) {
    guard self.semester != semester else { return }
    self.semester = semester
    courses = [:]
  }

  /// Those that were not told yet. The first time nothing is news: what waits unread was not sent
  /// just now.
  func news(in notifications: [ServiceNotification]) -> [ServiceNotification] {
    guard let told else { return [] }
    let known = Set(told)
    return notifications.filter { !known.contains($0.memoryKey) }
  }

  /// Remembers that notifications need not be told again.
  mutating func remember(_ notifications: [ServiceNotification]) {
    var told = told ?? []
    let known = Set(told)
    // The newest are first in the service's list and last here.
    told += notifications.reversed().map(\.memoryKey).filter { !known.contains($0) }
    self.told = told.suffix(Self.capacity)
  }
}

extension ServiceNotification {
  /// The id, or where there is none the text, shortened to something that is kept (FNV-1a).
  var memoryKey: String {
    if let id { return id.rawValue }
    var sum: UInt64 = 0xcbf2_9ce4_8422_2325
    for text in [course?.rawValue ?? ""] + texts.map(\.text) {
      for byte in text.utf8 { sum = (sum ^ UInt64(byte)) &* 0x100_0000_01b3 }
    }
    return "text " + String(sum, radix: 16)
  }
}

extension WatchMemory: StoredDocument {
  static let kind = "watch"
  static let format = 1

  init(from reader: inout DocumentReader) throws {
    let semester: SemesterCode? = try reader.optionalValue()
    let told = try reader.optional { try $0.list(of: { try $0.string() }) }
    let courses = try reader.list(of: { reader in
      let code: CourseCode = try reader.value()
      let totals = try reader.optional {
        Totals(points: try $0.optionalValue(), grade: try $0.optionalValue())
      }
      return (code, Course(totals: totals, results: try reader.optionalValue()))
    })
    self.init(
      semester: semester, courses: Dictionary(courses) { first, _ in first }, told: told)
  }

  func write(to writer: inout DocumentWriter) {
    writer.write(semester)
    writer.write(told != nil)
    if let told {
      writer.write(told.count)
      for id in told { writer.write(id) }
    }
    writer.write(courses.count)
    for (code, course) in courses.sorted(by: { $0.key < $1.key }) {
      writer.write(code)
      writer.write(course.totals != nil)
      if let totals = course.totals {
        writer.write(totals.points)
        writer.write(totals.grade)
      }
      writer.write(course.results)
    }
  }
}
