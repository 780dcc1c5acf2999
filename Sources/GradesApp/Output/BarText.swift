import Terminal

/// A bar of blocks that shows a part of a whole.
enum BarText {
  /// The bar of a fraction; see ``ProgressBar/filled(_:of:)``.
  static func text(fraction: Double, width: Int, style: Style) -> StyledText {
    let width = max(0, width)
    let filled = ProgressBar.filled(fraction, of: width)
    return StyledText(String(repeating: "█", count: filled), style)
      + StyledText(String(repeating: "░", count: width - filled), .quiet)
  }
}
