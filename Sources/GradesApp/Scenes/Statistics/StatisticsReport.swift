import GradesClient
import GradesCore
import GradesLocalization
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

  /// An item of a part, with what distinguishes it from the others in a table.
  typealias Row = (name: String, item: GroupStatistics.Item)

  let matrix: Snapshot<GroupMatrix>
  let selected: Int
  /// What is compared; nil: there is one part.
  let key: StatisticsKey?
  let parts: [Part]
  let showsHistograms: Bool
  /// Whether each item stays on one line with a small histogram; figures give way to it.
  var isOverview = false
  let strings: Strings

  /// The width of histograms where nothing limits it.
  private static let usualWidth = 80
  private static let sparklineWidth = 10

  private var group: GroupMatrix { matrix.value }
  /// The items of all parts; a part may lack some.
  var items: [CourseItem] {
    var seen: Set<ItemIdentifier> = []
    return parts.flatMap(\.statistics.items).map(\.item).filter {
      seen.insert($0.identifier).inserted
    }
  }

  func lines(width: Int?) -> [StyledText] {
    let room = width ?? Self.usualWidth
    var lines = table.lines(width: width)
    guard key == nil, let whole = parts.first?.statistics else { return lines }
    if showsHistograms {
      for item in whole.items { lines += [""] + histogram(of: item, width: room) }
    } else if !whole.grades.isEmpty {
      lines += [StyledText(), StyledText(strings(.statsGrades), .heading)]
      lines += Histogram(bars(of: whole.grades)).lines(width: room)
    }
    return lines
  }

  func bars(of grades: [GroupStatistics.Grade]) -> [Histogram.Bar] {
    grades.map { grade in
      guard let value = grade.value else {
        return .init(StyledText(strings(.statisticsUngraded), .quiet), grade.count, .quiet)
      }
      return .init(ValueText(strings).grade(value), grade.count)
    }
  }

  func text(of item: GroupStatistics.Item) -> StatisticsText {
    StatisticsText(item: item.item.definition, statistics: item.statistics, strings: strings)
  }

  private func histogram(of item: GroupStatistics.Item, width: Int) -> [StyledText] {
    let text = text(of: item)
    return [StyledText(name(of: item.item), .heading).truncated(to: width)]
      + text.facts.lines(of: width) + (text.requirement.map { $0.wrapped(to: width) } ?? [])
      + Histogram(text.bars).lines(width: width)
  }

  var table: Table {
    let columns = columns
    let sections: [Table.Section] =
      if key == nil {
        [
          .init(
            parts.flatMap(\.statistics.items).map { (name(of: $0.item), $0) }, columns,
            emptyText: StyledText(strings(.courseEmpty)))
        ]
      } else {
        items.map {
          .init(title: StyledText(name(of: $0), .heading), rows(of: $0), columns)
        }.filter { !$0.rows.isEmpty }
      }
    return Table(
      title: strings.title(
        group.course, strings.groupName(group.group.name), group.semester),
      summary: [summary], columns: columns.map(\.form), sections: sections)
  }

  func name(of item: CourseItem) -> String {
    item.definition.name(in: strings.serviceLanguage)
  }

  /// An item in each part that has it.
  func rows(of item: CourseItem) -> [Row] {
    parts.compactMap { part in
      part.statistics.items.first { $0.item.identifier == item.identifier }.map { (part.name, $0) }
    }
  }

  /// The name and the figures of an item, for people.
  var columns: [Column<Row>] {
    func column(
      _ title: Message, _ alignment: Table.Column.Alignment = .decimal, least: Int? = nil,
      narrowing: Table.Column.Narrowing = .stays, _ text: @escaping (Row) -> String?
    ) -> Column<Row> {
      Column(
        strings(title), alignment, least: least, overflow: least == nil ? .cut : .wrap,
        narrowing: narrowing
      ) {
        StyledText(text($0) ?? "", $0.item.statistics.graded == 0 ? .quiet : .plain)
      }
    }
    func share(_ part: Int?, _ percent: Int?) -> String? {
      part.flatMap { part in percent.map { "\(part) (\(strings.percent($0)))" } }
    }
    func narrowing(_ order: Int, ofOverview overview: Int) -> Table.Column.Narrowing {
      isOverview ? .leaves(order: overview) : .folds(order: order)
    }
    let columns = [
      column(key == nil ? .itemsColumnName : .groupsColumnName, .left, least: 12) { $0.name },
      column(.statsColumnGraded, .right) {
        "\($0.item.statistics.graded)/\($0.item.statistics.count)"
      },
      column(.statsColumnMean) { rounded($0.item.statistics.numbers?.mean) },
      column(.statsColumnMedian) { rounded($0.item.statistics.numbers?.median) },
      column(.statsColumnQuartiles, .right, narrowing: narrowing(1, ofOverview: 1)) {
        $0.item.statistics.numbers.map {
          "\(rounded($0.lowerQuartile)) – \(rounded($0.upperQuartile))"
        }
      },
      column(.statsColumnDeviation, narrowing: narrowing(1, ofOverview: 0)) {
        rounded($0.item.statistics.numbers?.deviation)
      },
      column(.statsColumnMet, .right, narrowing: narrowing(2, ofOverview: 2)) {
        share($0.item.statistics.met, $0.item.statistics.metPercent)
      },
      column(.statsColumnYes, .right, narrowing: narrowing(0, ofOverview: 0)) {
        share($0.item.statistics.yes, $0.item.statistics.yesPercent)
      },
    ]
    let chart = Column<Row>(narrowing: .leaves(order: 3)) {
      Sparkline.text($0.item.statistics, width: Self.sparklineWidth)
    }
    return columns + (isOverview ? [chart] : [])
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

  private typealias Figure = Field<ItemStatistics>

  func document(_ names: Strings) -> Document {
    let whole: Document = [
      "course": matrix.value.course, "semester": matrix.value.semester,
      "group": [
        "id": matrix.value.group.id, "name": names.groupName(matrix.value.group.name),
      ] as Document,
      "students": matrix.value.rows.count, "selected": selected,
    ]
    let groups = parts.map { part in
      (["key": part.key, "name": part.name] as Document) + Self.document(part.statistics)
    }
    let figures =
      key.map { ["by": $0.rawValue, "groups": groups] }
      ?? parts.first.map { Self.document($0.statistics) } ?? [:]
    let quartiles = [
      Figure("lowerQuartile") { $0.numbers?.lowerQuartile },
      Figure("median") { $0.numbers?.median },
      Figure("upperQuartile") { $0.numbers?.upperQuartile },
    ]
    typealias Row = (key: String?, item: GroupStatistics.Item)
    return (whole + figures).of(matrix).table(
      parts.flatMap { part in part.statistics.items.map { (part.key, $0) } },
      (key.map { [Field<Row>($0.rawValue) { $0.key }] } ?? [])
        + [Field<Row>("item") { $0.item.item.identifier }]
        + (Self.counts + quartiles + Self.spread).map { $0.of(\.item.statistics) })
  }

  private static func document(_ statistics: GroupStatistics) -> Document {
    let grades = Field<GroupStatistics.Grade>.grade { $0.value } + [Field("count") { $0.count }]
    return [
      "items": statistics.items.map(document), "grades": Rows(statistics.grades, grades),
      "passed": statistics.outcome?.passed, "failed": statistics.outcome?.failed,
      "undecided": statistics.outcome?.undecided,
    ]
  }

  private static var counts: [Figure] {
    [
      Figure("count") { $0.count }, Figure("graded") { $0.graded },
      Figure("missing") { $0.missing }, Figure("mean") { $0.numbers?.mean },
    ]
  }

  private static var spread: [Figure] {
    [
      Figure("deviation") { $0.numbers?.deviation }, Figure("least") { $0.numbers?.least },
      Figure("greatest") { $0.numbers?.greatest }, Figure("minimumMet") { $0.met },
    ]
  }

  private static func document(_ item: GroupStatistics.Item) -> Document {
    let statistics = item.statistics
    let quartiles = statistics.numbers.map { [$0.lowerQuartile, $0.median, $0.upperQuartile] }
    let bins = statistics.bars.compactMap { bar -> Document? in
      guard case .number(let bin) = bar.kind else { return nil }
      return ["from": bin.lower, "to": bin.upper, "count": bar.members.count]
    }
    let values = statistics.bars.compactMap { bar -> Document? in
      switch bar.kind {
      case .text(let text): ["value": text, "count": bar.members.count]
      case .flag(let flag): ["value": flag, "count": bar.members.count]
      case .number, .ungraded: nil
      }
    }
    return (["identifier": item.item.identifier] as Document) + Document(statistics, counts)
      + ["median": statistics.numbers?.median, "quartiles": quartiles]
      + Document(statistics, spread) + ["bins": bins, "values": values]
  }
}

/// A histogram in one line: a block for each bar, as high as its share of the highest one.
private enum Sparkline {
  private static let blocks = ["▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"]

  /// The bars of an item's numbers, else those of yes and no; empty for texts and where nothing is graded.
  static func text(_ statistics: ItemStatistics, width: Int) -> StyledText {
    let numbers = statistics.bars.filter { if case .number = $0.kind { true } else { false } }
    let flags = statistics.bars.filter { if case .flag = $0.kind { true } else { false } }
    let bars = numbers.isEmpty ? flags : numbers
    let counts = merged(bars.map(\.members.count), width: width)
    guard let most = counts.max(), most > 0 else { return "" }
    return StyledText(
      counts.map { count in
        count == 0 ? " " : blocks[(count * blocks.count + most - 1) / most - 1]
      }.joined(), .accent)
  }

  /// As many counts as there is room for: neighbours are added up.
  private static func merged(_ counts: [Int], width: Int) -> [Int] {
    guard counts.count > width, width > 0 else { return counts }
    let size = (counts.count + width - 1) / width
    return stride(from: 0, to: counts.count, by: size).map { start in
      counts[start..<min(start + size, counts.count)].reduce(0, +)
    }
  }
}
