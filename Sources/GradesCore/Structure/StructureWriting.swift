import GradesClient

extension StructureFile {
  /// The file as YAML, which reads as the same items again.
  ///
  /// - Parameter earlier: a file whose comments and blank lines are kept where its fields still are;
  ///   those of what is gone stand at the end.
  public func text(keeping earlier: StructureReading? = nil) -> String {
    var writer = StructureWriter(comments: earlier.map(StructureComments.init) ?? .init())
    writer.write(self)
    return writer.text
  }
}

/// Writes a structure's file line by line, each with the comments that belong to it.
private struct StructureWriter {
  private(set) var text = ""
  private var comments: StructureComments
  /// The item that is being written.
  private var item: ItemIdentifier?
  /// Whether the item's first line is still to come.
  private var opensItem = false
  private var indent = 0

  init(comments: StructureComments) { self.comments = comments }

  mutating func write(_ file: StructureFile) {
    if let course = file.course { line(.course, YAMLText.scalar(course.rawValue)) }
    if let semester = file.semester { line(.semester, semester.rawValue) }
    line(.items, file.items.isEmpty ? "[]" : "")
    for (index, item) in file.items.enumerated() {
      let next = index + 1 < file.items.count ? file.items[index + 1].depth : 0
      write(item, hasChildren: next > item.depth)
    }
    for comment in comments.rest() { text += comment.isEmpty ? "\n" : comment + "\n" }
  }

  private mutating func write(_ item: CourseItem, hasChildren: Bool) {
    let definition = item.definition
    self.item = item.identifier
    indent = 4 + 4 * item.depth
    opensItem = true
    line(.identifier, YAMLText.scalar(definition.identifier.rawValue))
    if !definition.names.isEmpty {
      line(.name, "")
      var languages: Set<String> = []
      for name in definition.names where languages.insert(name.language).inserted {
        let found = comments.take(self.item, .name, name.language)
        write(
          YAMLText.scalar(name.language), YAMLText.scalar(name.name), at: indent + 2, found)
      }
    }
    line(.type, YAMLText.scalar(definition.classificationType.rawValue))
    line(.valueType, YAMLText.scalar(definition.valueType.rawValue))
    let usual = definition.expression == nil ? EvaluationType.manual : .expression
    if definition.evaluationType != usual {
      line(.evaluationType, YAMLText.scalar(definition.evaluationType.rawValue))
    }
    let bounds: [(StructureField, Double?)] = [
      (.minimum, definition.minimumValue), (.required, definition.requiredValue),
      (.maximum, definition.maximumValue),
    ]
    for (field, bound) in bounds {
      if let bound { line(field, YAMLText.scalar(bound)) }
    }
    if definition.hidden { line(.hidden, "true") }
    if let expression = definition.expression { line(.expression, YAMLText.scalar(expression)) }
    if hasChildren { line(.items, "") }
  }

  private mutating func line(_ field: StructureField, _ value: String) {
    let start = opensItem ? indent - 2 : indent
    let found = comments.take(item, field)
    write((opensItem ? "- " : "") + field.rawValue, value, at: start, found)
    opensItem = false
  }

  private mutating func write(
    _ key: String, _ value: String, at start: Int, _ found: StructureComments.Comments
  ) {
    for comment in found.above { text += comment.isEmpty ? "\n" : blanks(start) + comment + "\n" }
    text += blanks(start) + key + ":" + (value.isEmpty ? "" : " " + value)
    text += found.beside.map { "  " + $0 }.joined() + "\n"
  }

  private func blanks(_ count: Int) -> String { String(repeating: " ", count: count) }
}
