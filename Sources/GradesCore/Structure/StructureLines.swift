import Yams

/// The lines of a structure's file, looked at before and after YAML's parser.
enum StructureLines {
  typealias Place = StructureProblem.Place

  /// The lines without their ends, as YAML divides them (YAML 1.1, 5.4), so that its positions are found in them.
  static func split(_ text: String) -> [String] {
    let scalars = Array(text.unicodeScalars)
    var lines: [String] = []
    var line = String.UnicodeScalarView()
    for (index, scalar) in scalars.enumerated() {
      switch scalar {
      case "\n" where index > 0 && scalars[index - 1] == "\r": break
      case "\n", "\r", "\u{85}", "\u{2028}", "\u{2029}":
        lines.append(String(line))
        line.removeAll(keepingCapacity: true)
      default: line.append(scalar)
      }
    }
    return lines + [String(line)]
  }

  /// Where the last of more than a few aliases may be, nil with less of them or without an anchor: the parser
  /// compares keys with all that their aliases stand for, which may be very much.
  static func firstOfManyAliases(_ lines: [String]) -> Place? {
    var aliases = 0
    var hasAnchor = false
    var last: Place?
    for (index, line) in lines.enumerated() {
      let bytes = Array(line.utf8)
      for (column, byte) in bytes.enumerated().dropLast()
      where byte == UInt8(ascii: "*") || byte == UInt8(ascii: "&") {
        guard isName(bytes[column + 1]), column == 0 || mayPrecedeToken(bytes[column - 1]) else {
          continue
        }
        if byte == UInt8(ascii: "&") { hasAnchor = true } else { aliases += 1 }
        if aliases > 24, last == nil { last = Place(line: index + 1, column: column + 1) }
      }
    }
    return hasAnchor ? last : nil
  }

  /// Whether an anchor's name may contain a byte.
  private static func isName(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "_"), UInt8(ascii: "-"):
      true
    default: false
    }
  }

  /// Whether an anchor or an alias may stand behind a byte: a blank, an indicator, or the end of a byte order mark.
  private static func mayPrecedeToken(_ byte: UInt8) -> Bool {
    byte >= 0x80 || " \t-?:,[{".utf8.contains(byte)
  }

  /// A problem of an error of the parser.
  static func problem(_ error: any Error, _ lines: [String]) -> StructureProblem {
    func at(_ mark: Mark) -> Place { Place(line: max(1, mark.line), column: max(1, mark.column)) }
    switch error as? YamlError {
    case .scanner(_, let problem, let mark, _), .parser(_, let problem, let mark, _),
      .composer(_, let problem, let mark, _):
      // The parser's own limit, which keeps its recursion short.
      let isTooDeep = problem.contains("nesting level")
      return StructureProblem(isTooDeep ? .tooDeep : .yaml(problem), at: at(mark))
    case .duplicatedKeysInMapping(let keys, let context):
      return StructureProblem(
        .yaml("repeated key \(keys.joined(separator: ", "))"), at: at(context.mark))
    case .reader(let problem, _, _, _):
      let index = lines.firstIndex { $0.unicodeScalars.contains(where: isControl) }
      let column = index.flatMap { line in
        lines[line].unicodeScalars.firstIndex(where: isControl).map {
          lines[line].unicodeScalars.distance(from: lines[line].startIndex, to: $0)
        }
      }
      return StructureProblem(
        .yaml(problem), at: Place(line: (index ?? 0) + 1, column: (column ?? 0) + 1))
    default: return StructureProblem(.yaml("\(error)"), at: Place(line: 1, column: 1))
    }
  }

  private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.generalCategory == .control && scalar != "\t"
  }
}
