import GradesClient

/// A field of an evaluation item: how it is called in a file, what it may hold, and where a definition has it.
///
/// All that files and plans do with fields is a loop over these: reading, writing, comparing, merging, describing,
/// checking, and the app's form.
package struct ItemField: Sendable {
  package typealias Path<Value> = any WritableKeyPath<Classification, Value> & Sendable

  package enum Content: Sendable {
    /// A text; one that has words, perhaps of others than the service is known to have.
    case text(Path<String>, words: [String] = [])
    case optionalText(Path<String?>)
    case number(Path<Double?>)
    case flag(Path<Bool>)
  }

  package let field: StructureField
  package let content: Content
  package var language: String?

  /// The name in a plan: that of the field in a file, a name's with its language, `name.cs`.
  package var key: String { field.rawValue + (language.map { ".\($0)" } ?? "") }

  package static let identifier = ItemField(
    field: .identifier, content: .text(\.identifier.word))

  package static func name(_ language: String) -> ItemField {
    ItemField(field: .name, content: .text(\.[name: language]), language: language)
  }

  /// The others in the order in which they are written.
  package static let rest = [
    ItemField(
      field: .type, content: .text(\.classificationType.word, words: ClassificationType.known)),
    ItemField(field: .valueType, content: .text(\.valueType.word, words: ValueType.known)),
    ItemField(
      field: .evaluationType, content: .text(\.evaluationType.word, words: EvaluationType.known)),
    ItemField(field: .minimum, content: .number(\.minimumValue)),
    ItemField(field: .required, content: .number(\.requiredValue)),
    ItemField(field: .maximum, content: .number(\.maximumValue)),
    ItemField(field: .hidden, content: .flag(\.hidden)),
    ItemField(field: .expression, content: .optionalText(\.expression)),
  ]

  /// The field of a plan; nil for ``StructurePlan/parentField``.
  package static func field(_ key: String) -> ItemField? {
    key.hasPrefix("name.") ? name(String(key.dropFirst(5))) : rest.first { $0.key == key }
  }

  /// The words that it is known to have; none for one that has any value.
  package var words: [String] {
    if case .text(_, let words) = content { words } else { [] }
  }

  package func value(of item: Classification) -> GradeValue? {
    switch content {
    case .text(let path, _): .text(item[keyPath: path])
    case .optionalText(let path): item[keyPath: path].map(GradeValue.text)
    case .number(let path): item[keyPath: path].map(GradeValue.number)
    case .flag(let path): .flag(item[keyPath: path])
    }
  }

  package func set(_ value: GradeValue?, of item: inout Classification) {
    switch (content, value) {
    case (.text(let path, _), .text(let text)?): item[keyPath: path] = text
    case (.optionalText(let path), .text(let text)?): item[keyPath: path] = text
    case (.optionalText(let path), _): item[keyPath: path] = nil
    case (.number(let path), .number(let number)?): item[keyPath: path] = number
    case (.number(let path), _): item[keyPath: path] = nil
    case (.flag(let path), .flag(let flag)?): item[keyPath: path] = flag
    case (.text, _), (.flag, _): break
    }
  }

  /// The value that a text in a file means; nil for one that the field cannot have.
  func value(written text: String) -> GradeValue? {
    switch content {
    case .text, .optionalText: return .text(text)
    case .flag: return Bool(text).map(GradeValue.flag)
    case .number:
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
        field: ItemField.name(language).key, from: GradeValue(trimming: oldNames[language]),
        to: GradeValue(trimming: newNames[language]))
    }
    changes += ItemField.rest.map { field in
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

extension ItemField {
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
