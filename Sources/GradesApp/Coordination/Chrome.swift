import Foundation
import GradesLocalization
import Terminal

/// The frame around every scene: the title bar, the rules, the notice, the footer.
enum Chrome {
  private static let noticeRows = 3

  static func body(of size: Size, notice: StyledText?) -> Rect {
    Rect(
      column: 0, row: 2, columns: size.columns,
      rows: size.rows - 4 - lines(of: notice, size).count)
  }

  /// The key of the footer at a column; nil where there is none, or several for one hint.
  static func key(at column: Int, among keys: [ShownKey], _ size: Size, _ strings: Strings) -> Key?
  {
    let shown = shown(keys)
    let hit = HintLine.shown(hints(shown, strings), in: size.columns - 2)
      .first { $0.columns.contains(column - 1) }
    guard let keys = hit.map({ shown[$0.hint].keys }), keys.count == 1 else { return nil }
    return keys[0]
  }

  static func draw(
    _ title: SceneTitle, keys: [ShownKey], notice: StyledText?,
    _ words: SceneWords, _ frame: inout Frame
  ) {
    let size = frame.size
    let strings = words.strings
    TitleBar(
      left: title.leading, leastLeft: title.leastLeading, right: title.trailing,
      kept: kept(title, words)
    )
    .draw(in: Rect(column: 1, row: 0, columns: size.columns - 2, rows: 1), of: &frame)
    // However narrow the window is and however long the title, these two are in sight.
    if words.isBusy {
      frame.write(StyledText("⟳", .quiet), at: Position(column: 0, row: 0))
    } else if title.staleSince != nil {
      frame.write(StyledText("!", .warning), at: Position(column: 0, row: 0))
    }
    drawRule(1, &frame)
    drawRule(size.rows - 2, &frame)
    let hints = hints(shown(keys), strings)
    frame.write(
      HintLine.fit(hints, to: size.columns - 2), at: Position(column: 1, row: size.rows - 1))
    let lines = lines(of: notice, size)
    frame.write(
      lines,
      in: Rect(
        column: 1, row: size.rows - 2 - lines.count, columns: size.columns - 2, rows: lines.count))
  }

  /// The keys of the footer in their order. Where there is no room for all, the way out stays longest, then
  /// the scene's most important keys and the help; arrows and Enter explain themselves, and what does nothing
  /// goes first.
  private static func hints(_ shown: [ShownKey], _ strings: Strings) -> [KeyHint] {
    shown.enumerated().map { index, key in
      KeyHint(
        key: strings.names(of: key), text: strings.hint(key.hint), isLive: key.isLive,
        rank: rank(of: key, at: index, of: shown.count))
    }
  }

  private static func shown(_ keys: [ShownKey]) -> [ShownKey] {
    keys.filter { $0.slot <= .last }.sorted { $0.slot < $1.slot }
  }

  private static func rank(of key: ShownKey, at index: Int, of count: Int) -> Int {
    let obvious: Set<Key> = [.up, .down, .left, .right, .enter]
    return switch key.slot {
    case .last: 0
    case _ where !key.isLive: 3 * count + 3
    case .first where obvious.isSuperset(of: key.keys): 3 * count - index
    case .first: key.hint == .keyHelp ? 2 * count : index + 1
    case .common: 3 * count + 1
    case .footer, .help, .nowhere: 3 * count + 2
    }
  }

  /// What stays at the end of the title bar: the age of what is stale and what the scene keeps there,
  /// or that alone where both have no room.
  private static func kept(_ title: SceneTitle, _ words: SceneWords) -> [StyledText] {
    guard let since = title.staleSince else { return title.kept.isEmpty ? [] : [title.kept] }
    let age = words.age(of: since)
    if title.kept.isEmpty { return [age] }
    return [age + StyledText(" · ", .quiet) + title.kept, title.kept]
  }

  private static func lines(of notice: StyledText?, _ size: Size) -> [StyledText] {
    let width = size.columns - 2
    return notice.map { $0.wrapped(to: width).cut(to: noticeRows, width: width) } ?? []
  }

  static func drawTooSmall(_ least: Size, _ words: SceneWords, _ frame: inout Frame) {
    let text = words.strings(.appTooSmall, [.limit: least.columns, .total: least.rows])
    frame.write(StyledText(text).wrapped(to: max(1, frame.size.columns)), in: frame.area)
  }

  private static func drawRule(_ row: Int, _ frame: inout Frame) {
    frame.fill(
      Rect(column: 0, row: row, columns: frame.size.columns, rows: 1), with: "─", CellStyle(.quiet))
  }
}

struct SceneTitle: Equatable, Sendable {
  /// Where the user is, such as course and group.
  var leading: StyledText
  /// To how many cells that is cut before anything that holds for it goes; nil: nothing goes for it.
  var leastLeading: Int?
  /// What holds for it, the most important part last: it stays longest in a narrow window.
  var trailing: [StyledText] = []
  /// What must stay in sight, such as how much was changed; nothing if it is empty.
  var kept: StyledText = ""
  var age: SnapshotAge?
  var staleSince: Date? { age.flatMap { $0.isStale ? $0.fetchedAt : nil } }
}

/// When what is shown was received, and whether it stands in for something newer.
struct SnapshotAge: Equatable, Sendable {
  var fetchedAt: Date
  var isStale: Bool
}
