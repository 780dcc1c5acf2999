import Foundation
import GradesClient
import GradesCore

/// A course in one of the two lists, with what the user has of it; it may be in both.
struct ListedCourse: Identifiable {
  struct ID: Hashable, Sendable {
    var course: CourseCode
    var isTaught: Bool
  }

  let id: ID
  let name: String?
  /// The user's results; nil of a taught course.
  var results: StudiedCourse?
  let isHidden: Bool
  let isPinned: Bool
  /// How many notifications are unread; nil: none.
  var unread: Int?
  /// How many cells have drafts; nil: none.
  var drafts: Int?
  var hasStructureDraft = false

  var code: CourseCode { id.course }
}

/// The courses of a semester, and what is shown of them.
struct CourseListing {
  var all: Snapshot<CourseList>?
  /// The courses that the user hides, also those of other semesters.
  var hidden: [CourseCode]
  var pinned: [CourseCode]
  var listsHidden = false
  var unread: [CourseCode: Int] = [:]
  /// How many cells of each course have drafts in the semester.
  private(set) var drafts: [CourseCode: Int] = [:]
  private var structureDrafts: Set<CourseCode> = []

  init(_ settings: Settings) {
    hidden = settings.hiddenCourses
    pinned = settings.pinnedCourses
  }

  mutating func clear() {
    (all, drafts, structureDrafts) = (nil, [:], [])
  }

  var hiddenCount: Int { all?.value.codes.count { hidden.contains($0) } ?? 0 }

  /// The courses that are listed, in the service's order.
  var courses: CourseList? {
    guard var list = all?.value else { return nil }
    if !listsHidden {
      list.studying.removeAll { hidden.contains($0.code) }
      list.teaching.removeAll { hidden.contains($0.code) }
    }
    return list
  }

  /// The courses that are listed as people see them: those that are studied first, in both parts the pinned ones.
  var rows: [ListedCourse] { rows(pinning: pinned) }

  /// The same with these courses first.
  func rows(pinning pinned: [CourseCode]) -> [ListedCourse] {
    guard let list = courses?.pinning(pinned) else { return [] }
    return list.studying.map { studied in
      var row = row(studied.code, studied.name, isTaught: false)
      (row.results, row.unread) = (studied, unread[studied.code])
      return row
    }
      + list.teaching.map { taught in
        var row = row(taught.code, taught.name, isTaught: true)
        row.drafts = drafts[taught.code]
        row.hasStructureDraft = structureDrafts.contains(taught.code)
        return row
      }
  }

  private func row(_ code: CourseCode, _ name: String?, isTaught: Bool) -> ListedCourse {
    ListedCourse(
      id: .init(course: code, isTaught: isTaught), name: name, isHidden: hidden.contains(code),
      isPinned: pinned.contains(code))
  }

  mutating func show(_ counts: DraftCounts) {
    guard let semester = all?.value.semester else { return }
    structureDrafts = Set(counts.structures.filter { $0.semester == semester }.map(\.course))
    guard let cells = counts.cells else { return }
    drafts = Dictionary(
      cells.filter { $0.key.semester == semester }.map { ($0.key.course, $0.value) },
      uniquingKeysWith: +)
  }

  var hasDrafts: Bool { !drafts.isEmpty }
}

/// How many cells of each course have drafts, nil where they cannot be read; and the courses whose edited structure is
/// a draft.
typealias DraftCounts = (cells: [Gradebook: Int]?, structures: [Gradebook])

extension Context {
  /// Counts the user's drafts; nil while the user is unknown. Those that cannot be read do not hide the
  /// courses; the command `drafts` says what is wrong.
  func draftCounts() async -> DraftCounts? {
    guard let owner = try? await gradebooks.owner() else { return nil }
    return (
      try? await services.drafts.counts(of: owner),
      await StructureDraftFile.gradebooks(of: owner, in: paths.structuresFolder)
    )
  }

  /// What counts unread notifications beside a list.
  @MainActor var unreadCounting: UnreadCounting {
    UnreadCounting(repository: services.repository, clock: requestClock, now: now)
  }
}
