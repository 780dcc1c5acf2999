import Terminal

/// A bar of blocks that shows a part of a whole.
enum BarText {
  /// The bar of a part from 0 to 1; what is beyond is cut off.
  ///
  /// A little is not nothing and nearly all is not all: only 0 is an empty bar and only 1 a full
  /// one.
  static func text(fraction: Double, width: Int, style: Style) -> StyledText {
    let part = min(max(fraction.isNaN ? 0 : fraction, 0), 1)
    var filled = Int((part * Double(width)).rounded())
    if part > 0 { filled = max(filled, 1) }
    if part < 1 { filled = min(filled, width - 1) }
    filled = min(max(filled, 0), max(width, 0))
    return StyledText(String(repeating: "█", count: filled), style)
      + StyledText(String(repeating: "░", count: max(width - filled, 0)), .quiet)
  }
}
