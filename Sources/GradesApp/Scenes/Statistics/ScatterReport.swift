import GradesClient
import GradesCore
import GradesLocalization
import JSON
import Terminal

/// Two items of a group against each other: a picture, a document and CSV.
struct ScatterReport: Report {
  let matrix: Snapshot<GroupMatrix>
  /// How many of the group's students count.
  let selected: Int
  /// The two items with their statistics.
  let first: GroupStatistics.Item
  let second: GroupStatistics.Item
  let pairs: ItemPairs
  let strings: Strings

  /// The width of the picture where nothing limits it.
  private static let usualWidth = 80

  var group: GroupMatrix { matrix.value }

  var table: Table {
    Table(
      title: strings.title(
        group.course, strings.groupName(group.group.name), group.semester),
      summary: summary.map { StyledText($0) }, columns: [], sections: [])
  }

  func lines(width: Int?) -> [StyledText] {
    let room = width ?? Self.usualWidth
    let head = table.lines(width: width)
    guard !pairs.points.isEmpty, let scales else { return head }
    let plot = ScatterPlot(points: pairs.points, across: scales.across, up: scales.up, label: label)
    let names = [
      StyledText("↑ \(name(of: second))", .heading), StyledText("→ \(name(of: first))", .heading),
    ].map { $0.truncated(to: room) }
    return head + [""] + [names[0]] + plot.lines(width: room) + [names[1]]
  }

  /// The scales of both items; nil where one of them has no number.
  var scales: (across: ClosedRange<Double>, up: ClosedRange<Double>)? {
    guard let across = BoxPlot.scale(of: first), let up = BoxPlot.scale(of: second) else {
      return nil
    }
    return (across, up)
  }

  /// A number as the picture has it.
  func label(_ number: Double) -> String {
    NumberText.text(number, strings.language, maximumFractionDigits: 2)
  }

  /// How many of how many students count, and how the two items belong together.
  var summary: [String] {
    let selection =
      selected == group.rows.count
      ? [] : [strings(.statsSelected, [.done: .count(selected), .total: .count(group.rows.count)])]
    let count = strings(.statsPairs, [.count: .count(pairs.count)])
    let correlation = pairs.correlation.map {
      strings(.statsCorrelation, [.value: .text(label($0))])
    }
    return [(selection + [count] + [correlation].compactMap(\.self)).joined(separator: " · ")]
  }

  func name(of item: GroupStatistics.Item) -> String {
    item.item.definition.name(in: strings.serviceLanguage)
  }

  func write(to writer: inout JSONWriter) {
    writer.object {
      $0.member("course", group.course.rawValue)
      $0.member("semester", group.semester.rawValue)
      $0.object("group") {
        $0.member("id", group.group.id.rawValue)
        $0.member("name", strings.groupName(group.group.name))
      }
      $0.member("students", group.rows.count)
      $0.member("selected", selected)
      $0.member("item", first.item.identifier.rawValue)
      $0.member("against", second.item.identifier.rawValue)
      $0.member("count", pairs.count)
      $0.member("correlation", pairs.correlation)
      $0.array("points", of: pairs.points) { writer, point in
        writer.object {
          $0.member("value", point.first)
          $0.member("against", point.second)
          $0.member("count", point.count)
        }
      }
      $0.member("fetchedAt", matrix.fetchedAt)
      $0.member("stale", matrix.isStale)
    }
  }

  var csv: CSVWriter {
    var csv = CSVWriter(
      header: [first.item.identifier.rawValue, second.item.identifier.rawValue, "count"])
    for point in pairs.points {
      csv.append([
        .number(orNone: point.first), .number(orNone: point.second),
        .number(orNone: Double(point.count)),
      ])
    }
    return csv
  }
}
