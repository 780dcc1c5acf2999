import GradesClient

/// What is in the cache of one course; for completions, without any request.
public struct StoredCourse: Sendable {
  let cache: SnapshotCache
  let scope: CacheScope
  let course: CourseCode

  /// The ids of the course's groups, of the newest semester that is stored.
  public var groups: [GroupID] {
    documents(of: CourseGroups.self, named: "all").first?.groups.map(\.id) ?? []
  }

  /// The identifiers of the course's items in display order, of the newest semester that is stored.
  public var items: [ItemIdentifier] {
    documents(of: CourseItems.self, named: nil).first?.items.map(\.identifier) ?? []
  }

  /// The usernames of the course's students in order, of the newest semester that is stored.
  public var students: [Username] {
    let roster = documents(of: Roster.self, named: GroupID.all.rawValue).first?.students
    let rows = documents(of: GroupMatrix.self, named: GroupID.all.rawValue).first?.rows
    return (roster ?? rows?.map(\.student) ?? []).map(\.username).sorted()
  }

  /// The stored documents of a kind about the course, the newest semester first.
  private func documents<Document: StoredDocument>(
    of _: Document.Type, named part: String?
  ) -> [Document] {
    let name = ([course.rawValue] + (part.map { [$0] } ?? []))
      .joined(separator: SnapshotKey.separator)
    let semesters = cache.stored(kind: Document.kind, in: scope)
      .filter { $0.name == name }.compactMap(\.semester)
    return Set(semesters).sorted(by: >).lazy.compactMap { semester in
      ServiceLanguage.allCases.lazy.compactMap { language in
        cache.snapshot(
          SnapshotKey(scope, semester: semester, language: language, name: name),
          of: Document.self)?.value
      }.first
    }
  }
}

extension StoredCourses {
  /// One of the courses.
  public func course(_ code: CourseCode) -> StoredCourse {
    StoredCourse(cache: cache, scope: scope, course: code)
  }
}
