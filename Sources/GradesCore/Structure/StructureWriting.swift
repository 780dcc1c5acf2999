import GradesClient

extension StructureFile {
  /// The file as YAML, which reads as the same items again.
  ///
  /// - Parameters:
  ///   - earlier: a file whose comments and blank lines are kept where its fields still are;
  ///     those of what is gone stand at the end.
  ///   - conflicts: the fields that are written twice, with Grades' value and the file's, so that a person removes one.
  ///   - words: what stands behind these two.
  public func text(
    keeping earlier: StructureReading? = nil, marking conflicts: [StructureConflict] = [],
    _ words: (theirs: String, own: String) = ("", "")
  ) -> String {
    var writer = StructureWriter(
      comments: earlier.map(StructureComments.init) ?? .init(), words: words)
    for conflict in conflicts {
      // Of what has no line of its own, the whole item is in question: its identifier stands there twice.
      let identifier = StructurePlan.Value.text(conflict.item.rawValue)
      let field =
        conflict.field.flatMap { $0.field == StructurePlan.parentField ? nil : $0 }
        ?? .init(
          field: StructureField.identifier.rawValue, from: identifier, to: identifier)
      writer.conflicts[conflict.item, default: [:]][field.field] = field
    }
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
  /// What both sides have changed, by the fields' names.
  var conflicts: [ItemIdentifier: [String: StructurePlan.FieldChange]] = [:]
  private let words: (theirs: String, own: String)

  init(comments: StructureComments, words: (theirs: String, own: String)) {
    self.comments = comments
    self.words = words
  }

  mutating func write(_ file: StructureFile) {
    if let course = file.course { line(.course, YAMLText.scalar(course.rawValue)) }
    if let semester = file.semester { line(.semester, semester.rawValue) }
    if let base = file.base { line(.base, YAMLText.scalar(base)) }
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
    let marked = (conflicts[item.identifier] ?? [:]).keys.sorted().filter { $0.hasPrefix("name.") }
    let names =
      definition.names + marked.map { LocalizedName(language: String($0.dropFirst(5)), name: "") }
    if !names.isEmpty {
      line(.name, "")
      var languages: Set<String> = []
      for name in names where languages.insert(name.language).inserted {
        let found = comments.take(self.item, .name, name.language)
        write(
          YAMLText.scalar(name.language), YAMLText.scalar(name.name), at: indent + 2, found,
          "name.\(name.language)")
      }
    }
    line(.type, YAMLText.scalar(definition.classificationType.rawValue))
    line(.valueType, YAMLText.scalar(definition.valueType.rawValue))
    let usual = definition.expression == nil ? EvaluationType.manual : .expression
    let isUsual = definition.evaluationType == usual
    line(.evaluationType, isUsual ? nil : YAMLText.scalar(definition.evaluationType.rawValue))
    line(.minimum, definition.minimumValue.map(YAMLText.scalar))
    line(.required, definition.requiredValue.map(YAMLText.scalar))
    line(.maximum, definition.maximumValue.map(YAMLText.scalar))
    line(.hidden, definition.hidden ? "true" : nil)
    line(.expression, definition.expression.map(YAMLText.scalar))
    if hasChildren { line(.items, "") }
  }

  /// Writes a field that has a value, or that both sides have changed.
  private mutating func line(_ field: StructureField, _ value: String?) {
    guard value != nil || conflict(field.rawValue) != nil else { return }
    let start = opensItem ? indent - 2 : indent
    let found = comments.take(item, field)
    write((opensItem ? "- " : "") + field.rawValue, value ?? "", at: start, found, field.rawValue)
    opensItem = false
  }

  private mutating func write(
    _ key: String, _ value: String, at start: Int, _ found: StructureComments.Comments,
    _ field: String
  ) {
    for comment in found.above { text += comment.isEmpty ? "\n" : blanks(start) + comment + "\n" }
    func write(_ value: String, _ beside: String) {
      text += blanks(start) + key + ":" + (value.isEmpty ? "" : " " + value) + beside + "\n"
    }
    let beside = found.beside.map { "  " + $0 }.joined()
    guard let conflict = conflict(field) else { return write(value, beside) }
    write(conflict.to.yaml, "  # " + words.theirs + beside)
    write(conflict.from.yaml, "  # " + words.own)
  }

  private func conflict(_ field: String) -> StructurePlan.FieldChange? {
    item.flatMap { conflicts[$0]?[field] }
  }

  private func blanks(_ count: Int) -> String { String(repeating: " ", count: count) }
}

extension StructurePlan.Value {
  fileprivate var yaml: String {
    switch self {
    case .none: "null"
    case .text(let text): YAMLText.scalar(text)
    case .number(let number): YAMLText.scalar(number)
    case .flag(let flag): flag ? "true" : "false"
    }
  }
}
