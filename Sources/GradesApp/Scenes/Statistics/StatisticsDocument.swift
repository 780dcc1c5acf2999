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

  private static func write(_ item: GroupStatistics.Item, to writer: inout JSONWriter) {
    let statistics = item.statistics
    let numbers = statistics.numbers
    writer.member("identifier", item.item.identifier.rawValue)
    writer.member("count", statistics.count)
    writer.member("graded", statistics.graded)
    writer.member("missing", statistics.missing)
    writer.member("mean", numbers?.mean)
    writer.member("median", numbers?.median)
    writer.member("quartiles", numbers.map { [$0.lowerQuartile, $0.median, $0.upperQuartile] })
    writer.member("deviation", numbers?.deviation)
    writer.member("least", numbers?.least)
    writer.member("greatest", numbers?.greatest)
    writer.member("minimumMet", statistics.met)
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
    var csv = CSVWriter(
      header: (key.map { [$0.rawValue] } ?? []) + [
        "item", "count", "graded", "missing", "mean", "lowerQuartile", "median", "upperQuartile",
        "deviation", "least", "greatest", "minimumMet",
      ])
    func number(_ count: Int?) -> CSVWriter.Field { .number(orNone: count.map(Double.init)) }
    for part in parts {
      for item in part.statistics.items {
        let statistics = item.statistics
        let numbers = statistics.numbers
        csv.append(
          (key == nil ? [] : [.text(orNone: part.key)]) + [
            .text(item.item.identifier.rawValue), number(statistics.count),
            number(statistics.graded), number(statistics.missing),
            .number(orNone: numbers?.mean), .number(orNone: numbers?.lowerQuartile),
            .number(orNone: numbers?.median), .number(orNone: numbers?.upperQuartile),
            .number(orNone: numbers?.deviation), .number(orNone: numbers?.least),
            .number(orNone: numbers?.greatest), number(statistics.met),
          ])
      }
    }
    return csv
  }
}

extension HistogramBins.Bin {
  /// The lower edge; nil where there is none.
  fileprivate var lower: Double? { if case .below = self { nil } else { lowerEdge } }

  /// The upper edge; nil where there is none.
  fileprivate var upper: Double? { if case .above = self { nil } else { upperEdge } }
}
