import GradesCore

/// Charts of a page as inline SVG. They are 340 units wide, so that their texts can be read on a phone.
enum HTMLChart {
  private static let width = 340.0
  private static let labels = 90.0
  private static let row = 20.0

  /// Horizontal bars with their labels and counts.
  static func bars(_ bars: [(label: String, count: Int)], title: String) -> String {
    let most = Double(bars.map(\.count).max() ?? 0)
    let room = width - labels - 40
    var content = ""
    for (index, bar) in bars.enumerated() {
      let top = Double(index) * row
      let length = most > 0 ? Double(bar.count) / most * room : 0
      content += """
        <text x="\(number(labels - 6))" y="\(number(top + 14))" text-anchor="end">\
        \(HTMLPage.escaped(shortened(bar.label, to: 14)))</text>
        <rect class="bar" x="\(number(labels))" y="\(number(top + 3))" width="\(number(length))" \
        height="14"/>
        <text x="\(number(labels + length + 5))" y="\(number(top + 14))">\(bar.count)</text>

        """
    }
    return figure(content, height: Double(bars.count) * row, title: title)
  }

  /// A box plot for each part on one scale, whose ends are named.
  static func boxes(
    _ boxes: [(label: String, numbers: NumberSummary)], on scale: ClosedRange<Double>,
    ends: (String, String), title: String
  ) -> String {
    let span = scale.upperBound - scale.lowerBound
    guard span > 0, span.isFinite else { return "" }
    // Names of groups are long, and often differ in their ends only: each has a line of its own.
    let above = boxes.contains { !$0.label.isEmpty } ? 18.0 : 0
    let left = 10.0
    let room = width - left - 10
    func x(_ value: Double) -> String {
      number(left + min(max((value - scale.lowerBound) / span, 0), 1) * room)
    }
    var content = ""
    for (index, box) in boxes.enumerated() {
      let top = Double(index) * (row + above) + above
      let (middle, numbers) = (number(top + 10), box.numbers)
      if !box.label.isEmpty {
        content += """
          <text x="\(number(left))" y="\(number(top - 4))">\
          \(HTMLPage.escaped(shortened(box.label, to: 48)))</text>

          """
      }
      let boxWidth = (numbers.upperQuartile - numbers.lowerQuartile) / span * room
      content += """
        <path class="axis" d="M\(x(numbers.least)) \(middle)H\(x(numbers.greatest))\
        M\(x(numbers.least)) \(number(top + 6))v8M\(x(numbers.greatest)) \(number(top + 6))v8"/>
        <rect class="box" x="\(x(numbers.lowerQuartile))" y="\(number(top + 4))" \
        width="\(number(max(boxWidth, 1)))" height="12"/>
        <path class="median" d="M\(x(numbers.median)) \(number(top + 2))v16"/>

        """
    }
    let bottom = Double(boxes.count) * (row + above)
    content += """
      <text class="q" x="\(number(left))" y="\(number(bottom + 14))">\(HTMLPage.escaped(ends.0))</text>
      <text class="q" x="\(number(width - 10))" y="\(number(bottom + 14))" text-anchor="end">\
      \(HTMLPage.escaped(ends.1))</text>

      """
    return figure(content, height: bottom + row, title: title)
  }

  /// A circle for each pair, whose area says how many students have it; the ends of both scales are named.
  static func scatter(
    _ points: [ItemPairs.Point], across: ClosedRange<Double>, up: ClosedRange<Double>,
    label: (Double) -> String, title: String
  ) -> String {
    let (left, top, bottom, right) = (52.0, 12.0, 232.0, width - 12)
    func place(
      _ value: Double, _ scale: ClosedRange<Double>, _ start: Double, _ end: Double
    ) -> Double {
      let span = scale.upperBound - scale.lowerBound
      guard span > 0, span.isFinite else { return (start + end) / 2 }
      return start + min(max((value - scale.lowerBound) / span, 0), 1) * (end - start)
    }
    func text(_ value: Double, _ x: Double, _ y: Double, _ anchor: String) -> String {
      """
      <text class="q" x="\(number(x))" y="\(number(y))" text-anchor="\(anchor)">\
      \(HTMLPage.escaped(label(value)))</text>

      """
    }
    let most = Double(points.map(\.count).max() ?? 1)
    var content = """
      <path class="axis" d="M\(number(left - 6)) \(number(top))V\(number(bottom + 6))\
      H\(number(right))"/>

      """
    content += text(up.upperBound, left - 10, top + 5, "end")
    content += text(up.lowerBound, left - 10, bottom, "end")
    content += text(across.lowerBound, left - 6, bottom + 22, "start")
    content += text(across.upperBound, right, bottom + 22, "end")
    for point in points {
      let radius = 2.5 + 5 * (Double(point.count) / most).squareRoot()
      content += """
        <circle class="box" cx="\(number(place(point.first, across, left + 4, right - 8)))" \
        cy="\(number(place(point.second, up, bottom - 4, top + 4)))" r="\(number(radius))"/>

        """
    }
    return figure(content, height: bottom + 28, title: title)
  }

  private static func figure(_ content: String, height: Double, title: String) -> String {
    """
    <figure><svg viewBox="0 0 \(number(width)) \(number(height))" role="img" \
    aria-label="\(HTMLPage.escaped(title))">
    \(content)</svg></figure>

    """
  }

  private static func shortened(_ label: String, to length: Int) -> String {
    label.count > length ? label.prefix(length - 1) + "…" : label
  }

  /// Coordinates with one decimal place.
  private static func number(_ value: Double) -> String {
    let tenths = (value * 10).rounded() / 10
    return tenths == tenths.rounded() ? "\(Int(tenths))" : "\(tenths)"
  }
}
