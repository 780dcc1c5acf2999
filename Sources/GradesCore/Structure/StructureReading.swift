import Foundation
import GradesClient
import Spelling
import Yams

/// A structure's file as it was read: its items, the positions of their fields, and what is wrong.
package struct StructureReading: Sendable {
  typealias Place = StructureProblem.Place

  /// The fields of one mapping with the positions of their keys and values.
  struct Fields: Sendable {
    var start: Place
    var keys: [StructureField: Place] = [:]
    var values: [StructureField: ScalarText] = [:]
    /// The names behind their languages.
    var names: [(language: ScalarText, text: ScalarText)] = []
  }

  /// What could be read; without the items that have no identifier.
  package internal(set) var file = StructureFile(course: nil, semester: nil, items: [])
  /// What is wrong, in the file's order; before ``checked()`` only what kept it from being read.
  package internal(set) var problems: [StructureProblem] = []
  /// The file's lines, without their ends.
  package let lines: [String]
  private(set) var fields: [Fields] = []
  private(set) var header = Fields(start: .start)

  /// All texts that may be written in quotes or in a block.
  var scalars: [ScalarText] {
    ([header] + fields).flatMap { $0.values.values + $0.names.flatMap { [$0.language, $0.text] } }
  }

  package var hasErrors: Bool { problems.contains { $0.severity == .error } }

  /// Reads YAML; never throws, because what is wrong is in ``problems``. It takes some milliseconds for
  /// each hundred kilobytes.
  package init(_ data: Data) {
    let isSmall = data.count <= StructureFile.largestFile
    guard isSmall, var text = String(validating: data, as: UTF8.self) else {
      lines = []
      problems = [.init(isSmall ? .notText : .tooLarge, at: .start)]
      return
    }
    if text.unicodeScalars.first == "\u{FEFF}" { text.unicodeScalars.removeFirst() }
    lines = StructureLines.split(text)
    if let alias = StructureLines.firstOfManyAliases(lines) {
      problems = [.init(.alias, at: alias)]
      return
    }
    do {
      // The parser holds the anchors' names while the nodes are read.
      let parser = try Parser(yaml: text, encoding: .utf8)
      let root = try parser.singleRoot()
      withExtendedLifetime(parser) { readFile(root) }
    } catch {
      problems = [StructureLines.problem(error, lines)]
    }
    problems.sort { $0.place < $1.place }
  }

  // MARK: Mappings

  private mutating func readFile(_ root: Node?) {
    guard let root, let fields = mapping(root, StructureField.ofFile) else {
      if root == nil { add(.notMapping, .start) }
      return
    }
    header = fields.found
    if let text = fields.found.values[.course] { file.course = CourseCode(text.string) }
    file.base = fields.found.values[.base]?.string
    if let text = fields.found.values[.semester] {
      file.semester = SemesterCode(text.string)
      if file.semester == nil { add(.wrongValue(.semester, text.string), text.place) }
    }
    guard let items = fields.nodes[.items] else {
      return add(.missingField(.items), fields.found.start)
    }
    readItems(items, below: nil, depth: 0)
  }

  private mutating func readItems(_ node: Node, below parent: ItemIdentifier?, depth: Int) {
    guard let place = accepted(node) else { return }
    if node.isNothing { return }
    guard case .sequence(let sequence) = node else { return add(.notList, place) }
    guard depth < StructureFile.deepestItem else { return add(.tooDeep, place) }
    for (index, element) in sequence.enumerated() {
      guard self.fields.count < StructureFile.mostItems else {
        if problems.last?.kind != .tooManyItems { add(.tooManyItems, element.place) }
        return
      }
      guard case (var found, let nodes)? = mapping(element, StructureField.ofItem) else { continue }
      let identifier = found.values[.identifier].map { ItemIdentifier($0.string) }
      if identifier == nil { add(.missingField(.identifier), found.start) }
      let item = definition(identifier, parent, index, &found, nodes)
      if identifier != nil {
        file.items.append(CourseItem(definition: item, parent: parent, depth: depth))
        self.fields.append(found)
      }
      if let children = nodes[.items] {
        readItems(children, below: identifier ?? parent, depth: depth + 1)
      }
    }
  }

  private mutating func definition(
    _ identifier: ItemIdentifier?, _ parent: ItemIdentifier?, _ index: Int, _ found: inout Fields,
    _ nodes: [StructureField: Node]
  ) -> Classification {
    var item = Classification(
      identifier: identifier ?? ItemIdentifier(""), parentIdentifier: parent,
      evaluationType: found.values[.expression] == nil ? .manual : .expression, index: index)
    item.names = nodes[.name].map { names($0, &found) } ?? []
    for field in StructureField.values {
      guard let text = found.values[field] else { continue }
      if let value = field.value(written: text.string) {
        field.set(value, of: &item)
      } else {
        add(.wrongValue(field, text.string), text.place)
      }
    }
    return item
  }

  /// A name in each language; a name without a language is the name in both.
  private mutating func names(_ node: Node, _ found: inout Fields) -> [LocalizedName] {
    if case .scalar(let scalar) = node {
      let text = scalar.text(at: node.place, in: lines)
      if let key = found.keys[.name] {
        let text = ScalarText(scalar, at: node.place, below: key.column, in: lines)
        found.values[.name] = text
        warn(ofCut: text)
      }
      return text.isEmpty ? [] : ["cs", "en"].map { LocalizedName(language: $0, name: text) }
    }
    guard case .mapping(let mapping) = node else {
      add(.noText(.name), node.place)
      return []
    }
    return mapping.compactMap { key, value in
      guard let place = accepted(key), accepted(value) != nil else { return nil }
      guard let key = key.scalar, let name = value.scalar else {
        add(.noText(.name), value.place)
        return nil
      }
      let text = ScalarText(name, at: value.place, below: place.column, in: lines)
      let language = ScalarText(key, at: place, below: place.column, in: lines)
      found.names.append((language, text))
      warn(ofCut: text)
      return name.isNothing ? nil : LocalizedName(language: language.string, name: text.string)
    }
  }

  /// The fields of a mapping; reports the unknown ones.
  private mutating func mapping(
    _ node: Node, _ known: [StructureField]
  ) -> (found: Fields, nodes: [StructureField: Node])? {
    guard let place = accepted(node) else { return nil }
    guard case .mapping(let mapping) = node else {
      add(.notMapping, place)
      return nil
    }
    var found = Fields(start: place)
    var nodes: [StructureField: Node] = [:]
    for (key, value) in mapping {
      guard let start = accepted(key), accepted(value) != nil else { continue }
      let name = key.scalar?.string ?? ""
      guard let field = known.first(where: { $0.name == name }) else {
        let near = NearNames.find(name, among: known.map(\.name), limit: 1).first
        add(.unknownField(name, near: near), start)
        continue
      }
      found.keys[field] = start
      switch (field, value) {
      case (.items, _): nodes[field] = value
      case (.name, _): if !value.isNothing { nodes[field] = value }
      case (_, .scalar(let scalar)):
        if !scalar.isNothing {
          let text = ScalarText(scalar, at: value.place, below: start.column, in: lines)
          found.values[field] = text
          if field == .expression { warn(ofCut: text) }
        }
      default: add(.noText(field), value.place)
      }
    }
    return (found, nodes)
  }

  /// The node's position, unless it has an anchor or a tag. An alias is refused with its anchor, which the reading
  /// meets first. Of a tag, the parser would read only what follows it.
  private mutating func accepted(_ node: Node) -> Place? {
    let place = node.place
    guard !node.hasAnchor else {
      add(.alias, place)
      return nil
    }
    guard StructureLines.rest(at: place, in: lines).first != "!" else {
      add(.tag, place)
      return nil
    }
    return place
  }

  private mutating func warn(ofCut text: ScalarText) {
    if let place = text.cut(in: lines) { add(.cutText, place) }
  }

  private mutating func add(_ kind: StructureProblem.Kind, _ place: Place) {
    problems.append(StructureProblem(kind, at: place))
  }
}

extension Node {
  fileprivate var place: StructureProblem.Place {
    .init(line: mark?.line ?? 1, column: mark?.column ?? 1)
  }

  fileprivate var hasAnchor: Bool {
    switch self {
    case .scalar(let scalar): scalar.anchor != nil
    case .mapping(let mapping): mapping.anchor != nil
    case .sequence(let sequence): sequence.anchor != nil
    case .alias: true
    }
  }

  fileprivate var isNothing: Bool { scalar?.isNothing ?? false }
}

extension Node.Scalar {
  /// Whether it is YAML's null.
  fileprivate var isNothing: Bool {
    (style == .plain || style == .any) && ["", "~", "null", "Null", "NULL"].contains(string)
  }
}
