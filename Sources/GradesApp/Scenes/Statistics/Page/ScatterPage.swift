import GradesCore
import GradesLocalization

/// Two items against each other as a page for colleagues: a picture, and under it a table of the same.
struct ScatterPage {
  let report: ScatterReport
  /// Whether a group of few students is left out, and what could name a teacher.
  var isAnonymous = false
  /// The time of the values, as it is read.
  let time: String

  /// The whole page.
  var text: String {
    let (group, strings) = (report.group, report.strings)
    let (first, second) = (report.name(of: report.first), report.name(of: report.second))
    let title = "\(group.course.rawValue) · \(strings(.statsTitle))"
    var page = HTMLPage(title: title, strings: strings)
    page.add("h1", title)
    page.add(
      "p",
      group.group.shownName(strings, isAnonymous: isAnonymous) + " · "
        + strings.title(of: group.semester))
    page.add("h2", "↑ \(second) · → \(first)")
    if isAnonymous, report.pairs.count < StatisticsParts.fewest {
      page.add("p", strings(.statsTooFew))
    } else {
      for line in report.summary { page.add("p", line) }
      addPairs(first, second, to: &page)
    }
    page.add("footer", strings(.dateAsOf, [.time: .text(time)]))
    return page.text
  }

  private func addPairs(_ first: String, _ second: String, to page: inout HTMLPage) {
    let (points, strings) = (report.pairs.points, report.strings)
    guard !points.isEmpty, let scales = report.scales else { return }
    page.content += HTMLChart.scatter(
      points, across: scales.across, up: scales.up, label: report.label,
      title: "\(second), \(first): \(report.summary.joined())")
    page.addTable(
      "\(first) · \(second)",
      columns: [
        (title: first, isNumber: true), (title: second, isNumber: true),
        (title: strings(.statsColumnStudents), isNumber: true),
      ], rows: points.map { [report.label($0.first), report.label($0.second), "\($0.count)"] })
  }
}
