import GradesClient
import GradesCore
import GradesLocalization
import Terminal

/// The columns of the tree of evaluation items, as many as a width allows; numbers stay whole.
struct ItemColumns {
  private let words: SceneWords
  private let width: Int
  /// The width of names with the depths and signs before them.
  private let names: Int
  private let values: AnchoredColumn
  /// Nothing where there is no room for it.
  private var maxima: AnchoredColumn?
  private var bar = 0
  private var requirements = 0
  /// Whether a requirement's bound is shown, or only its mark.
  private var hasBounds = false
  private var notes = 0
  private var times = 0

  private static let gap = 2
  private static let leastName = 12

  /// The room that values take before and after their decimal signs. It only grows: columns that shrink with
  /// an undo would jump.
  struct ValueRoom: Equatable, Sendable {
    fileprivate var before = 0
    fileprivate var after = 0

    /// Makes room for values.
    mutating func take(_ items: [ResultItem], _ words: SceneWords) {
      let column = AnchoredColumn(
        items.filter { !$0.recorded.value.isLongText }.map { ItemColumns.value($0, words) })
      before = max(before, column.before)
      after = max(after, column.after)
    }
  }

  /// Makes the columns of all lines of a tree.
  ///
  /// - Parameters:
  ///   - values: the least room for values.
  ///   - width: in cells, from the depth's blanks to the end of the line.
  init(
    _ items: [ResultItem], values room: ValueRoom = ValueRoom(), width: Int, _ words: SceneWords
  ) {
    let language = words.strings.serviceLanguage
    self.words = words
    self.width = width
    let wanted =
      items.map {
        min($0.item.depth * 2, width / 2) + 2
          + $0.item.definition.name(in: language).displayWidth
      }.max() ?? 0
    var valueRoom = room
    valueRoom.take(items, words)
    values = AnchoredColumn(valueRoom)
    let marks = items.map { ItemRequirement($0) }
    let markWidth = marks.map(\.mark.displayWidth).max() ?? 0
    let boundWidth = marks.map { $0.text(words.strings).displayWidth }.max() ?? 0
    let noteWidth = items.compactMap { $0.recorded.note?.displayWidth }.max() ?? 0
    let timeWidth =
      items.compactMap { $0.recorded.updatedAt.map(words.dates.dateTime)?.displayWidth }.max() ?? 0

    var room = width - Self.gap - values.width
    // A column comes only where the names keep enough room.
    func takes(_ columns: Int, leaving least: Int) -> Bool {
      guard columns > 0, room - columns - Self.gap >= least else { return false }
      room -= columns + Self.gap
      return true
    }
    if takes(markWidth, leaving: Self.leastName) { requirements = markWidth }
    let maxima = AnchoredColumn(items.map { Self.maximum($0, words) }, lead: "/ ")
    if takes(maxima.width, leaving: Self.leastName) { self.maxima = maxima }
    let enough = min(wanted, max(24, width * 2 / 5))
    if boundWidth > markWidth, room - (boundWidth - markWidth) >= enough {
      room -= boundWidth - markWidth + (requirements == 0 ? Self.gap : 0)
      (requirements, hasBounds) = (boundWidth, true)
    }
    // Words are more useful than a long bar.
    let leastNote = min(noteWidth, 12)
    let noteRoom = leastNote > 0 ? leastNote + Self.gap : 0
    let bars = items.contains { $0.share != nil } ? [(16, noteRoom), (8, 0)] : []
    bar = bars.first { takes($0.0, leaving: enough + $0.1) }?.0 ?? 0
    if takes(leastNote, leaving: enough) { notes = leastNote }
    if takes(timeWidth, leaving: enough) { times = timeWidth }
    if notes > 0 {
      let more = max(0, min(noteWidth - notes, room - enough))
      notes += more
      room -= more
    }
    names = max(0, min(wanted, room))
  }

  /// The cells of the values, counted from the start of the line with its depth and sign.
  var valueCells: Range<Int> { names + Self.gap..<names + Self.gap + values.width }

  /// The line of an item behind its depth and sign, which leave it so many cells; the mark is before its
  /// value.
  func line(_ item: ResultItem, room: Int, mark: StyledText = "") -> StyledText {
    let style = item.item.definition.nameStyle
    let name = StyledText(item.item.definition.name(in: words.strings.serviceLanguage), style)
    let nameRoom = max(0, names - (width - room))
    var line = name.truncated(to: nameRoom).padded(to: nameRoom) + mark.padded(to: Self.gap)
    if item.recorded.value.isLongText {
      // What is long may use the room of the cells that a text does not have, and of the others too:
      // the details have all of it.
      return (line + Self.value(item, words)).truncated(to: room)
    }
    line += values.cell(Self.value(item, words))
    if let maxima { line += .blanks(Self.gap) + maxima.cell(Self.maximum(item, words)) }
    if bar > 0 {
      let text = item.share.map {
        BarText.text(fraction: $0, width: bar, style: style == .quiet ? .quiet : .accent)
      }
      line += .blanks(Self.gap) + (text ?? "").padded(to: bar)
    }
    if requirements > 0 {
      let requirement = ItemRequirement(item)
      let text = hasBounds ? requirement.text(words.strings) : requirement.mark
      line += .blanks(Self.gap) + text.padded(to: requirements, alignment: .right)
    }
    if notes > 0 {
      let text = StyledText(item.recorded.note ?? "", .warning).truncated(to: notes)
      line += .blanks(Self.gap) + text.padded(to: notes)
    }
    if times > 0 {
      let text = item.recorded.updatedAt.map(words.dates.dateTime) ?? ""
      line += .blanks(Self.gap) + StyledText(text, .quiet).padded(to: times, alignment: .right)
    }
    return line.trimmedAtEnd()
  }

  fileprivate static func value(_ item: ResultItem, _ words: SceneWords) -> StyledText {
    let definition = item.item.definition
    return words.values.text(item.recorded.value, of: definition, definition.nameStyle)
  }

  private static func maximum(_ item: ResultItem, _ words: SceneWords) -> StyledText {
    StyledText(words.values.text(item.maximum), .quiet)
  }
}

/// A column whose numbers have their decimal signs under each other.
private struct AnchoredColumn {
  private let lead: String
  let before: Int
  let after: Int

  init(_ room: ItemColumns.ValueRoom) {
    lead = ""
    before = room.before
    after = room.after
  }

  init(_ texts: [StyledText], lead: String = "") {
    let anchors = texts.map(DecimalAnchor.init)
    before = anchors.map(\.before).max() ?? 0
    after = anchors.map(\.after).max() ?? 0
    self.lead = before + after > 0 ? lead : ""
  }

  /// How many cells it takes.
  var width: Int { lead.displayWidth + before + after }

  /// A text, aligned with the others; an empty one has no lead.
  func cell(_ text: StyledText) -> StyledText {
    guard !text.isEmpty else { return .blanks(width) }
    let anchor = DecimalAnchor(text)
    return StyledText(lead, .quiet) + .blanks(before - anchor.before) + text
      + .blanks(after - anchor.after)
  }
}
