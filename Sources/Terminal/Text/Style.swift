/// The purpose of a piece of text, which determines its colour.
///
/// Colour never carries a meaning alone: texts in ``good`` or ``bad`` also have a mark.
package enum Style: Sendable, Hashable, CaseIterable {
  /// Ordinary text.
  case plain
  /// The most important text; the only accent colour.
  case accent
  /// A title of a section or a column.
  case heading
  /// Less important text: units, computed values, paths.
  case quiet
  /// A requirement that is met, a success.
  case good
  /// A requirement that is missed, a failure.
  case bad
  /// A warning that is not a failure.
  case warning
  /// Something that was changed or is new.
  case mark
  /// The result that matters most, where it is as good as it can be.
  case strongGood
  /// The result that matters most, where it is neither very good nor barely enough.
  case strongAccent
  /// The result that matters most, where it is barely enough.
  case strongWarning
  /// The result that matters most, where it is a failure.
  case strongBad

  /// The role whose colour a bold one has; nil for a role with a colour of its own.
  private var base: Style? {
    switch self {
    case .strongGood: .good
    case .strongAccent: .accent
    case .strongWarning: .warning
    case .strongBad: .bad
    case .plain, .accent, .heading, .quiet, .good, .bad, .warning, .mark: nil
    }
  }

  /// The sequence that begins this style (ECMA-48, SGR), empty where none is needed.
  package func opening(_ colours: ColourDepth) -> String {
    let parameters = parameters(colours)
    return parameters.isEmpty ? "" : "\u{1B}[\(parameters)m"
  }

  /// The sequence that goes back to ordinary text.
  package static let closing = "\u{1B}[0m"

  /// The numbers in the sequence that begins this style, empty where none is needed.
  func parameters(_ colours: ColourDepth) -> String {
    if let base {
      let colour = base.parameters(colours)
      return colour.isEmpty ? "" : colour + ";1"
    }
    return switch colours {
    case .none: ""
    case .ansi16: ansi16
    case .ansi256: ansi256
    case .trueColour: trueColour
    }
  }

  private var ansi16: String {
    switch self {
    case .plain: ""
    case .accent: "36"
    case .heading: "1"
    case .quiet: "90"
    case .good: "32"
    case .bad: "31"
    case .warning: "33"
    case .mark: "35"
    case .strongGood, .strongAccent, .strongWarning, .strongBad: ""
    }
  }

  /// Colours of the fixed cube and grey ramp, each with a contrast of at least 3.8 on black and on
  /// white, because the terminal's background is unknown.
  private var ansi256: String {
    switch self {
    case .plain: ""
    case .accent: "38;5;31"
    case .heading: "1"
    case .quiet: "38;5;244"
    case .good: "38;5;28"
    case .bad: "38;5;160"
    case .warning: "38;5;130"
    case .mark: "38;5;133"
    case .strongGood, .strongAccent, .strongWarning, .strongBad: ""
    }
  }

  /// The same hues, each with a contrast of at least 4.5 on black and on white (WCAG 2, AA), which
  /// no colour of the cube has.
  private var trueColour: String {
    switch self {
    case .plain: ""
    case .accent: "38;2;0;124;186"
    case .heading: "1"
    case .quiet: "38;2;117;117;117"
    case .good: "38;2;19;136;29"
    case .bad: "38;2;220;53;41"
    case .warning: "38;2;179;95;0"
    case .mark: "38;2;192;65;170"
    case .strongGood, .strongAccent, .strongWarning, .strongBad: ""
    }
  }
}

/// How many colours the output can show.
package enum ColourDepth: Sendable, Hashable, CaseIterable {
  /// None: no escape sequences are written.
  case none
  /// The sixteen colours of the terminal's own theme.
  case ansi16
  /// The sixteen, a fixed colour cube and a ramp of greys.
  case ansi256
  /// Any colour of 24 bits.
  case trueColour
}
