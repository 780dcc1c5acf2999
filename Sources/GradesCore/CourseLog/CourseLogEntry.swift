import Foundation
import GradesClient

/// A change in a course's log, with the names that the cache has.
public struct CourseLogEntry: Hashable, Sendable, Identifiable {
  /// Its number in the log; later ones are greater.
  public let id: Int64
  /// What has changed.
  public let change: CourseChange
  /// The course.
  public let course: CourseCode
  /// The course's semester.
  public let semester: SemesterCode
  /// The student; without names where none is stored.
  public let student: Student
  /// The item; nil if the course does not have it any longer.
  public let item: Classification?
  /// Whether the user made the change.
  public let isOwn: Bool
}

/// Which changes of a course to show.
public struct CourseLogQuery: Hashable, Sendable {
  /// The course with its full code.
  public var course: CourseCode
  /// The semester.
  public var semester: SemesterChoice
  /// Whose values are loaded first.
  public var group: GroupID
  /// One item; nil means all.
  public var item: ItemIdentifier?
  /// One student; nil means all.
  public var student: Username?
  /// One author; nil means all.
  public var author: String?
  /// Changes of this moment and later ones; nil means all.
  public var since: Date?

  /// Makes a query.
  public init(
    course: CourseCode, semester: SemesterChoice, group: GroupID = .all,
    item: ItemIdentifier? = nil, student: Username? = nil, author: String? = nil,
    since: Date? = nil
  ) {
    self.course = course
    self.semester = semester
    self.group = group
    self.item = item
    self.student = student
    self.author = author
    self.since = since
  }

  /// Whether it asks for some changes only.
  public var isFiltered: Bool {
    item != nil || student != nil || author != nil || since != nil
  }

  fileprivate func matches(_ change: CourseChange) -> Bool {
    item.map { $0 == change.identifier } ?? true && student.map { $0 == change.username } ?? true
      && author.map { $0.lowercased() == change.author?.lowercased() } ?? true
      && since.map { change.time >= $0 } ?? true
  }
}

extension Sequence<CourseLogEntry> {
  /// The entries that a query asks for, the newest first.
  func selected(by query: CourseLogQuery) -> [CourseLogEntry] {
    filter { query.matches($0.change) }.sorted {
      ($0.change.time, $0.id) > ($1.change.time, $1.id)
    }
  }
}

/// The changes of a course, the newest first.
public struct CourseChanges: Hashable, Sendable {
  /// The course.
  public var course: CourseCode
  /// The semester.
  public var semester: SemesterCode
  /// The changes.
  public var entries: [CourseLogEntry]
}
