import Foundation
import GradesClient

/// What is in the cache of one course, without any request: what the shell completes, and what
/// students and items of drafts are called.
package struct StoredCourse: Sendable {
  private let cache: SnapshotCache
  private let scope: CacheScope
  private let course: CourseCode
  /// The semester; nil means the newest one that is stored.
  private let semester: SemesterCode?
  /// The language whose names are best.
  private let language: ServiceLanguage

  init(
    cache: SnapshotCache, scope: CacheScope, course: CourseCode, semester: SemesterCode?,
    language: ServiceLanguage
  ) {
    self.language = language
    self.cache = cache
    self.scope = scope
    self.course = course
    self.semester = semester
  }

  /// The ids of the course's groups.
  package var groups: [GroupID] {
    document(CourseGroups.self, named: "all")?.groups.map(\.id) ?? []
  }

  /// The course's items in display order.
  package var items: [Classification] {
    document(CourseItems.self, named: nil)?.items.map(\.definition) ?? []
  }

  /// The course's students by username.
  package var students: [Student] {
    let roster = document(Roster.self, named: GroupID.all.rawValue)?.students
    let rows = document(GroupMatrix.self, named: GroupID.all.rawValue)?.rows
    return (roster ?? rows?.map(\.student) ?? []).sorted { $0.username < $1.username }
  }

  /// The stored values of a group's students in all items.
  func matrix(of group: GroupID) -> Snapshot<GroupMatrix>? {
    snapshot(GroupMatrix.self, named: group.rawValue)
  }

  /// Stores the items that the service has answered in ``language``. Names in other languages that are stored
  /// already stay. Does nothing without a semester.
  package func keep(_ definitions: [Classification], at time: Date) {
    guard let semester else { return }
    let known = Dictionary(
      items.map { ($0.identifier, $0.names) }, uniquingKeysWith: { first, _ in first })
    let named = definitions.map { definition in
      var definition = definition
      let languages = Set(definition.names.map(\.language))
      definition.names += (known[definition.identifier] ?? []).filter {
        !languages.contains($0.language)
      }
      return definition
    }
    cache.store(
      CourseItems(course: course, semester: semester, definitions: named),
      under: SnapshotKey(scope, semester: semester, language: language, name: course.rawValue),
      at: time)
  }

  /// The stored document of a kind about the course.
  private func document<Document: StoredDocument>(
    _ type: Document.Type, named part: String?
  ) -> Document? {
    snapshot(type, named: part)?.value
  }

  private func snapshot<Document: StoredDocument>(
    _: Document.Type, named part: String?
  ) -> Snapshot<Document>? {
    let name = ([course.rawValue] + (part.map { [$0] } ?? []))
      .joined(separator: SnapshotKey.separator)
    let semesters =
      semester.map { [$0] }
      ?? cache.stored(kind: Document.kind, in: scope).filter { $0.name == name }
      .compactMap(\.semester).sorted(by: >)
    for semester in semesters {
      for language in [language] + ServiceLanguage.allCases {
        let key = SnapshotKey(scope, semester: semester, language: language, name: name)
        if let stored = cache.snapshot(key, of: Document.self) { return stored }
      }
    }
    return nil
  }
}

extension StoredCourses {
  /// One of the courses, in one semester or in the newest one that is stored, in a language or else
  /// in another one.
  package func course(
    _ code: CourseCode, in semester: SemesterCode? = nil, language: ServiceLanguage = .english
  ) -> StoredCourse {
    StoredCourse(
      cache: cache, scope: scope, course: code, semester: semester, language: language)
  }
}
