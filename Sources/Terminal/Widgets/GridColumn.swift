package struct GridColumn: Sendable, Equatable {
  package var title: StyledText
  /// What stands below the title, if the grid has subtitles.
  package var subtitle: StyledText
  /// The width in cells, without the gap before the column.
  package var width: Int
  /// How narrow a frozen column may become where the window is; 0 lets it go as a whole. Only where no
  /// other column could be seen it gets narrower still.
  package var leastWidth: Int
  /// Where the texts stand. Numbers that line up on their decimal sign come padded from the caller.
  package var alignment: TextAlignment

  /// Makes a column.
  ///
  /// - Parameter leastWidth: nil: the column keeps its width.
  package init(
    title: StyledText, subtitle: StyledText = "", width: Int, leastWidth: Int? = nil,
    alignment: TextAlignment = .left
  ) {
    self.title = title
    self.subtitle = subtitle
    self.width = max(1, width)
    self.leastWidth = min(max(0, leastWidth ?? self.width), self.width)
    self.alignment = alignment
  }

  /// A text as this column shows it in some width: cut with `…`, padded.
  func fitted(_ text: StyledText, to width: Int) -> StyledText {
    text.truncated(to: width).padded(to: width, alignment: alignment)
  }
}

package enum GridColumnIndex: Sendable, Hashable {
  /// One of the first columns, which stay where they are.
  case frozen(Int)
  /// One of the columns that scroll.
  case column(Int)
}
