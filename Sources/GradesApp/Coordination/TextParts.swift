import Terminal

extension [StyledText] {
  /// These parts in so many lines at most: what belongs together stays on a line unless there are
  /// too few of them for that.
  func lines(of width: Int, atMost count: Int) -> [StyledText] {
    let apart = lines(of: width)
    guard apart.count > count else { return apart }
    return joined(separator: StyledText(" · ", .quiet)).wrapped(to: Swift.max(1, width))
      .cut(to: count, width: width)
  }

  /// The first lines; if there are more, the last one ends with a sign.
  func cut(to count: Int, width: Int) -> [StyledText] {
    guard self.count > count, count > 0 else { return Array(prefix(Swift.max(0, count))) }
    return prefix(count - 1) + [(self[count - 1] + " …").truncated(to: Swift.max(1, width))]
  }

  /// These parts of a sentence, with dots between them, in as many lines as they need; what belongs
  /// together stays on a line where one is wide enough.
  func lines(of width: Int) -> [StyledText] {
    var lines: [StyledText] = []
    for part in self {
      if let line = lines.last, line.displayWidth + 3 + part.displayWidth <= width {
        lines[lines.count - 1] = line + StyledText(" · ", .quiet) + part
      } else {
        lines += part.wrapped(to: Swift.max(1, width))
      }
    }
    return lines
  }
}
