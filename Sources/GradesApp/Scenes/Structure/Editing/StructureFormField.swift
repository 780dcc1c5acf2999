import GradesClient
import GradesCore
import GradesLocalization
import Terminal

/// A field of an item: what it is called, what is shown of it, and what a typed text makes of it.
struct StructureFormField: Sendable {
  typealias Edit = @Sendable (inout Classification) -> Void

  let field: StructureField
  let title: Sentence
  /// The words that it can have; nil for one that is typed.
  var words: [String]?
  var language: String?
  /// The value as it is typed; empty for none.
  let text: @Sendable (Classification, Strings) -> String
  /// The edit that a typed text means; nil for a text that is no number.
  let edit: @Sendable (String, Language) -> Edit?

  private init(
    _ field: StructureField, _ title: Sentence, words: [String]? = nil, language: String? = nil,
    _ text: @escaping @Sendable (Classification) -> String,
    set: @escaping @Sendable (inout Classification, String) -> Void
  ) {
    (self.field, self.title, self.words, self.language) = (field, title, words, language)
    self.text = { item, _ in text(item) }
    edit = { typed, _ in { set(&$0, typed) } }
  }

  private init(
    bound field: StructureField, _ title: Message,
    _ path: any WritableKeyPath<Classification, Double?> & Sendable
  ) {
    (self.field, self.title) = (field, Sentence(title))
    text = { item, strings in
      item[keyPath: path].map { NumberText.text($0, strings.language) } ?? ""
    }
    edit = { text, language in
      if text.allSatisfy(\.isWhitespace) { return { $0[keyPath: path] = nil } }
      // In Czech, 1,234 is no thousand.
      let isCzech = language == .czech && text.contains(",")
      let reader = NumberReader(decimal: isCzech ? .comma : .either)
      guard let number = try? reader.read(text).get() else { return nil }
      return { $0[keyPath: path] = number }
    }
  }

  // MARK: Fields

  /// The fields of an item; names in Czech and English first, then those in other languages.
  static func all(of item: Classification) -> [StructureFormField] {
    let languages = ["cs", "en"]
    let others = item.names.map(\.language).filter { !languages.contains($0) }
    return [identifier] + (languages + others).map(name) + rest
  }

  private static let identifier = StructureFormField(
    .identifier, Sentence(.itemsColumnIdentifier), \.identifier.rawValue
  ) { $0.identifier = ItemIdentifier(typed: $1) }

  private static func name(_ language: String) -> StructureFormField {
    let titles: [String: Message] = ["cs": .structureTitleNameCs, "en": .structureTitleNameEn]
    let title =
      titles[language].map { Sentence($0) }
      ?? Sentence(.structureTitleName, [.key: language])
    return StructureFormField(.name, title, language: language) {
      $0[name: language]
    } set: {
      $0[name: language] = $1
    }
  }

  private static let rest = [
    StructureFormField(
      .type, Sentence(.itemsColumnType), words: ClassificationType.known,
      \.classificationType.rawValue
    ) { $0.classificationType = ClassificationType(rawValue: $1) },
    StructureFormField(
      .valueType, Sentence(.structureTitleValueType), words: ValueType.known,
      \.valueType.rawValue
    ) { $0.valueType = ValueType(rawValue: $1) },
    StructureFormField(
      .evaluationType, Sentence(.structureTitleEvaluation), words: EvaluationType.known,
      \.evaluationType.rawValue
    ) { $0.evaluationType = EvaluationType(rawValue: $1) },
    StructureFormField(bound: .minimum, .structureTitleMinimum, \.minimumValue),
    StructureFormField(bound: .required, .itemsColumnRequired, \.requiredValue),
    StructureFormField(bound: .maximum, .planColumnMaximum, \.maximumValue),
    StructureFormField(.hidden, Sentence(.structureTitleHidden), { _ in "" }) { item, _ in
      item.hidden.toggle()
    },
    StructureFormField(.expression, Sentence(.structureTitleExpression), \.editedExpression) {
      $0.editedExpression = $1
    },
  ]

  /// The name of a field as it stands in a plan: `maximum`, `name.cs`, `parent`.
  static func title(ofFileField field: String, _ strings: Strings) -> String {
    if field == "after" { return strings(.structureTitleAfter) }
    if field.hasPrefix("name.") { return name(String(field.dropFirst(5))).title.text(strings) }
    return rest.first { $0.field.rawValue == field }?.title.text(strings)
      ?? strings(.structureTitleParent)
  }

  // MARK: On a screen

  func has(_ finding: StructureFinding) -> Bool {
    if case .missingName(let missing?) = finding.kind { return language == missing }
    if case .noMaximum = finding.kind { return field == .maximum }
    return finding.field == field
  }

  /// The value for people; an expression in its colours.
  func shown(of item: Classification, _ strings: Strings) -> StyledText {
    if field == .hidden { return StyledText(strings(item.hidden ? .wordYes : .wordNo)) }
    let text = text(item, strings)
    return field == .expression ? ExpressionText(text).styled : StyledText(text)
  }

  /// What a word of the service means, where it does not say so itself.
  func meaning(of word: String, _ strings: Strings) -> String {
    switch (field, word) {
    case (.valueType, _): strings.type(ValueType(rawValue: word))
    case (.evaluationType, EvaluationType.manual.rawValue): strings(.structureManual)
    case (.evaluationType, EvaluationType.expression.rawValue): strings(.structureComputed)
    default: ""
    }
  }
}

extension StructureFinding {
  /// What is wrong, with the sign of how bad it is.
  func line(_ strings: Strings) -> StyledText {
    let (sign, style): (String, Style) =
      switch severity {
      case .error: ("✗ ", .bad)
      case .warning: ("! ", .warning)
      case .hint: ("", .quiet)
      }
    return StyledText(sign + StructureProblemText(strings).text(kind), style)
  }
}

extension ItemIdentifier {
  /// Makes an identifier of what was typed, without blanks at its ends.
  init(typed text: String) { self.init(text.trimmingBlanks()) }
}

extension StructureEditRefusal {
  var sentence: Sentence {
    switch self {
    case .noItem(let item): Sentence(.structureRefusedNoItem, [.item: item])
    case .identifierOfExisting: Sentence(.structureRefusedRename)
    case .identifierEmpty: Sentence(.structureRefusedEmpty)
    case .identifierTaken(let item): Sentence(.structureIdentifierTaken, [.item: item])
    case .identifierNoName(let item): Sentence(.structureNotInExpressions, [.item: item])
    case .lost(let members):
      Sentence(.structureRefusedLost, [.allowed: members.joined(separator: ", ")])
    case .orderOfExisting: Sentence(.structureRefusedOrder)
    case .atEnd: Sentence(.structureRefusedEnd)
    case .tooDeep: Sentence(.structureRefusedDeep, [.limit: StructureFile.deepestItem])
    case .tooMany: Sentence(.structureRefusedMany, [.limit: StructureFile.mostItems])
    }
  }
}
