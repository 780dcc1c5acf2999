import GradesClient
import GradesCore
import GradesLocalization
import Terminal

/// A column's statistics in words.
struct StatisticsText {
  struct Group: Equatable, Sendable {
    var name: String
    /// The text that filters the group's students; nothing: all are counted.
    var filter = ""
    var drafts = 0
  }

  let item: Classification
  let group: Group
  let statistics: ItemStatistics
  let strings: Strings

  var title: StyledText {
    let title =
      StyledText(item.name(in: strings.serviceLanguage), .heading)
      + StyledText(" · \(group.name)")
    guard !group.filter.isEmpty else { return title }
    let filter = strings(.statisticsFilter, [.query: group.filter])
    return title + StyledText(" · " + filter, .mark)
  }

  /// The statistics of the whole column, each part with its label.
  var facts: [StyledText] {
    var facts = [
      StyledText(
        strings(.statisticsGraded, [.done: statistics.graded, .total: statistics.count]))
    ]
    if group.drafts > 0 {
      let drafts = strings(.statisticsDrafts, [.count: group.drafts])
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
    case .number(.below(let bound)): StyledText("< \(number(bound))")
    case .number(.above(let bound)): StyledText("> \(number(bound))")
    case .number(.single(let value)): StyledText(number(value))
    case .number(.range(let lower, let upper)):
      StyledText(strings.range(lower, upper))
    case .flag(let flag): StyledText(ValueText(strings).text(.flag(flag)))
    case .text(let text): StyledText(text)
    case .ungraded: StyledText(strings(.statisticsUngraded), .quiet)
    }
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
