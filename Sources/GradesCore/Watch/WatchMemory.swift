import Files
import GradesClient

/// The news that a watch has reported and the results it last read. Survives restarts.
///
/// Its size is bounded: it has the last ``capacity`` IDs of notifications, and results of the current
/// semester only.
struct WatchMemory: Hashable, Sendable {
  /// Points and grade of a course in the overview.
  struct Totals: Hashable, Sendable {
    var points: GradeValue?
    var grade: GradeValue?
  }

  /// The last values of a course.
  struct Course: Hashable, Sendable {
    var totals: Totals?
    var results: KnownResults?
  }

  /// The number of notifications that are remembered.
  static let capacity = 2000

  /// The semester of the courses; nil before the first poll.
  var semester: SemesterCode?
  var courses: [CourseCode: Course] = [:]
  /// The reported notifications, latest last; nil before the first poll.
  private(set) var reported: [String]?

  init() {}

  init(semester: SemesterCode?, courses: [CourseCode: Course], reported: [String]?) {
    self.semester = semester
    self.courses = courses
    self.reported = reported
  }

  /// Starts another semester and discards the previous one's results.
  mutating func begin(_ semester: SemesterCode) {
    guard self.semester != semester else { return }
    self.semester = semester
    courses = [:]
  }

  /// The notifications that have not been reported yet; none before the first poll, because older
  /// unread notifications are not new.
  func news(in notifications: [ServiceNotification]) -> [ServiceNotification] {
    guard let reported else { return [] }
    let known = Set(reported)
    return notifications.filter { !known.contains($0.memoryKey) }
  }

  /// Marks notifications as reported.
  mutating func remember(_ notifications: [ServiceNotification]) {
    // The newest are first in the service's list and last here.
    remember(notifications.reversed().map(\.memoryKey))
  }

  private mutating func remember(_ keys: [String]) {
    var reported = reported ?? []
    let known = Set(reported)
    reported += keys.filter { !known.contains($0) }
    self.reported = reported.suffix(Self.capacity)
  }

  /// Adds what was reported since the memory was stored, so that only the rest is news.
  mutating func add(_ records: [WatchRecord]) {
    var keys: [String] = []
    var changes: [CourseCode: [ResultChange]] = [:]
    for record in records {
      switch record {
      case .notification(let key): keys.append(key)
      case .change(let change) where change.semester == semester:
        changes[change.course, default: []].append(change)
      case .change, .memory, .shown: break
      }
    }
    if !keys.isEmpty { remember(keys) }
    for (code, changes) in changes { courses[code]?.add(changes) }
  }
}

extension WatchMemory.Course {
  /// Takes changed results over, and totals that no item shows.
  fileprivate mutating func add(_ changes: [ResultChange]) {
    let items = Set(results?.items.map(\.identifier) ?? [])
    var itemChanges: [ResultChange] = []
    for change in changes {
      switch ClassificationType(rawValue: change.identifier.rawValue) {
      case .pointsTotal where !items.contains(change.identifier): totals?.points = change.to
      case .finalScore where !items.contains(change.identifier): totals?.grade = change.to
      default: itemChanges.append(change)
      }
    }
    results?.add(itemChanges)
  }
}

extension ServiceNotification {
  /// The id, or where there is none the text, shortened to something that is kept (FNV-1a).
  var memoryKey: String {
    if let id { return id.rawValue }
    return "text " + Checksum.name(of: (course?.rawValue ?? "") + texts.map(\.text).joined())
  }
}

extension WatchMemory: StoredDocument {
  static let kind = "watch"
  static let format = 1

  init(from reader: inout DocumentReader) throws {
    let semester: SemesterCode? = try reader.optionalValue()
    let reported = try reader.optional { try $0.list(of: { try $0.string() }) }
    let courses = try reader.list(of: { reader in
      let code: CourseCode = try reader.value()
      let totals = try reader.optional {
        Totals(points: try $0.optionalValue(), grade: try $0.optionalValue())
      }
      return (code, Course(totals: totals, results: try reader.optionalValue()))
    })
    self.init(
      semester: semester, courses: Dictionary(courses) { first, _ in first }, reported: reported)
  }

  func write(to writer: inout DocumentWriter) {
    writer.write(semester)
    writer.write(reported != nil)
    if let reported {
      writer.write(reported.count)
      for id in reported { writer.write(id) }
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
