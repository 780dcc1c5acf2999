import GradesClient
import GradesCore

/// A header of a file and the item that it means, as `--map` names them.
struct ColumnMeaning {
  let typed: String
  let title: String
  let item: ItemIdentifier

  /// Reads `HEADER=ITEM`; the last sign of equality separates.
  init(_ typed: String) throws {
    guard let sign = typed.lastIndex(of: "="), sign != typed.startIndex,
      typed.index(after: sign) != typed.endIndex
    else { throw Failure.invalidOption("--map", typed: typed, allowed: ["HEADER=ITEM"]) }
    self.typed = typed
    title = String(typed[..<sign])
    item = ItemIdentifier(String(typed[typed.index(after: sign)...]))
  }

  func means(_ header: String) -> Bool { TableReading.isSameTitle(header, title) }
}

extension Context {
  /// The user's own headers in a course: the remembered ones, unless they are to be forgotten, and new ones.
  func columnMeanings(
    of course: CourseCode, adding new: [ColumnMeaning], forgets: Bool
  ) throws -> [String: ItemIdentifier] {
    if forgets {
      try remember([:], of: course)
      notice(.importForgotten, [.course: course])
    }
    var titles = forgets ? [:] : try headers.settings().columnTitles[course] ?? [:]
    for (index, meaning) in new.enumerated() {
      if let other = new[..<index].first(where: {
        $0.means(meaning.title) && $0.item != meaning.item
      }) {
        throw Failure.exclusive("--map \(other.typed)", "--map \(meaning.typed)")
      }
      for title in titles.keys where meaning.means(title) { titles[title] = nil }
      titles[meaning.title] = meaning.item
    }
    return titles
  }

  private var headers: SettingsRepository {
    SettingsRepository(file: paths.headersFile(of: configuration.host))
  }

  func remember(_ titles: [String: ItemIdentifier], of course: CourseCode) throws {
    try headers.change {
      $0.columnTitles[course] = titles.isEmpty ? nil : titles
    }
  }
}
