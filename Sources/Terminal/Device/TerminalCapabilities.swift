/// What an output stream can show.
package struct TerminalCapabilities: Sendable, Hashable {
  package var isTerminal: Bool
  /// The width of a line in cells; nil where lines have no limit (files, pipes).
  package var columns: Int?
  package var colours: ColourDepth
  /// Whether text can be overwritten: the terminal has cursor control.
  package var canAnimate: Bool
  /// Whether the terminal shows a whole frame at once (mode 2026); false until it has reported
  /// that.
  package var synchronizes: Bool

  package init(
    isTerminal: Bool, columns: Int? = nil, colours: ColourDepth = .none, canAnimate: Bool = false,
    synchronizes: Bool = false
  ) {
    self.isTerminal = isTerminal
    self.columns = columns
    self.colours = colours
    self.canAnimate = canAnimate
    self.synchronizes = synchronizes
  }

  /// A file or a pipe: no limits, nothing but text.
  package static let pipe = TerminalCapabilities(isTerminal: false)

  /// The capabilities of an open stream.
  ///
  /// The width is the terminal's, else `COLUMNS`, else 80. Colour needs a terminal and a
  /// `TERM` that has some, and no `NO_COLOR` (no-color.org: set and not empty) or flag against it.
  ///
  /// - Parameters:
  ///   - descriptor: the stream's file descriptor.
  ///   - environment: the process's variables.
  ///   - noColour: whether the user's flag forbids colour.
  ///   - probe: the system's queries about the descriptor.
  package init(
    descriptor: Int32, environment: [String: String], noColour: Bool = false,
    probe: TerminalProbe = .system
  ) {
    let type = environment["TERM"] ?? ""
    guard probe.isTerminal(descriptor) else {
      self = .pipe
      return
    }
    let hasCursorControl = !type.isEmpty && type != "dumb"
    let isForbidden = noColour || !(environment["NO_COLOR"] ?? "").isEmpty
    self.init(
      isTerminal: true,
      columns: probe.columns(descriptor) ?? Self.columns(from: environment) ?? 80,
      colours: isForbidden || !hasCursorControl ? .none : Self.colours(of: type, environment),
      canAnimate: hasCursorControl)
  }

  /// The same stream with colours although it may be no terminal, or only one that claims to have none: the user
  /// demands them.
  package func forcingColours(_ environment: [String: String]) -> TerminalCapabilities {
    var forced = self
    if forced.colours == .none {
      let found = Self.colours(of: environment["TERM"] ?? "", environment)
      forced.colours = found == .none ? .ansi16 : found
    }
    return forced
  }

  private static func columns(from environment: [String: String]) -> Int? {
    environment["COLUMNS"].flatMap { Int($0) }.flatMap { $0 > 0 ? $0 : nil }
  }

  private static func colours(of type: String, _ environment: [String: String]) -> ColourDepth {
    if type.contains("direct") { return .trueColour }
    if ["truecolor", "24bit"].contains(environment["COLORTERM"] ?? "") { return .trueColour }
    if type.contains("256color") { return .ansi256 }
    // The terminals of the VT line up to the 420 had none.
    if type.hasPrefix("vt"), type != "vt525" { return .none }
    return .ansi16
  }
}
