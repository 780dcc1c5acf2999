import GradesClient
import GradesCore
import GradesLocalization
import Terminal

/// A group's statistics as a page for colleagues: charts, and under each a table of the same.
struct StatisticsPage {
  let report: StatisticsReport
  /// Whether what could identify students or teachers is left out.
  var isAnonymous = false
  let strings: Strings
  let time: String

  var text: String {
    let matrix = report.matrix.value
    let title = "\(matrix.course.rawValue) · \(strings(.statsTitle))"
    var page = HTMLPage(title: title, strings: strings)
    page.add("h1", title)
    page.add(
      "p",
      matrix.group.shownName(strings, isAnonymous: isAnonymous) + " · "
        + strings.title(of: matrix.semester))
    page.add("p", report.summary.text)
    if report.parts.isEmpty { page.add("p", strings(.statsTooFew)) }
    if report.key == nil, let whole = report.parts.first?.statistics {
      addWhole(whole, to: &page)
    } else {
      addParts(to: &page)
    }
    page.add("footer", strings(.dateAsOf, [.time: time]))
    return page.text
  }

  /// Whether an anonymous page leaves an item out, because its figures are those of single students.
  private func isAboutFew(_ item: GroupStatistics.Item) -> Bool {
    isAnonymous && (1..<HTMLPage.fewest).contains(item.statistics.graded)
  }

  private func addWhole(_ whole: GroupStatistics, to page: inout HTMLPage) {
    if !whole.grades.isEmpty {
      page.add("h2", strings(.statsGrades))
      addBars(report.bars(of: whole.grades), strings(.statsGrades), to: &page)
    }
    page.addTable(
      strings(.statsTitle), report.columns,
      whole.items.filter { !isAboutFew($0) }.map { (report.name(of: $0.item), $0) })
    for item in whole.items where item.statistics.graded > 0 && !isAboutFew(item) {
      let name = report.name(of: item.item)
      let text = report.text(of: item)
      page.add("h2", name)
      page.add("p", text.facts.map(\.text).joined(separator: " · "))
      if let requirement = text.requirement { page.add("p", requirement.text) }
      if isAnonymous, isFreeText(item.item.definition) { continue }
      addBars(text.bars, name, to: &page)
    }
  }

  private func addParts(to page: inout HTMLPage) {
    for item in report.items {
      let name = report.name(of: item)
      let parts = report.rows(of: item).filter { !isAboutFew($0.item) }
      guard parts.contains(where: { $0.item.statistics.graded > 0 }) else { continue }
      page.add("h2", name)
      page.addTable(strings(.statsTitle), report.columns, parts)
    }
  }

  /// Whether an item's texts can be about a student; grades cannot.
  private func isFreeText(_ item: Classification) -> Bool {
    let definitions = report.matrix.value.items.map(\.definition)
    let grade = definitions.gradeIndex.map { definitions[$0].identifier }
    return item.valueType == .string && item.identifier != grade
  }

  private func addBars(_ bars: [Histogram.Bar], _ title: String, to page: inout HTMLPage) {
    let columns: [Column<Histogram.Bar>] = [
      Column(strings(.groupColumnValue)) { $0.label },
      Column(strings(.statsColumnStudents), .right) { "\($0.count)" },
    ]
    // More would be no chart; the table has them all.
    page.content += HTMLChart.bars(Array(bars.prefix(30)), title: title)
    page.addTable(title, columns, bars, scrolls: false)
  }
}
