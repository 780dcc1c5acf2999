/// A bar of blocks that shows a fraction.
package enum ProgressBar {
  /// The bar of a fraction from 0 to 1, in eighths of a cell; other values are clamped.
  ///
  /// Only 0 is an empty bar, and only 1 a full one.
  ///
  /// - Parameter width: in cells.
  package static func text(
    _ fraction: Double, width: Int, style: Style = .accent
  ) -> StyledText {
    let width = max(0, width)
    let blocks = blocks(filled(fraction, of: width * 8))
    return StyledText(blocks, style)
      + StyledText(String(repeating: "░", count: width - blocks.count), .quiet)
  }

  /// How many of some parts a fraction from 0 to 1 fills; other values are clamped.
  ///
  /// Only 0 fills none, and only 1 all.
  package static func filled(_ fraction: Double, of parts: Int) -> Int {
    let fraction = min(max(fraction.isNaN ? 0 : fraction, 0), 1)
    var filled = Int((fraction * Double(parts)).rounded())
    if fraction > 0 { filled = max(filled, 1) }
    if fraction < 1 { filled = min(filled, parts - 1) }
    return max(filled, 0)
  }

  /// Blocks as long as some eighths of a cell.
  static func blocks(_ eighths: Int) -> String {
    let parts = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"]
    return String(repeating: "█", count: eighths / 8) + parts[eighths % 8]
  }
}
