import Yams

/// A text of a YAML file with its position, so that a part of it can be found in the file.
struct ScalarText: Sendable {
  typealias Place = StructureProblem.Place

  let string: String
  let place: Place
  /// The column of its key, which its lines are indented by more than.
  private let keyColumn: Int

  init(
    _ scalar: Node.Scalar, at place: Place, below keyColumn: Int,
    in lines: [String]
  ) {
    string = scalar.text(at: place, in: lines)
    self.place = place
    self.keyColumn = keyColumn
  }

  /// The position of a part of the text, by its offset in Unicode scalars; that of the text where its
  /// lines were folded.
  func place(of offset: Int, in lines: [String]) -> Place {
    switch sign(lines) {
    case "|"?: return literal(offset, lines)
    case "'"?, "\""?: return quoted(offset, lines) ?? place
    case ">"?: return place
    default:
      let isOneLine = rest(lines).starts(with: string.unicodeScalars)
      return isOneLine ? .init(line: place.line, column: place.column + offset) : place
    }
  }

  /// What follows on the line of the text's beginning.
  private func rest(_ lines: [String]) -> Substring.UnicodeScalarView {
    StructureLines.rest(at: place, in: lines)
  }

  /// What begins a text that is not plain: its quote, or the sign of its block.
  private func sign(_ lines: [String]) -> Unicode.Scalar? {
    rest(lines).first.flatMap { "'\"|>".unicodeScalars.contains($0) ? $0 : nil }
  }

  /// Where a comment ends a text without quotes, although it reads like a part of it: `Test #1`.
  func cut(in lines: [String]) -> Place? {
    let rest = rest(lines)
    guard sign(lines) == nil, !string.isEmpty, rest.starts(with: string.unicodeScalars) else {
      return nil
    }
    let blanks = rest.dropFirst(string.unicodeScalars.count).prefix { $0 == " " || $0 == "\t" }
    let comment = rest[blanks.endIndex...]
    guard !blanks.isEmpty, comment.first == "#", let next = comment.dropFirst().first,
      !next.properties.isWhitespace
    else { return nil }
    let column = place.column + string.unicodeScalars.count + blanks.count
    return .init(line: place.line, column: column)
  }

  private func literal(_ offset: Int, _ lines: [String]) -> Place {
    let before = string.unicodeScalars.prefix(offset)
    let line = place.line + 1 + before.count { $0 == "\n" }
    let column = before.reversed().prefix { $0 != "\n" }.count
    let content = lines.dropFirst(place.line).first { !$0.allSatisfy { $0 == " " } } ?? ""
    let indent = content.prefix { $0 == " " }.count
    return .init(line: line, column: indent + column + 1)
  }

  /// Where no comment begins: between its quotes, or in its block; nowhere in a plain text, which ends before one.
  func range(in lines: [String]) -> Range<Place> {
    switch sign(lines) {
    case "|"?, ">"?:
      let inside = lines.dropFirst(place.line).prefix { line in
        let indent = line.prefix { $0 == " " }.count
        return indent == line.count || indent >= keyColumn
      }
      let blank = inside.reversed().prefix { line in line.allSatisfy { $0 == " " } }.count
      let start = place.line + 1
      return Place(line: start, column: 1)..<Place(line: start + inside.count - blank, column: 1)
    case "'"?, "\""?: return place..<(quoted(nil, lines) ?? place)
    default: return place..<place
    }
  }

  /// Where a character of a text in quotes is, or with nil what follows the text. Nil where the text has no such
  /// character on its first line: the others were folded.
  private func quoted(_ offset: Int?, _ lines: [String]) -> Place? {
    let quote = sign(lines) ?? "\""
    let digits: [Unicode.Scalar: Int] = ["x": 2, "u": 4, "U": 8]
    var (index, count) = (place.column, 0)
    for line in place.line...max(place.line, lines.count) where line <= lines.count {
      let scalars = Array(lines[line - 1].unicodeScalars)
      while index < scalars.count {
        if count == offset { return .init(line: line, column: index + 1) }
        let next = index + 1 < scalars.count ? scalars[index + 1] : nil
        switch scalars[index] {
        case "'" where quote == "'" && next == "'": index += 2
        case "\\" where quote == "\"": index += 2 + (next.flatMap { digits[$0] } ?? 0)
        case quote: return offset == nil ? .init(line: line, column: index + 2) : nil
        default: index += 1
        }
        count += 1
      }
      if offset != nil { return nil }
      index = 0
    }
    return nil
  }
}

extension Node.Scalar {
  /// The text as it stands in the file. The parser takes U+FEFF at a text's start for a byte order mark and
  /// leaves it out.
  func text(at place: StructureProblem.Place, in lines: [String]) -> String {
    var source = StructureLines.rest(at: place, in: lines)
    if style == .doubleQuoted || style == .singleQuoted { source = source.dropFirst() }
    let isEscaped =
      style == .doubleQuoted
      && ["\\uFEFF", "\\U0000FEFF"].contains { escape in
        let start = String(String.UnicodeScalarView(source.prefix(escape.count)))
        // Its digits may be small ones; its first letter says how many there are.
        return start.prefix(2) + start.dropFirst(2).uppercased() == escape
      }
    return isEscaped || source.first == "\u{FEFF}" ? "\u{FEFF}" + string : string
  }
}
