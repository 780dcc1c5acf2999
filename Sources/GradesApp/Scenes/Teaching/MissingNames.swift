import GradesClient
import GradesCore
import GradesLocalization
import Spelling

// Names that may have been meant where the service does not have one.
extension Services {
  /// The failure for what a course does not have; other errors stay as they are.
  func failure(for error: any Error, in course: CourseContext) async -> any Error {
    switch error {
    case let error as UnknownCourse: await failure(for: error, typed: course.typed)
    case GradesError.notFound:
      if let semester = try? await session.semester(course.semester).value {
        await failure(
          for: UnknownCourse(course: course.code, semester: semester), typed: course.typed)
      } else {
        error
      }
    case let error as UnknownStudent: await student(error, in: course)
    case let error as UnknownItems: Failure(error, in: course.code)
    case let error as UnknownGroup: await group(error, in: course)
    default: error
    }
  }

  func failure(for error: UnknownCourse, typed: String? = nil) async -> Failure {
    if let found = await repository.otherSemester(of: error.course, than: error.semester) {
      let current = session.storedSemester(.current)
      let option =
        found == current?.previous ? "previous" : found == current ? "current" : found.rawValue
      return Failure(
        .refused, .errorCourseElsewhere,
        [.course: error.course, .semester: error.semester, .found: found, .value: option])
    }
    let suggestions = await repository.courseSuggestions(for: typed ?? error.course.rawValue)
    return .unknownCourse(
      typed: error.course.rawValue, semester: error.semester,
      suggestions: suggestions.filter { $0 != error.course })
  }

  private func student(_ error: UnknownStudent, in course: CourseContext) async -> Failure {
    let typed = error.username.rawValue
    let roster = try? await repository.roster(of: .all, in: course.code, semester: course.semester)
      .latest()
    let students = roster?.value.students ?? []
    let query = SearchQuery(typed)
    // A name may have been typed; more than a few that match are no help.
    let named = students.filter { query.matches([$0.lastName ?? "", $0.firstName ?? ""]) }
    let near = NearNames.find(typed, among: students.map(\.username.rawValue))
    let suggestions =
      named.isEmpty || named.count > 3
      ? near : named.sortedByName().map { "\($0.username) (\($0.listName))" }
    return .unknownStudent(typed: typed, course: course.code, suggestions: suggestions)
  }

  /// An unknown group may be an item before which the group was forgotten.
  private func group(_ error: UnknownGroup, in course: CourseContext) async -> Failure {
    let typed = error.group.rawValue
    let groups = try? await repository.groups(
      of: course.code, in: course.semester, onlyMine: false
    ).latest()
    var suggestions = NearNames.find(typed, among: groups?.value.groups.map(\.id.rawValue) ?? [])
    if suggestions.isEmpty {
      let items = try? await repository.items(of: course.code, in: course.semester).latest()
      if let item = items?.value.item(ItemIdentifier(typed)) {
        suggestions = ["\(GroupID.all) \(item.identifier)"]
      }
    }
    return Failure(
      .refused, .errorUnknownGroup, [.group: typed, .course: course.code], near: suggestions)
  }
}

extension Failure {
  /// The failure for what is no item of a course, or several.
  init(_ error: UnknownItems, in course: CourseCode) {
    let typed = error.identifiers.first?.rawValue ?? ""
    self =
      error.candidates.isEmpty
      ? .unknownItem(
        typed: typed, course: course,
        suggestions: NearNames.find(typed, among: error.known.map(\.rawValue)))
      : Failure(
        .refused, .errorAmbiguousItem,
        [
          .item: typed, .course: course,
          .allowed: error.candidates.map(\.rawValue).joined(separator: ", "),
        ])
  }
}
