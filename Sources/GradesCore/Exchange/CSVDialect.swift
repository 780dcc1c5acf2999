import GradesClient

package enum CSVDialect: Sendable, Hashable {
  /// UTF-8, commas, decimal points, lines that end with LF.
  case standard
  /// What a Czech Excel opens without asking: a byte order mark, semicolons, decimal commas, CR LF.
  case czechExcel

  var delimiter: String { self == .standard ? "," : ";" }
  var lineEnd: String { self == .standard ? "\n" : "\r\n" }
  var byteOrderMark: String { self == .standard ? "" : "\u{FEFF}" }

  /// One line with its end; texts like formulas are guarded.
  package func line(_ texts: some Sequence<String>) -> String {
    texts.map { quoted(FormulaGuard.guarded($0)) }.joined(separator: delimiter) + lineEnd
  }

  /// A value as a field. Yes and no are words that spreadsheets leave alone; numbers are plain, so
  /// that they are computed with.
  package func field(_ value: GradeValue?) -> String {
    switch value {
    case nil: ""
    case .number(let number):
      quoted(ValueWriter.text(number, decimal: self == .standard ? "." : ","))
    case .flag(let flag): self == .standard ? flag ? "yes" : "no" : flag ? "ano" : "ne"
    case .text(let text): quoted(FormulaGuard.guarded(text))
    }
  }

  /// A text as a field, in quotes where reading could mistake it.
  func quoted(_ text: String) -> String {
    let isPlain = text.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: ","), UInt8(ascii: ";"), 0x09...0x0D: false
      default: true
      }
    }
    return isPlain && text.trimmingBlanks() == text ? text : Self.quotes(text)
  }

  static func quotes(_ text: String) -> String {
    // Scalars, because a quote with an accent is one character to Swift and a quote to readers.
    var result = String.UnicodeScalarView("\"".unicodeScalars)
    for scalar in text.unicodeScalars {
      if scalar == "\"" { result.append(scalar) }
      result.append(scalar)
    }
    result.append("\"")
    return String(result)
  }
}
