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
    /// That of a field of the file, or of an item (``ItemField/key``).
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
      starts.append((place.line, Key(item: nil, field: field.rawValue)))
    }
    for (item, fields) in zip(reading.file.items, reading.fields) {
      let first = fields.keys.min { $0.value < $1.value }
      for (field, place) in fields.keys {
        // What stands above an item belongs to its first line, whichever field that is.
        let owner = field == first?.key ? .identifier : field
        starts.append((place.line, Key(item: item.identifier, field: owner.rawValue)))
      }
      for name in fields.names {
        let field = ItemField.name(name.language).key
        starts.append((name.key.line, Key(item: item.identifier, field: field)))
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
    let ends = Dictionary(
      reading.scalars.map { ($0.place.line, $0.end(in: reading.lines)) }, uniquingKeysWith: max)
    var found: [Found] = []
    var line = 1
    // How much of the line a text takes that began on an earlier one.
    var taken = 0
    while line <= reading.lines.count {
      let rest = reading.lines[line - 1].unicodeScalars.dropFirst(taken)
      let bare = rest.drop { $0 == " " || $0 == "\t" }
      if taken > 0 {
        if let comment = comment(in: rest, opensLine: false) {
          found.append((line, false, comment))
        }
      } else if bare.isEmpty {
        // The last line feed begins no line.
        if line < reading.lines.count { found.append((line, true, "")) }
      } else if bare.first == "#" {
        found.append((line, true, String(bare)))
      } else if let comment = comment(in: rest, opensLine: true) {
        found.append((line, false, comment))
      }
      let end = ends[line].flatMap { $0.line > line ? $0 : nil }
      taken = (end?.column ?? 1) - 1
      line = end?.line ?? line + 1
    }
    return found
  }

  /// The comment at the end of a line, or of a part of it, with something else.
  private static func comment(
    in rest: Substring.UnicodeScalarView, opensLine: Bool
  ) -> String? {
    let scalars = Array(rest)
    var quote: Unicode.Scalar?
    var mayOpen = opensLine
    var index = 0
    while index < scalars.count {
      let scalar = scalars[index]
      let isAfterBlank =
        index == 0 ? opensLine : scalars[index - 1] == " " || scalars[index - 1] == "\t"
      switch (quote, scalar) {
      case ("\"", "\\"): index += 1
      case ("'", "'") where index + 1 < scalars.count && scalars[index + 1] == "'": index += 1
      case (let open?, _): if scalar == open { quote = nil }
      case (nil, "#") where isAfterBlank:
        return String(String.UnicodeScalarView(scalars[index...]))
      case (nil, "'") where mayOpen, (nil, "\"") where mayOpen: quote = scalar
      case (nil, " "): break
      // A text begins after a dash, a colon, or what opens or divides a list.
      default: mayOpen = "-:?[{,".unicodeScalars.contains(scalar)
      }
      if quote != nil { mayOpen = false }
      index += 1
    }
    return nil
  }
}
