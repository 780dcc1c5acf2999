import GradesClient
import GradesCore
import GradesLocalization
import Terminal

struct ItemDetails {
  let item: ResultItem
  let words: SceneWords
  private var strings: Strings { words.strings }
  private var definition: Classification { item.item.definition }

  /// The details, a line for each, and what has changed in the value, the newest first.
  func lines(with history: [LoggedChange]) -> [StyledText] {
    let past = history.map { entry in
      StyledText(words.dates.dateTime(entry.time) + "  ", .quiet)
        + StyledText(entry.contents(strings))
    }
    let trend = ValueTrend(history, value: item.recorded.value).map(trend)
    let values =
      if case .text(let text)? = item.recorded.value { StyledText.lines(of: text) } else { [value] }
    let notes = item.recorded.note.map { StyledText.lines(of: $0, .warning) } ?? []
    return values + [requirement, computed].compactMap(\.self) + notes
      + [change, trend].compactMap(\.self)
      + (past.isEmpty ? [] : ["", StyledText(strings(.historyColumnChanges), .heading)] + past)
  }

  /// The same in parts of one line, with the name.
  var parts: [StyledText] {
    let name = StyledText(definition.name(in: strings.serviceLanguage), .heading) + ": " + value
    return [name] + [requirement, computed, note, change].compactMap { $0 }
  }

  func trend(_ trend: ValueTrend) -> StyledText {
    TrendText(strings: strings).text(trend, maximum: item.maximum)
  }

  private var value: StyledText {
    guard let value = item.recorded.value else {
      return StyledText(strings(.statisticsUngraded), .quiet)
    }
    let text = words.values.text(value, of: definition, .plain)
    guard let maximum = item.maximum, case .number = value else { return text }
    return text + StyledText(" / " + words.values.text(maximum), .quiet)
  }

  private var requirement: StyledText? {
    let text = item.requirement(strings).trimmedAtEnd()
    return text.isEmpty ? nil : text
  }

  private var computed: StyledText? {
    definition.isEditable ? nil : StyledText(strings(.wordComputed), .quiet)
  }

  private var note: StyledText? { item.recorded.note.map { StyledText($0, .warning) } }

  private var change: StyledText? {
    item.recorded.updatedAt.map { time in
      let time: Argument = .text(words.dates.dateTimeWithZone(time))
      return StyledText(strings(.courseChanged, [.time: time]), .quiet)
    }
  }
}

/// A small chart of the values that a result has had.
struct TrendText {
  /// The heights of the chart's columns, from a value at the bottom to one at the top.
  private static let blocks = Array("▁▂▃▄▅▆▇█")
  /// The most columns; older values are left out.
  private static let width = 16

  let strings: Strings

  /// The first value, the chart and the last one: `0 ▁▃█ 61.5`.
  ///
  /// - Parameter maximum: the upper bound of the values; nil: their own maximum.
  func text(_ trend: ValueTrend, maximum: Double?) -> StyledText {
    let values = trend.values.suffix(Self.width)
    let least = min(0, values.min() ?? 0)
    let greatest = max(maximum ?? 0, values.max() ?? 0)
    // The difference of very large numbers is infinite, and the half of the smallest one is 0.
    let span = greatest / 2 - least / 2
    let columns = values.map { value in
      let part = span > 0 ? (value / 2 - least / 2) / span : 0
      return Self.blocks[Int((part * Double(Self.blocks.count - 1)).rounded())]
    }
    // Columns of one height say nothing.
    let chart = Set(columns).count > 1 ? StyledText(String(columns), .accent) : "→"
    return StyledText(strings(.courseOverTime) + " " + number(values.first) + " ", .quiet)
      + chart + StyledText(" " + number(values.last))
  }

  private func number(_ value: Double?) -> String {
    value.map { NumberText.text($0, strings.language) } ?? ValueText.nothing
  }
}
