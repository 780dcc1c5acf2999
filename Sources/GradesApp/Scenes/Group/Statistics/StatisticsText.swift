import GradesClient
import GradesCore
import GradesLocalization
import Terminal

/// A column's statistics in words.
struct StatisticsText {
  let item: Classification
  /// The name of the group; empty where it stands elsewhere.
  var group = ""
  /// The text that filters the group's students; nothing: all are counted.
  var filter = ""
  var drafts = 0
  let statistics: ItemStatistics
  var strings: Strings

  var title: StyledText {
    let title =
      StyledText(item.name(in: strings.serviceLanguage), .heading)
      + StyledText(" · \(group)")
    guard !filter.isEmpty else { return title }
    let filter = strings(.statisticsFilter, [.query: filter])
    return title + StyledText(" · " + filter, .mark)
  }

  /// The statistics of the whole column, each part with its label.
  var facts: [StyledText] {
    var facts = [
      StyledText(strings(.statisticsGraded, [.done: statistics.graded, .total: statistics.count]))
    ]
    if drafts > 0 {
      let drafts = strings(.statisticsDrafts, [.count: drafts])
      facts.append(StyledText(drafts, .mark))
    }
    guard let numbers = statistics.numbers else { return facts }
    func fact(_ message: Message, _ number: Double) -> StyledText {
      StyledText(strings(message, [.value: rounded(number)]))
    }
    let quartiles = strings(
      .statisticsQuartiles,
      [
        .from: rounded(numbers.lowerQuartile), .to: rounded(numbers.upperQuartile),
      ])
    return facts + [
      fact(.statisticsMean, numbers.mean), fact(.statisticsMedian, numbers.median),
      StyledText(quartiles), fact(.statisticsDeviation, numbers.deviation),
      fact(.statisticsLeast, numbers.least), fact(.statisticsGreatest, numbers.greatest),
    ]
  }

  /// How many have what the item requires; nil where it requires nothing.
  var requirement: StyledText? {
    guard let met = statistics.met, let percent = statistics.metPercent else { return nil }
    var arguments: Arguments = [
      .done: met, .total: statistics.graded, .value: percent,
    ]
    guard item.valueType == .number, let required = item.requiredValue else {
      return StyledText(strings(.statisticsRequirement, arguments))
    }
    arguments[.required] = .number(required)
    return StyledText(strings(.statisticsMinimum, arguments))
  }

  var bars: [Histogram.Bar] {
    statistics.bars.map {
      .init(label($0.kind), $0.members.count, $0.kind == .ungraded ? .quiet : .accent)
    }
  }

  func label(_ kind: ItemStatistics.Kind) -> StyledText {
    switch kind {
    case .number(let bin): StyledText(label(bin))
    case .flag(let flag): StyledText(ValueText(strings).text(.flag(flag)))
    case .text(let text): StyledText(text)
    case .ungraded: StyledText(strings(.statisticsUngraded), .quiet)
    }
  }

  private func label(_ bin: HistogramBins.Bin) -> String {
    guard let lower = bin.lower else { return "< " + number(bin.upper ?? 0) }
    guard let upper = bin.upper else { return "> " + number(lower) }
    return lower == upper ? number(lower) : strings.range(lower, upper)
  }

  func title(of bar: ItemStatistics.Bar) -> StyledText {
    StyledText(item.name(in: strings.serviceLanguage), .heading) + " · " + label(bar.kind) + " · "
      + StyledText(strings(.studentsCount, [.count: bar.members.count]))
  }

  private func number(_ value: Double) -> String { NumberText.text(value, strings.language) }

  private func rounded(_ value: Double) -> String {
    NumberText.text(value, strings.language, maximumFractionDigits: 2)
  }
}

extension Strings {
  /// A share in per cent, as it is written in the language: `57%`, `57 %`.
  func percent(_ percent: Int) -> String {
    language == .czech ? "\(percent)\u{A0}%" : "\(percent)%"
  }
}

/// The statistics of all shown items over the shown students, the grades, and who is below a minimum.
struct CourseStatisticsText {
  let matrix: Snapshot<GroupMatrix>
  /// The students who count, in their order, with what they have or shall have.
  let rows: [MatrixRow]
  let drafts: Int
  let statistics: GroupStatistics

  func lines(width: Int, _ words: SceneWords) -> [StyledText] {
    let report = StatisticsReport(
      matrix: matrix, selected: rows.count, key: nil,
      parts: [.init(key: nil, name: "", statistics: statistics)], showsHistograms: false,
      isOverview: true, strings: words.strings)
    let included = StyledText(words.strings(.statisticsDrafts, [.count: drafts]), .mark)
    return (drafts > 0 ? included.wrapped(to: width) : []) + report.lines(width: width)
      + below(width: width, words)
  }

  /// Each student with a value below the minimum of its item.
  private func below(width: Int, _ words: SceneWords) -> [StyledText] {
    let items = statistics.items.compactMap { item in
      matrix.value.items.firstIndex { $0.identifier == item.item.identifier }
    }.filter { matrix.value.items[$0].definition.requiredValue != nil }
    let students = rows.compactMap { row -> StyledText? in
      let values = items.compactMap { column -> String? in
        let item = matrix.value.items[column].definition
        guard let value = row.values[column].value, item.requirementMet(by: value) == false else {
          return nil
        }
        return "\(item.name(in: words.strings.serviceLanguage)) \(words.values.text(value))"
      }
      if values.isEmpty { return nil }
      return StyledText(row.student.listName)
        + StyledText(": " + values.joined(separator: ", "), .quiet)
    }
    if students.isEmpty { return [] }
    return [StyledText(), StyledText(words.strings(.statsBelow), .heading)]
      + students.flatMap { $0.wrapped(to: width, indent: 2) }
  }
}
