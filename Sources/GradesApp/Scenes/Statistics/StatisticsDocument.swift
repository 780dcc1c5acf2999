import GradesCore
import GradesLocalization

extension StatisticsReport {
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

extension HistogramBins.Bin {
  fileprivate var lower: Double? { if case .below = self { nil } else { lowerEdge } }

  fileprivate var upper: Double? { if case .above = self { nil } else { upperEdge } }
}
