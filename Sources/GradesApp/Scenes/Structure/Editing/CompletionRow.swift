import Terminal

/// Names on one row, as many as it holds whole: those around the selected one.
struct CompletionRow {
  /// The row.
  let text: StyledText

  private static let more = "…"

  /// Makes the row of a width; without a selected name, it begins with the first.
  init(_ names: [String], selected: Int?, width: Int) {
    var page = 0..<0
    var used = 0
    for (index, name) in names.enumerated() {
      let before = page.isEmpty ? (index > 0 ? 3 : 0) : used + 2
      let after = index + 1 < names.count ? 3 : 0
      if !page.isEmpty, before + name.displayWidth + after > width {
        if page.contains(selected ?? 0) { break }
        page = index..<(index + 1)
        used = 3 + name.displayWidth
      } else {
        page = page.lowerBound..<(index + 1)
        used = before + name.displayWidth
      }
    }
    var parts = page.map { StyledText(names[$0], $0 == selected ? .accent : .quiet) }
    if page.lowerBound > 0 { parts.insert(StyledText(Self.more, .quiet), at: 0) }
    if page.upperBound < names.count { parts.append(StyledText(Self.more, .quiet)) }
    text = parts.joined(separator: "  ").truncated(to: width)
  }
}
