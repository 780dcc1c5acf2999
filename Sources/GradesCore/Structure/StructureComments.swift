import GradesClient

/// The comments and blank lines of a structure's file, by the fields that they stand at.
struct StructureComments {
  struct Comments {
    /// The lines above it; empty ones are blank lines.
    var above: [String] = []
    /// What stands behind it on its line.
    var beside: [String] = []
  }

  private struct Key: Hashable {
    let item: ItemIdentifier?
    /// That of a field of the file, or of an item (``StructureField/key``).
    let field: String
  }

  private var comments: [Key: Comments] = [:]
  /// The fields in the file's order.
  private var order: [Key] = []
  private var footer: [String] = []

  init() {}

  init(_ reading: StructureReading) {
    var starts: [(line: Int, key: Key)] = []
    for (field, place) in reading.header.keys {
      starts.append((place.line, Key(item: nil, field: field.key)))
    }
    for (item, fields) in zip(reading.file.items, reading.fields) {
      let first = fields.keys.min { $0.value < $1.value }
      for (field, place) in fields.keys {
        // What stands above an item belongs to its first line, whichever field that is.
        let owner = field == first?.key ? .identifier : field
        starts.append((place.line, Key(item: item.identifier, field: owner.key)))
      }
      for name in fields.names {
        let field = StructureField.name(in: name.language.string).key
        starts.append((name.language.place.line, Key(item: item.identifier, field: field)))
      }
    }
    starts.sort { $0.line < $1.line }
    order = starts.map(\.key)
    var next = 0
    for comment in Self.comments(reading) {
      while next < starts.count, starts[next].line <= comment.line - (comment.isAlone ? 1 : 0) {
        next += 1
      }
      if !comment.isAlone, next > 0 {
        comments[starts[next - 1].key, default: Comments()].beside.append(comment.text)
      } else if next < starts.count {
        comments[starts[next].key, default: Comments()].above.append(comment.text)
      } else {
        footer.append(comment.text)
      }
    }
  }

  /// The comments of a field, each only once.
  mutating func take(_ item: ItemIdentifier?, _ field: String) -> Comments {
    comments.removeValue(forKey: Key(item: item, field: field)) ?? Comments()
  }

  /// The comments of fields that were not written, and those below the last field.
  mutating func rest() -> [String] {
    var rest: [String] = []
    for key in order {
      guard let left = comments.removeValue(forKey: key) else { continue }
      rest += (left.above + left.beside).filter { !$0.isEmpty }
    }
    return rest + footer
  }

  // MARK: Finding them

  private typealias Found = (line: Int, isAlone: Bool, text: String)

  private static func comments(_ reading: StructureReading) -> [Found] {
    // The last one first.
    var texts = reading.scalars.map { $0.range(in: reading.lines) }
      .sorted { $0.lowerBound > $1.lowerBound }
    var end = StructureProblem.Place.start
    func isInText(_ place: StructureProblem.Place) -> Bool {
      while let text = texts.last, text.lowerBound <= place {
        end = max(end, text.upperBound)
        texts.removeLast()
      }
      return place < end
    }
    func isBlank(_ scalar: Unicode.Scalar?) -> Bool { scalar == " " || scalar == "\t" }
    var found: [Found] = []
    for (index, line) in reading.lines.enumerated() {
      let scalars = Array(line.unicodeScalars)
      let first = scalars.firstIndex { !isBlank($0) } ?? scalars.count
      // Behind something without a blank, or in a text, the sign begins no comment.
      let comment = scalars.indices.first { column in
        scalars[column] == "#" && (column == 0 || isBlank(scalars[column - 1]))
          && !isInText(.init(line: index + 1, column: column + 1))
      }
      if let comment {
        let text = String(String.UnicodeScalarView(scalars[comment...]))
        found.append((index + 1, comment == first, text))
      } else if first == scalars.count, index + 1 < reading.lines.count,
        !isInText(.init(line: index + 1, column: 1))
      {
        // The last line feed begins no line.
        found.append((index + 1, true, ""))
      }
    }
    return found
  }
}
