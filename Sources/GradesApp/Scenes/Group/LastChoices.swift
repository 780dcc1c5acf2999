import Files
import Foundation
import GradesClient
import GradesCore

/// Remembers the group and the items that a teacher chose last in each course and semester, for where none
/// are named.
struct LastChoices: Sendable {
  struct Choice: Equatable, Sendable {
    var group: GroupID?
    /// The items; none means all.
    var items: [ItemIdentifier] = []
  }

  /// What is kept of a course and semester.
  private struct Entry: Codable {
    var host: String
    var username: Username
    var course: CourseCode
    var semester: SemesterCode
    var group: GroupID?
    var items: [ItemIdentifier]

    var gradebook: Gradebook {
      Gradebook(
        owner: DraftOwner(host: host, username: username), course: course, semester: semester)
    }
  }

  let file: URL

  /// The most courses that are remembered; the oldest are forgotten.
  private static let limit = 100

  func hasAny(of course: CourseCode) -> Bool { entries.contains { $0.course == course } }

  func choice(of gradebook: Gradebook) -> Choice {
    entries.first { $0.gradebook == gradebook }.map { Choice(group: $0.group, items: $0.items) }
      ?? Choice()
  }

  /// Remembers a change of what was chosen. A comfort, so nothing is said where it cannot be kept.
  func remember(of gradebook: Gradebook, _ change: (inout Choice) -> Void) {
    var choice = choice(of: gradebook)
    change(&choice)
    let entry = Entry(
      host: gradebook.owner.host, username: gradebook.owner.username, course: gradebook.course,
      semester: gradebook.semester, group: choice.group, items: choice.items)
    let others = entries.filter { $0.gradebook != gradebook }
    write([entry] + others.prefix(Self.limit - 1))
  }

  /// Forgets a user's choices, as logging out does.
  func forget(_ owner: DraftOwner) {
    let all = entries
    let others = all.filter { $0.gradebook.owner != owner }
    if others.count < all.count { write(others) }
  }

  /// The newest first.
  private var entries: [Entry] {
    guard let bytes = try? SmallFile(file).read() else { return [] }
    return (try? JSONDecoder().decode([Entry].self, from: Data(bytes))) ?? []
  }

  private func write(_ entries: [Entry]) {
    guard let data = try? JSONEncoder().encode(entries) else { return }
    try? SmallFile(file).replace(with: data)
  }
}

extension GroupID {
  /// The group that is meant where none is named: the one chosen last, else the user's own parallels, else
  /// all students.
  static let usual = GroupID("")

  /// Loads the usual group. A group that is gone, or has no students, is passed over.
  static func loadUsual<Value: Sendable>(
    last: GroupID?, isolation: isolated (any Actor)? = #isolation,
    hasStudents: (Value) -> Bool, _ load: (GroupID) async throws -> Value
  ) async throws -> Value {
    for group in [last, .myParallels].compactMap(\.self) {
      do {
        let found = try await load(group)
        if hasStudents(found) { return found }
      } catch is UnknownGroup {}
    }
    return try await load(.all)
  }
}

extension Repository {
  /// The values of the usual group, as the service has them now, and the items that were chosen last, if it has
  /// those alone. Items of which one is gone are passed over.
  func usualMatrix(
    _ query: GroupQuery, last: LastChoices.Choice
  ) async throws -> (matrix: Snapshot<GroupMatrix>, chosen: [ItemIdentifier]) {
    if query.items.isEmpty, !last.items.isEmpty {
      var chosen = query
      chosen.items = last.items
      do {
        return (try await usualMatrix(chosen, in: last.group), last.items)
      } catch is UnknownItems {}
    }
    return (try await usualMatrix(query, in: last.group), [])
  }

  private func usualMatrix(
    _ query: GroupQuery, in last: GroupID?
  ) async throws -> Snapshot<GroupMatrix> {
    try await GroupID.loadUsual(last: last, hasStudents: { !$0.value.rows.isEmpty }) { group in
      var query = query
      query.group = group
      return try await matrix(query).latest()
    }
  }
}
