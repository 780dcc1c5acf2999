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
    let character = Character(Unicode.Scalar(byte))
    return byte < 0x80 && (character.isLetter || character.isNumber || "_-".contains(character))
  }

  /// Whether an anchor or an alias may stand behind a byte: a blank, an indicator, or the end of a byte order mark.
  private static func mayPrecedeToken(_ byte: UInt8) -> Bool {
    byte >= 0x80 || " \t-?:,[{".utf8.contains(byte)
  }

  /// A problem of an error of the parser.
  static func problem(_ error: any Error, _ lines: [String]) -> StructureProblem {
    func at(_ mark: Mark) -> Place { Place(line: max(1, mark.line), column: max(1, mark.column)) }
    switch error as? YamlError {
    case .scanner(let context?, _, _, _) where context.text.contains("scanning a tag"):
      return StructureProblem(.tag, at: at(context.mark))
    case .scanner(_, let problem, let mark, _), .parser(_, let problem, let mark, _),
      .composer(_, let problem, let mark, _):
      // The parser's own limit, which keeps its recursion short.
      if problem.contains("nesting level") { return StructureProblem(.tooDeep, at: at(mark)) }
      // A text on the same line: a key on the next one may only be indented too far.
      let before = lines[max(0, min(mark.line, lines.count) - 1)].prefix(max(0, mark.column - 1))
      let isInText =
        rest(at: at(mark), in: lines).first == ":"
        && (before.contains(": ") || before.contains("? "))
      return StructureProblem(isInText ? .unquoted : .yaml(problem), at: at(mark))
    case .duplicatedKeysInMapping(let keys, let context):
      let (key, first) = (keys.first ?? "", at(context.mark))
      return StructureProblem(
        .repeatedKey(key), at: repetition(of: key, after: first, lines) ?? first)
    case .reader(let problem, _, _, _):
      let index = lines.firstIndex { $0.unicodeScalars.contains(where: isControl) }
      let place = index.map { line in
        Place(
          line: line + 1, column: lines[line].unicodeScalars.prefix { !isControl($0) }.count + 1)
      }
      return StructureProblem(.yaml(problem), at: place ?? .start)
    default: return StructureProblem(.yaml("\(error)"), at: .start)
    }
  }

  /// What stands from a position to the end of its line.
  static func rest(at place: Place, in lines: [String]) -> Substring.UnicodeScalarView {
    guard 1...lines.count ~= place.line else { return "".unicodeScalars[...] }
    return lines[place.line - 1].unicodeScalars.dropFirst(place.column - 1)
  }

  /// Where a key of a mapping stands a second time: below the first one, or behind it in braces.
  private static func repetition(of key: String, after first: Place, _ lines: [String]) -> Place? {
    for line in first.line...lines.count {
      let scalars = Array(lines[line - 1].unicodeScalars)
      for column in scalars.indices.dropFirst(line == first.line ? first.column : 0) {
        let rest = scalars[column...].drop { $0 == "\"" || $0 == "'" }
        let end = rest.dropFirst(key.unicodeScalars.count).first {
          !" \"'".unicodeScalars.contains($0)
        }
        guard rest.starts(with: key.unicodeScalars), end == ":" else { continue }
        let before = scalars[..<column].last { $0 != " " }
        let isBelow = before == nil && column == first.column - 1
        if isBelow || before == "," { return Place(line: line, column: column + 1) }
      }
    }
    return nil
  }

  private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.generalCategory == .control && scalar != "\t"
  }
}
