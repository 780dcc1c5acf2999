import JSON

/// What a JSON document is expected to look like; null is allowed everywhere but for required members.
indirect enum JSONShape: Sendable {
  case text, number, flag, scalar, anything
  case list(JSONShape)
  /// An object whose members' names are data.
  case map(JSONShape)
  case object([Member])

  struct Member: Sendable {
    let name: String
    let shape: JSONShape
    var isRequired = false

    static func required(_ name: String, _ shape: JSONShape) -> Member {
      Member(name: name, shape: shape, isRequired: true)
    }

    static func optional(_ name: String, _ shape: JSONShape) -> Member {
      Member(name: name, shape: shape)
    }
  }

  /// A place where a document has another shape.
  struct Difference: Hashable {
    /// The path, such as `[].timestamp`.
    var path: String
    /// The kind of what is there; nil: it is missing.
    var found: String?
    /// Whether the program cannot do without it.
    var isEssential: Bool

    var description: String { "\(path.isEmpty ? "." : path): \(found ?? "missing")" }
  }

  /// Where a document differs, each place once.
  func differences(in value: JSONValue) -> [Difference] {
    var found: [Difference] = []
    compare(value, at: "", isEssential: true, into: &found)
    var seen: Set<Difference> = []
    return found.filter { seen.insert($0).inserted }
  }

  private func compare(
    _ value: JSONValue, at path: String, isEssential: Bool, into found: inout [Difference]
  ) {
    switch (self, value) {
    case (_, .null), (.anything, _), (.text, .string), (.number, .number), (.flag, .flag),
      (.scalar, .string), (.scalar, .number), (.scalar, .flag):
      return
    // A number in quotation marks, and digits where an id is meant, are read (Service contract, 9).
    case (.number, .string(let text)) where Double(text) != nil: return
    case (.list(let shape), .array(let elements)):
      for element in elements {
        shape.compare(element, at: path + "[]", isEssential: isEssential, into: &found)
      }
    case (.map(let shape), .object(let members)):
      for member in members {
        shape.compare(member.value, at: path + "{}", isEssential: isEssential, into: &found)
      }
    case (.object(let members), .object):
      for member in members {
        let inner = path.isEmpty ? member.name : "\(path).\(member.name)"
        if let content = value[member.name], content != .null {
          member.shape.compare(
            content, at: inner, isEssential: isEssential && member.isRequired, into: &found)
        } else if member.isRequired {
          found.append(Difference(path: inner, found: nil, isEssential: isEssential))
        }
      }
    default:
      found.append(Difference(path: path, found: value.kindName, isEssential: isEssential))
    }
  }

  /// The names of all members that are part of the shape.
  var memberNames: Set<String> {
    switch self {
    case .list(let shape), .map(let shape): shape.memberNames
    case .object(let members):
      members.reduce(into: []) { names, member in
        names.insert(member.name)
        names.formUnion(member.shape.memberNames)
      }
    default: []
    }
  }
}

extension JSONValue {
  /// The kind in the words of JSON.
  var kindName: String {
    switch self {
    case .null: "null"
    case .flag: "boolean"
    case .number: "number"
    case .string: "string"
    case .array: "array"
    case .object: "object"
    }
  }
}
