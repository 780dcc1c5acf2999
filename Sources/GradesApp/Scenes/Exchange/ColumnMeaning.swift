import GradesClient
import GradesCore

/// A header of a file and the item that it means, as `--map` names them.
struct ColumnMeaning {
  let title: String
  let item: ItemIdentifier

  /// Reads `HEADER=ITEM`; the last sign of equality separates.
  init(_ typed: String) throws {
    guard let sign = typed.lastIndex(of: "="), sign != typed.startIndex,
      typed.index(after: sign) != typed.endIndex
    else { throw Failure.invalidOption("--map", typed: typed, allowed: ["HEADER=ITEM"]) }
    title = String(typed[..<sign])
    item = ItemIdentifier(String(typed[typed.index(after: sign)...]))
  }
}

extension Context {
  /// The user's own headers in a course: the remembered ones, unless they are to be forgotten, and new ones.
  func columnMeanings(
    of course: CourseCode, adding new: [ColumnMeaning], forgets: Bool
  ) throws -> [String: ItemIdentifier] {
    if forgets {
      try remember([:], of: course)
      printer.notice(strings(.importForgotten, [.course: .text(course.rawValue)]))
    }
    var titles = forgets ? [:] : settings.columnTitles[course] ?? [:]
    for meaning in new { titles[meaning.title] = meaning.item }
    return titles
  }

  /// Remembers headers of a course in place of those before.
  func remember(_ titles: [String: ItemIdentifier], of course: CourseCode) throws {
    try SettingsRepository(file: paths.settingsFile).change {
      $0.columnTitles[course] = titles.isEmpty ? nil : titles
    }
  }
}
