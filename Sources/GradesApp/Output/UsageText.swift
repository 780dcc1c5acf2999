import GradesLocalization
import Terminal

/// The line that shows how a command is written, broken between its arguments.
struct UsageText {
  private let strings: Strings
  private let columns: Int

  init(_ strings: Strings, columns: Int) {
    self.strings = strings
    self.columns = columns
  }

  /// The line behind its heading; what does not fit goes on under its first argument.
  func text(_ usage: String) -> String {
    let heading = strings(.helpUsage) + ":"
    let indent = String(repeating: " ", count: heading.displayWidth + 1)
    var lines = [heading]
    for part in Self.parts(of: translated(usage)) {
      if lines[lines.count - 1].displayWidth + 1 + part.displayWidth <= columns
        || lines[lines.count - 1].displayWidth <= indent.count
      {
        lines[lines.count - 1] += " " + part
      } else {
        lines.append(indent + part)
      }
    }
    return lines.joined(separator: "\n")
  }

  /// The line with the parser's own words in the language of the run; those of arguments are in it already.
  private func translated(_ usage: String) -> String {
    [ValueName.options, .subcommand].reduce(usage) { usage, name in
      usage.replacing("<\(name.rawValue)>", with: "<\(strings(name.message))>")
    }
  }

  /// The line without some options.
  static func removing(_ options: [Substring], from usage: String) -> String {
    parts(of: usage).filter { part in
      !options.contains { part == "[\($0)]" || part.hasPrefix("[\($0) ") }
    }.joined(separator: " ")
  }

  /// The words of the line, those in one pair of brackets together.
  private static func parts(of usage: String) -> [String] {
    var parts: [String] = []
    var depth = 0
    for word in usage.split(separator: " ") {
      if depth > 0, !parts.isEmpty {
        parts[parts.count - 1] += " " + word
      } else {
        parts.append(String(word))
      }
      depth += word.count { $0 == "[" } - word.count { $0 == "]" }
    }
    return parts
  }
}
