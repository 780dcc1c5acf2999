import Terminal

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
