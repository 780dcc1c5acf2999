import Files
import Foundation
import GradesClient
import GradesCore
import JSON

/// Remembers the group that a teacher chose last in each course and semester, for where none is named.
struct LastGroups: Sendable {
  let file: URL

  /// The most courses that are remembered; the oldest are forgotten.
  private static let limit = 100
  /// The texts of an entry: host, username, course, semester, group.
  private static let width = 5

  /// Whether anything is remembered of a course.
  func hasAny(of course: CourseCode) -> Bool { entries.contains { $0[2] == course.rawValue } }

  /// The group that was chosen last; nil where none was.
  func group(of gradebook: Gradebook) -> GroupID? {
    entries.first { $0.dropLast() == Self.key(gradebook)[...] }?.last.map { GroupID($0) }
  }

  /// Remembers a choice. A comfort, so nothing is said where it cannot be kept.
  func remember(_ group: GroupID, of gradebook: Gradebook) {
    let key = Self.key(gradebook)
    let others = entries.filter { $0.dropLast() != key[...] }
    write([key + [group.rawValue]] + others.prefix(Self.limit - 1))
  }

  /// Forgets a user's choices, as logging out does.
  func forget(_ owner: DraftOwner) {
    let all = entries
    let others = all.filter { $0.prefix(2) != [owner.host, owner.username.rawValue] }
    if others.count < all.count { write(others) }
  }

  private static func key(_ gradebook: Gradebook) -> [String] {
    [
      gradebook.owner.host, gradebook.owner.username.rawValue, gradebook.course.rawValue,
      gradebook.semester.rawValue,
    ]
  }

  private var entries: [[String]] {
    guard let bytes = try? SmallFile(file).read(),
      let texts = try? JSONReader.read(bytes).root.allElements().map({ try $0.string() }),
      texts.count.isMultiple(of: Self.width)
    else { return [] }
    return stride(from: 0, to: texts.count, by: Self.width).map {
      Array(texts[$0..<$0 + Self.width])
    }
  }

  private func write(_ entries: [[String]]) {
    try? SmallFile(file).replace(with: Data(entries.flatMap(\.self).jsonLine.utf8))
  }
}
