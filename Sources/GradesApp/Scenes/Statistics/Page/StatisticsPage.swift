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
    let shown = bars.prefix(30)
    page.content += HTMLChart.bars(Array(shown), title: title)
    page.addTable(title, columns, bars, isFolded: shown.count == bars.count)
  }
}

/// Charts of a page as inline SVG. They are 340 units wide, so that their texts can be read on a phone.
enum HTMLChart {
  private static let width = 340.0
  private static let labels = 90.0
  private static let row = 20.0

  static func bars(_ bars: [Histogram.Bar], title: String) -> String {
    let most = Double(bars.map(\.count).max() ?? 0)
    let room = width - labels - 40
    var content = ""
    for (index, bar) in bars.enumerated() {
      let top = Double(index) * row
      let length = most > 0 ? Double(bar.count) / most * room : 0
      let whole = bar.label.text
      let label = whole.count > 14 ? whole.prefix(13) + "…" : whole
      content += """
        <text x="\(number(labels - 6))" y="\(number(top + 14))" text-anchor="end">\
        \(HTMLPage.escaped(label))</text>
        <rect class="bar" x="\(number(labels))" y="\(number(top + 3))" width="\(number(length))" \
        height="14"/>
        <text x="\(number(labels + length + 5))" y="\(number(top + 14))">\(bar.count)</text>

        """
    }
    return """
      <figure><svg viewBox="0 0 \(number(width)) \(number(Double(bars.count) * row))" role="img" \
      aria-label="\(HTMLPage.escaped(title))">
      \(content)</svg></figure>

      """
  }

  private static func number(_ value: Double) -> String {
    let tenths = (value * 10).rounded() / 10
    return tenths == tenths.rounded() ? "\(Int(tenths))" : "\(tenths)"
  }
}
