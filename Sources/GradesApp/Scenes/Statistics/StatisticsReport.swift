import GradesClient
import GradesCore
import GradesLocalization
import JSON
import Terminal

/// What the values of a group are like: as tables with histograms, a document and CSV.
struct StatisticsReport: Report {
  /// The group, or a part of it that is compared with the others.
  struct Part {
    /// The part's name for programs; nil for the whole, and for what has none.
    var key: String?
    var name: String
    var statistics: GroupStatistics
  }

  let matrix: Snapshot<GroupMatrix>
  /// How many of the group's students count.
  let selected: Int
  /// What is compared; nil: there is one part.
  let key: StatisticsKey?
  let parts: [Part]
  /// Whether each item has a histogram.
  let showsHistograms: Bool
  /// Whether each item stays on one line with a small histogram; figures give way to it.
  var isOverview = false
  let strings: Strings

  /// The width of histograms where nothing limits it.
  private static let usualWidth = 80
  /// The width of a small histogram.
  private static let sparklineWidth = 10

  private var group: GroupMatrix { matrix.value }
  /// The items of all parts; a part may lack some.
  var items: [CourseItem] {
    var seen: Set<ItemIdentifier> = []
    return parts.flatMap(\.statistics.items).map(\.item).filter {
      seen.insert($0.identifier).inserted
    }
  }

  // MARK: For people

  func lines(width: Int?) -> [StyledText] {
    let room = width ?? Self.usualWidth
    var lines = table.lines(width: width)
    guard key == nil, let whole = parts.first?.statistics else { return lines }
    if showsHistograms {
      for item in whole.items { lines += [""] + histogram(of: item, width: room) }
    } else if !whole.grades.isEmpty {
      lines += [StyledText(), StyledText(strings(.statsGrades), .heading)]
      lines += Histogram(
        whole.grades.map { grade in
          .init(
            grade.value.map { ValueText(strings).grade($0) }
              ?? StyledText(strings(.statisticsUngraded), .quiet), grade.count,
            grade.value == nil ? .quiet : .accent)
        }
      ).lines(width: room)
    }
    return lines
  }

  private func histogram(of item: GroupStatistics.Item, width: Int) -> [StyledText] {
    let text = StatisticsText(
      item: item.item.definition, group: .init(name: ""), statistics: item.statistics,
      strings: strings)
    let name = item.item.definition.name(in: strings.serviceLanguage)
    let bars = Histogram(
      item.statistics.bars.map {
        .init(text.label($0.kind), $0.members.count, $0.kind == .ungraded ? .quiet : .accent)
      })
    return [StyledText(name, .heading).truncated(to: width)] + text.facts.lines(of: width)
      + (text.requirement.map { $0.wrapped(to: width) } ?? [])
      + bars.lines(width: width)
  }

  var table: Table {
    var table = Table(
      title: strings.title(
        group.course, strings.groupName(group.group.name), group.semester),
      summary: [summary],
      columns: [
        .init(
          title: strings(key == nil ? .itemsColumnName : .groupsColumnName), leastWidth: 12,
          overflow: .wrap),
        .init(title: strings(.statsColumnGraded), alignment: .right),
        .init(title: strings(.statsColumnMean), alignment: .decimal),
        .init(title: strings(.statsColumnMedian), alignment: .decimal),
        .init(
          title: strings(.statsColumnQuartiles), alignment: .right,
          narrowing: isOverview ? .leaves(order: 1) : .folds(order: 1)),
        .init(
          title: strings(.statsColumnDeviation), alignment: .decimal,
          narrowing: isOverview ? .leaves(order: 0) : .folds(order: 1)),
        .init(
          title: strings(.statsColumnMet), alignment: .right,
          narrowing: isOverview ? .leaves(order: 2) : .folds(order: 2)),
        .init(
          title: strings(.statsColumnYes), alignment: .right,
          narrowing: isOverview ? .leaves(order: 0) : .folds(order: 0)),
      ] + (isOverview ? [.init(narrowing: .leaves(order: 3))] : []), sections: [])
    if key == nil {
      let rows = parts.flatMap { part in
        part.statistics.items.map { row($0, named: name(of: $0.item)) }
      }
      table.sections = [.init(rows: rows, emptyText: StyledText(strings(.courseEmpty)))]
    } else {
      table.sections = items.map { item in
        .init(
          title: StyledText(name(of: item), .heading),
          rows: parts.compactMap { part in
            part.statistics.items.first { $0.item.identifier == item.identifier }.map {
              row($0, named: part.name)
            }
          })
      }.filter { !$0.rows.isEmpty }
    }
    return table
  }

  func name(of item: CourseItem) -> String {
    item.definition.name(in: strings.serviceLanguage)
  }

  private func row(_ item: GroupStatistics.Item, named name: String) -> Table.Row {
    let statistics = item.statistics
    let style: Style = statistics.graded == 0 ? .quiet : .plain
    return Table.Row(
      cells: [.text(name, style)] + cells(of: item).map { .text($0, style) }
        + (isOverview ? [.text(Sparkline.text(statistics, width: Self.sparklineWidth))] : []))
  }

  /// The figures of an item, one for each column after the name.
  func cells(of item: GroupStatistics.Item) -> [String] {
    let statistics = item.statistics
    func share(_ part: Int?, _ percent: Int?) -> String? {
      part.flatMap { part in percent.map { "\(part) (\(strings.percent($0)))" } }
    }
    let numbers = statistics.numbers
    return [
      "\(statistics.graded)/\(statistics.count)", rounded(numbers?.mean),
      rounded(numbers?.median),
      numbers.map { "\(rounded($0.lowerQuartile)) – \(rounded($0.upperQuartile))" } ?? "",
      rounded(numbers?.deviation), share(statistics.met, statistics.metPercent) ?? "",
      share(statistics.yes, statistics.yesPercent) ?? "",
    ]
  }

  var summary: StyledText {
    let count =
      selected == group.rows.count
      ? strings(.studentsCount, [.count: selected])
      : strings(.statsSelected, [.done: selected, .total: group.rows.count])
    guard key == nil, let outcome = parts.first?.statistics.outcome else {
      return StyledText(count)
    }
    let result = strings(
      .statsOutcome, [.done: outcome.passed, .found: outcome.failed, .other: outcome.undecided])
    return StyledText("\(count) · \(result)")
  }

  private func rounded(_ number: Double?) -> String {
    number.map { NumberText.text($0, strings.language, maximumFractionDigits: 2) } ?? ""
  }
}
