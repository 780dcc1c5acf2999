import Yams

/// The lines of a structure's file, looked at before and after YAML's parser.
enum StructureLines {
  typealias Place = StructureProblem.Place

  /// The lines without their ends.
  static func split(_ text: String) -> [String] {
    var lines = text.unicodeScalars.split(
      omittingEmptySubsequences: false, whereSeparator: { $0 == "\n" }
    ).map(String.init)
    for index in lines.indices where lines[index].unicodeScalars.last == "\r" {
      lines[index].unicodeScalars.removeLast()
    }
    return lines
  }

  /// Where the last of more than a few aliases may be, nil with less of them: the parser compares keys with
  /// all that their aliases stand for, which may be very much.
  static func firstOfManyAliases(_ lines: [String]) -> Place? {
    var count = 0
    for (index, line) in lines.enumerated() where line.utf8.contains(UInt8(ascii: "*")) {
      var before = UInt8(ascii: "-")
      let bytes = Array(line.utf8)
      for (column, byte) in bytes.enumerated() {
        let opens = "-?:,[{".utf8.contains(before)
        if byte == UInt8(ascii: "*"), opens, column + 1 < bytes.count,
          bytes[column + 1] != UInt8(ascii: " ")
        {
          count += 1
          if count > 24 { return Place(line: index + 1, column: column + 1) }
        }
        if byte != UInt8(ascii: " ") { before = byte }
      }
    }
    return nil
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
