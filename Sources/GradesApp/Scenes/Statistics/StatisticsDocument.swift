import GradesClient
import GradesCore
import GradesLocalization
import JSON

extension StatisticsReport {
  func write(to writer: inout JSONWriter) {
    writer.object {
      $0.member("course", matrix.value.course.rawValue)
      $0.member("semester", matrix.value.semester.rawValue)
      $0.object("group") {
        $0.member("id", matrix.value.group.id.rawValue)
        $0.member("name", strings.groupName(matrix.value.group.name))
      }
      $0.member("students", matrix.value.rows.count)
      $0.member("selected", selected)
      if let key {
        $0.member("by", key.rawValue)
        $0.array("groups", of: parts) { writer, part in
          writer.object {
            $0.member("key", part.key)
            $0.member("name", part.name)
            Self.write(part.statistics, to: &$0)
          }
        }
      } else if let whole = parts.first?.statistics {
        Self.write(whole, to: &$0)
      }
      $0.members(of: matrix)
    }
  }

  private static func write(_ statistics: GroupStatistics, to writer: inout JSONWriter) {
    writer.array("items", of: statistics.items) { writer, item in
      writer.object { write(item, to: &$0) }
    }
    writer.array("grades", of: statistics.grades) { writer, grade in
      writer.object {
        $0.member("grade", grade.value)
        $0.member("count", grade.count)
      }
    }
    writer.member("passed", statistics.outcome?.passed)
    writer.member("failed", statistics.outcome?.failed)
    writer.member("undecided", statistics.outcome?.undecided)
  }

  private typealias Figure = DocumentField<ItemStatistics>

  private static var counts: [Figure] {
    [
      Figure("count") { $0.count }, Figure("graded") { $0.graded },
      Figure("missing") { $0.missing },
      Figure("mean") { $0.numbers?.mean },
    ]
  }

  private static var spread: [Figure] {
    [
      Figure("deviation") { $0.numbers?.deviation }, Figure("least") { $0.numbers?.least },
      Figure("greatest") { $0.numbers?.greatest }, Figure("minimumMet") { $0.met },
    ]
  }

  private static func write(_ item: GroupStatistics.Item, to writer: inout JSONWriter) {
    let statistics = item.statistics
    writer.member("identifier", item.item.identifier.rawValue)
    writer.members(of: statistics, counts)
    writer.member("median", statistics.numbers?.median)
    writer.member(
      "quartiles", statistics.numbers.map { [$0.lowerQuartile, $0.median, $0.upperQuartile] })
    writer.members(of: statistics, spread)
    let bins = statistics.bars.compactMap { bar -> (HistogramBins.Bin, Int)? in
      if case .number(let bin) = bar.kind { (bin, bar.members.count) } else { nil }
    }
    writer.array("bins", of: bins) { writer, bin in
      writer.object {
        $0.member("from", bin.0.lower)
        $0.member("to", bin.0.upper)
        $0.member("count", bin.1)
      }
    }
    let values = statistics.bars.compactMap { bar -> (GradeValue, Int)? in
      switch bar.kind {
      case .text(let text): (.text(text), bar.members.count)
      case .flag(let flag): (.flag(flag), bar.members.count)
      case .number, .ungraded: nil
      }
    }
    writer.array("values", of: values) { writer, value in
      writer.object {
        $0.member("value", value.0)
        $0.member("count", value.1)
      }
    }
  }

  var csv: CSVWriter {
    let quartiles = [
      Figure("lowerQuartile") { $0.numbers?.lowerQuartile },
      Figure("median") { $0.numbers?.median },
      Figure("upperQuartile") { $0.numbers?.upperQuartile },
    ]
    typealias Field = DocumentField<(key: String?, item: GroupStatistics.Item)>
    let part: [Field] =
      switch key {
      case nil: []
      case .parallel: [Field("parallel") { $0.key }]
      case .semester: [Field("semester") { $0.key }]
      case .group: [Field("group") { $0.key }]
      }
    return CSVWriter(
      parts.flatMap { part in part.statistics.items.map { (part.key, $0) } },
      part + [Field("item") { $0.item.item.identifier.rawValue }]
        + (Self.counts + quartiles + Self.spread).map { $0.of(\.item.statistics) })
  }
}

extension HistogramBins.Bin {
  fileprivate var lower: Double? { if case .below = self { nil } else { lowerEdge } }

  fileprivate var upper: Double? { if case .above = self { nil } else { upperEdge } }
}
