import GradesClient

extension StructureFile {
  /// The file as YAML, which reads as the same items again.
  ///
  /// - Parameters:
  ///   - earlier: a file whose comments and blank lines are kept where its fields still are;
  ///     those of what is gone stand at the end.
  ///   - conflicts: the fields that are written twice, with Grades' value and the file's, so that a person removes one.
  ///   - words: what stands behind these two.
  package func text(
    keeping earlier: StructureReading? = nil, marking conflicts: [StructureConflict] = [],
    _ words: (theirs: String, own: String) = ("", "")
  ) -> String {
    var writer = StructureWriter(
      comments: earlier.map(StructureComments.init) ?? .init(), words: words)
    for conflict in conflicts {
      // Of what has no line of its own, the whole item is in question: its identifier stands there twice.
      let identifier = GradeValue.text(conflict.item.rawValue)
      let field =
        conflict.field.flatMap { $0.field == StructurePlan.parentField ? nil : $0 }
        ?? .init(
          field: StructureField.identifier.key, from: identifier, to: identifier)
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
  private let words: (theirs: String, own: String)
  /// The item that is being written.
  private var item: ItemIdentifier?
  /// Whether the item's first line is still to come.
  private var opensItem = false
  private var indent = 0
  /// What both sides have changed, by the fields' keys.
  var conflicts: [ItemIdentifier: [String: StructurePlan.FieldChange]] = [:]

  init(comments: StructureComments, words: (theirs: String, own: String)) {
    (self.comments, self.words) = (comments, words)
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
    for comment in comments.rest() { text += comment + "\n" }
  }

  private mutating func write(_ item: CourseItem, hasChildren: Bool) {
    let definition = item.definition
    self.item = item.identifier
    indent = 4 + 4 * item.depth
    opensItem = true
    line(.identifier, YAMLText.scalar(definition.identifier.rawValue))
    let marked = (conflicts[item.identifier] ?? [:]).keys.sorted()
      .compactMap { StructureField.field($0)?.language }
    let names = definition.names + marked.map { LocalizedName(language: $0, name: "") }
    if !names.isEmpty { line(.name, "") }
    var languages: Set<String> = []
    for name in names where languages.insert(name.language).inserted {
      write(
        YAMLText.scalar(name.language), YAMLText.scalar(name.name),
        StructureField.name(in: name.language).key, at: indent + 2)
    }
    for field in StructureField.values {
      let value = field.value(of: definition)
      let isLeftOut = value == nil || isUsual(field, definition)
      line(field, isLeftOut ? nil : value.yaml)
    }
    if hasChildren { line(.items, "") }
  }

  /// Whether a file without the field reads the same.
  private func isUsual(_ field: StructureField, _ item: Classification) -> Bool {
    switch field {
    case .evaluationType:
      item.evaluationType == (item.expression == nil ? .manual : .expression)
    case .hidden: !item.hidden
    default: false
    }
  }

  /// Writes a field that has a value, or that both sides have changed.
  private mutating func line(_ field: StructureField, _ value: String?) {
    let key = field.key
    guard value != nil || conflict(key) != nil else { return }
    write(
      (opensItem ? "- " : "") + key, value ?? "", key, at: opensItem ? indent - 2 : indent)
    opensItem = false
  }

  private mutating func write(
    _ label: String, _ value: String, _ key: String, at start: Int
  ) {
    let blanks = String(repeating: " ", count: start)
    let found = comments.take(item, key)
    for comment in found.above { text += comment.isEmpty ? "\n" : blanks + comment + "\n" }
    func write(_ value: String, _ beside: String) {
      text += blanks + label + ":" + (value.isEmpty ? "" : " " + value) + beside + "\n"
    }
    let beside = found.beside.map { "  " + $0 }.joined()
    guard let conflict = conflict(key) else { return write(value, beside) }
    write(conflict.to.yaml, "  # " + words.theirs + beside)
    write(conflict.from.yaml, "  # " + words.own)
  }

  private func conflict(_ key: String) -> StructurePlan.FieldChange? {
    item.flatMap { conflicts[$0]?[key] }
  }
}

extension GradeValue? {
  fileprivate var yaml: String {
    switch self {
    case nil: "null"
    case .text(let text)?: YAMLText.scalar(text)
    case .number(let number)?: YAMLText.scalar(number)
    case .flag(let flag)?: flag ? "true" : "false"
    }
  }
}
