import GradesClient

/// A field of a structure's file: how it is called and, where an item has it, what it may hold and where a definition
/// has it.
///
/// All that files and plans do with fields is a loop over these: reading, writing, comparing, merging, describing,
/// checking, and the app's form.
package struct StructureField: Hashable, Sendable {
  package typealias Path<Value> = any WritableKeyPath<Classification, Value> & Sendable

  package enum Content: Sendable {
    /// A text; one that has words, perhaps of others than the service is known to have.
    case text(Path<String>, words: [String] = [])
    case optionalText(Path<String?>)
    case number(Path<Double?>)
    case flag(Path<Bool>)
  }

  package let name: String
  /// Nil for what is no value of an item.
  package let content: Content?
  package var language: String?

  private init(_ name: String, _ content: Content? = nil, language: String? = nil) {
    (self.name, self.content, self.language) = (name, content, language)
  }

  /// The name in a plan: that of the field in a file, a name's with its language, `name.cs`.
  package var key: String { name + (language.map { ".\($0)" } ?? "") }

  // A name is the same field in all languages.
  package static func == (left: Self, right: Self) -> Bool { left.name == right.name }
  package func hash(into hasher: inout Hasher) { hasher.combine(name) }

  package static let course = StructureField("course")
  package static let semester = StructureField("semester")
  package static let base = StructureField("base")
  package static let items = StructureField("items")
  package static let identifier = StructureField("identifier", .text(\.identifier.word))
  package static let name = StructureField("name")
  package static let type = StructureField(
    "type", .text(\.classificationType.word, words: ClassificationType.known))
  package static let valueType = StructureField(
    "valueType", .text(\.valueType.word, words: ValueType.known))
  package static let evaluationType = StructureField(
    "evaluationType", .text(\.evaluationType.word, words: EvaluationType.known))
  package static let minimum = StructureField("minimum", .number(\.minimumValue))
  package static let required = StructureField("required", .number(\.requiredValue))
  package static let maximum = StructureField("maximum", .number(\.maximumValue))
  package static let hidden = StructureField("hidden", .flag(\.hidden))
  package static let expression = StructureField("expression", .optionalText(\.expression))

  package static func name(in language: String) -> StructureField {
    StructureField("name", .text(\.[name: language]), language: language)
  }

  package static let ofFile = [course, semester, base, items]
  /// Those of an item that have one value, in the order in which they are written.
  package static let values = [
    type, valueType, evaluationType, minimum, required, maximum, hidden, expression,
  ]
  package static let ofItem = [identifier, name] + values + [items]

  /// The field of a plan; nil for ``StructurePlan/parentField``.
  package static func field(_ key: String) -> StructureField? {
    key.hasPrefix("name.")
      ? name(in: String(key.dropFirst(5))) : values.first { $0.key == key }
  }

  /// The words that it is known to have; none for one that has any value.
  package var words: [String] {
    if case .text(_, let words)? = content { words } else { [] }
  }

  package func value(of item: Classification) -> GradeValue? {
    switch content {
    case .text(let path, _)?: .text(item[keyPath: path])
    case .optionalText(let path)?: item[keyPath: path].map(GradeValue.text)
    case .number(let path)?: item[keyPath: path].map(GradeValue.number)
    case .flag(let path)?: .flag(item[keyPath: path])
    case nil: nil
    }
  }

  package func set(_ value: GradeValue?, of item: inout Classification) {
    switch (content, value) {
    case (.text(let path, _)?, .text(let text)?): item[keyPath: path] = text
    case (.optionalText(let path)?, .text(let text)?): item[keyPath: path] = text
    case (.optionalText(let path)?, _): item[keyPath: path] = nil
    case (.number(let path)?, .number(let number)?): item[keyPath: path] = number
    case (.number(let path)?, _): item[keyPath: path] = nil
    case (.flag(let path)?, .flag(let flag)?): item[keyPath: path] = flag
    case (.text?, _), (.flag?, _), (nil, _): break
    }
  }

  /// The value that a text in a file means; nil for one that the field cannot have.
  func value(written text: String) -> GradeValue? {
    switch content {
    case .text?, .optionalText?: return .text(text)
    case .flag?: return Bool(text).map(GradeValue.flag)
    case nil: return nil
    case .number?:
      let isDecimal = text.utf8.allSatisfy { "0123456789+-.eE".utf8.contains($0) }
      return (isDecimal ? Double(text) : nil).flatMap { $0.isFinite ? .number($0) : nil }
    }
  }
}

extension RawRepresentable<String> {
  fileprivate var word: String {
    get { rawValue }
    set { self = Self(rawValue: newValue) ?? self }
  }
}

extension ItemIdentifier {
  fileprivate var word: String {
    get { rawValue }
    set { self = Self(newValue) }
  }
}

extension CourseItem {
  /// The fields in which it differs from another state of it; an empty text is none, and blanks and line breaks at
  /// the ends of texts don't count.
  func differences(from before: CourseItem) -> [StructurePlan.FieldChange] {
    let (old, new) = (before.definition, definition)
    let (oldNames, newNames) = (
      old.names.keyed(by: \.language).mapValues(\.name),
      new.names.keyed(by: \.language).mapValues(\.name)
    )
    var changes = [
      StructurePlan.FieldChange(
        field: StructurePlan.parentField, from: GradeValue(trimming: before.parent?.rawValue),
        to: GradeValue(trimming: parent?.rawValue))
    ]
    changes += Set(oldNames.keys).union(newNames.keys).sorted().map { language in
      .init(
        field: StructureField.name(in: language).key,
        from: GradeValue(trimming: oldNames[language]),
        to: GradeValue(trimming: newNames[language]))
    }
    changes += StructureField.values.map { field in
      .init(field: field.key, from: field.compared(of: old), to: field.compared(of: new))
    }
    return changes.filter { $0.from != $0.to }
  }
}

extension [CourseItem] {
  /// Whether all of some items are among them as they are wanted.
  func have(_ wanted: [CourseItem]) -> Bool {
    let there = byIdentifier
    return wanted.allSatisfy { item in
      there[item.identifier].map { item.differences(from: $0).isEmpty } ?? false
    }
  }

  /// Whether they are the same items, in any order.
  func areSame(as others: [CourseItem]) -> Bool { count == others.count && have(others) }
}

extension StructureField {
  fileprivate func compared(of item: Classification) -> GradeValue? {
    let value = value(of: item)
    guard case .text(let text)? = value, words.isEmpty else { return value }
    return GradeValue(trimming: text)
  }
}

extension StructurePlan {
  /// The name of the field with the item above.
  static let parentField = "parent"
}

extension GradeValue {
  fileprivate init?(trimming text: String?) {
    guard let text = text?.trimmingBlanks(), !text.isEmpty else { return nil }
    self = .text(text)
  }
}
