/// Keys that belong together, under a title.
package struct HelpGroup: Sendable, Equatable {
  package struct Row: Sendable, Equatable {
    package var key: String
    package var text: String
    package var reason: String?

    package init(_ key: String, _ text: String, reason: String? = nil) {
      self.key = key
      self.text = text
      self.reason = reason
    }

    var searchText: String { [key, text, reason ?? ""].joined(separator: " ") }
  }

  package var title: String
  package var rows: [Row]

  package init(_ title: String, _ rows: [Row]) {
    self.title = title
    self.rows = rows
  }
}

/// All keys of a scene, in one column or two.
package struct HelpTable: Sendable, Equatable {
  package let groups: [HelpGroup]
  private let widestKey: Int

  package init(_ groups: [HelpGroup]) {
    let widest = groups.lazy.flatMap(\.rows).map(\.key.displayWidth).max()
    self.init(groups, widestKey: widest ?? 0)
  }

  private init(_ groups: [HelpGroup], widestKey: Int) {
    self.groups = groups
    self.widestKey = widestKey
  }

  /// The rows that match a query; all of a group whose title matches. The columns keep their
  /// widths.
  package func filtered(_ query: String, search: TextSearch = .plain) -> HelpTable {
    let matches = search.matcher(query)
    guard !query.isEmpty else { return self }
    let found = groups.compactMap { group -> HelpGroup? in
      if matches(group.title) { return group }
      let rows = group.rows.filter { matches($0.searchText) }
      return rows.isEmpty ? nil : HelpGroup(group.title, rows)
    }
    return HelpTable(found, widestKey: widestKey)
  }

  /// The table in a width in cells: two columns from 72 cells on. A description that is too long is
  /// wrapped.
  package func lines(_ width: Int) -> [StyledText] {
    let keyWidth = min(widestKey, max(1, width / 3))
    guard width >= 72 else { return column(groups[...], width, keyWidth) }
    let half = (width - 3) / 2
    let middle = balance(half, keyWidth)
    let left = column(groups[..<middle], half, keyWidth)
    let right = column(groups[middle...], half, keyWidth)
    return (0..<max(left.count, right.count)).map { row in
      let start = row < left.count ? left[row] : ""
      guard row < right.count, !right[row].isEmpty else { return start }
      return start.padded(to: half + 3) + right[row]
    }
  }

  /// How many groups to put in the left column so that the longer column is as short as can be.
  private func balance(_ width: Int, _ keyWidth: Int) -> Int {
    let heights = groups.map { column([$0], width, keyWidth).count + 1 }
    let total = heights.reduce(0, +)
    var best = (count: groups.count, height: total)
    var left = 0
    for (index, height) in heights.enumerated() {
      left += height
      let longer = max(left, total - left)
      if longer < best.height { best = (index + 1, longer) }
    }
    return best.count
  }

  private func column(_ groups: ArraySlice<HelpGroup>, _ width: Int, _ keyWidth: Int)
    -> [StyledText]
  {
    var lines: [StyledText] = []
    for group in groups {
      if !lines.isEmpty { lines.append("") }
      lines.append(StyledText(group.title, .heading).truncated(to: width))
      for row in group.rows { lines += self.lines(row, width, keyWidth) }
    }
    return lines
  }

  private func lines(_ row: HelpGroup.Row, _ width: Int, _ keyWidth: Int) -> [StyledText] {
    let room = max(1, width - keyWidth - 4)
    var text = StyledText(row.text, row.reason == nil ? .plain : .quiet)
    if let reason = row.reason { text += StyledText(" (\(reason))", .quiet) }
    let key = StyledText(row.key, row.reason == nil ? .accent : .quiet)
    return text.wrapped(to: room).enumerated().map { index, line in
      "  " + (index == 0 ? key.truncated(to: keyWidth) : "").padded(to: keyWidth + 2) + line
    }
  }
}
