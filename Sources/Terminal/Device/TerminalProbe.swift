import Foundation

/// The system's queries about a file descriptor.
package struct TerminalProbe: Sendable {
  package var isTerminal: @Sendable (Int32) -> Bool
  /// The width of the terminal's window in cells, if the terminal reports it.
  package var columns: @Sendable (Int32) -> Int?

  package init(
    isTerminal: @escaping @Sendable (Int32) -> Bool, columns: @escaping @Sendable (Int32) -> Int?
  ) {
    self.isTerminal = isTerminal
    self.columns = columns
  }

  /// Uses `isatty` and the `TIOCGWINSZ` request.
  package static let system = TerminalProbe(
    isTerminal: { isatty($0) == 1 },
    columns: { descriptor in
      var size = winsize()
      guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
      return Int(size.ws_col)
    })
}
