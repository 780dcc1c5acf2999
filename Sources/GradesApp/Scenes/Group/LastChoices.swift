import Files
import Foundation
import GradesClient
import GradesCore
import JSON

/// Remembers the group and the items that a teacher chose last in each course and semester, for where none
/// are named.
struct LastChoices: Sendable {
  struct Choice: Equatable, Sendable {
    var group: GroupID?
    /// The items; none means all.
    var items: [ItemIdentifier] = []
  }

  let file: URL

  /// The most courses that are remembered; the oldest are forgotten.
  private static let limit = 100

  func hasAny(of course: CourseCode) -> Bool {
    entries.contains { $0.gradebook.course == course }
  }

  func choice(of gradebook: Gradebook) -> Choice {
    entries.first { $0.gradebook == gradebook }?.choice ?? Choice()
  }

  /// Remembers a change of what was chosen. A comfort, so nothing is said where it cannot be kept.
  func remember(of gradebook: Gradebook, _ change: (inout Choice) -> Void) {
    var choice = choice(of: gradebook)
    change(&choice)
    let others = entries.filter { $0.gradebook != gradebook }
    write([(gradebook, choice)] + others.prefix(Self.limit - 1))
  }

  /// Forgets a user's choices, as logging out does.
  func forget(_ owner: DraftOwner) {
    let all = entries
    let others = all.filter { $0.gradebook.owner != owner }
    if others.count < all.count { write(others) }
  }

  private typealias Entry = (gradebook: Gradebook, choice: Choice)

  /// The newest first.
  private var entries: [Entry] {
    let nodes = try? JSONReader.read(SmallFile(file).read() ?? []).root.allElements()
    return (nodes ?? []).compactMap { node in
      guard let object = try? node.object(), let host = try? object.string("host"),
        let username = try? object.string("username"),
        let course = try? object.string("course"),
        let semester = (try? object.string("semester")).flatMap({ SemesterCode($0) })
      else { return nil }
      let owner = DraftOwner(host: host, username: Username(username))
      return (
        Gradebook(owner: owner, course: CourseCode(course), semester: semester),
        Choice(
          group: (try? object.string("group")).map { GroupID($0) },
          items: ((try? object.strings("items")) ?? []).map { ItemIdentifier($0) })
      )
    }
  }

  private func write(_ entries: [Entry]) {
    let writer = JSONWriter { writer in
      writer.array(of: entries) { writer, entry in
        writer.object {
          $0.member("host", entry.gradebook.owner.host)
          $0.member("username", entry.gradebook.owner.username.rawValue)
          $0.member("course", entry.gradebook.course.rawValue)
          $0.member("semester", entry.gradebook.semester.rawValue)
          $0.member("group", entry.choice.group?.rawValue)
          $0.array("items", of: entry.choice.items) { $0.value($1.rawValue) }
        }
      }
    }
    try? SmallFile(file).replace(with: Data(writer.bytes))
  }
}

extension GroupID {
  /// The group that is meant where none is named: the one chosen last, else the user's own parallels, else
  /// all students.
  static let usual = GroupID("")
}

extension Repository {
  /// The values of the usual group, as the service has them now, and the items that were chosen last, if it has
  /// those alone. A group that is gone, or has no students, is passed over; so are items of which one is gone.
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
    var query = query
    for group in [last, .myParallels].compactMap(\.self) {
      query.group = group
      do {
        let matrix = try await matrix(query).latest()
        if !matrix.value.rows.isEmpty { return matrix }
      } catch is UnknownGroup {}
    }
    query.group = .all
    return try await matrix(query).latest()
  }
}
