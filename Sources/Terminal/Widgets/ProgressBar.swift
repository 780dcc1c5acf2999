/// A bar of blocks that shows a fraction.
public enum ProgressBar {
  /// The bar of a fraction from 0 to 1, in eighths of a cell; other values are clamped.
  ///
  /// Only 0 is an empty bar, and only 1 a full one.
  ///
  /// - Parameter width: in cells.
  public static func text(
    _ fraction: Double, width: Int, style: Style = .accent
  ) -> StyledText {
    let width = max(0, width)
    let part = min(max(fraction.isNaN ? 0 : fraction, 0), 1)
    var eighths = Int((part * Double(width * 8)).rounded())
    if part > 0 { eighths = max(eighths, 1) }
    if part < 1 { eighths = min(eighths, width * 8 - 1) }
    let blocks = blocks(max(0, eighths))
    return StyledText(blocks, style)
      + StyledText(String(repeating: "░", count: width - blocks.count), .quiet)
  }

  /// Blocks as long as some eighths of a cell.
  static func blocks(_ eighths: Int) -> String {
    let parts = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"]
    return String(repeating: "█", count: eighths / 8) + parts[eighths % 8]
  }
}
