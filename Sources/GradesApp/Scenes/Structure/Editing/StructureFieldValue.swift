import GradesClient
import GradesCore
import GradesLocalization

extension ItemIdentifier {
  /// Makes an identifier of what was typed, without blanks at its ends.
  init(typed text: String) { self.init(text.trimmingBlanks()) }
}

/// A row of an item's form.
enum StructureFormField: Hashable, Sendable {
  case identifier
  /// The name in a language.
  case name(String)
  case type, valueType, evaluationType
  case minimum, required, maximum
  case hidden
  case expression

  /// The fields of an item's form; names in Czech and English first, then those in other languages.
  static func all(of item: Classification) -> [StructureFormField] {
    let languages = ["cs", "en"]
    let others = item.names.map(\.language).filter { !languages.contains($0) }
    return [.identifier] + (languages + others).map(Self.name) + [
      .type, .valueType, .evaluationType, .minimum, .required, .maximum, .hidden, .expression,
    ]
  }

  /// The field of the file.
  var field: StructureField {
    switch self {
    case .identifier: .identifier
    case .name: .name
    case .type: .type
    case .valueType: .valueType
    case .evaluationType: .evaluationType
    case .minimum: .minimum
    case .required: .required
    case .maximum: .maximum
    case .hidden: .hidden
    case .expression: .expression
    }
  }

  /// Whether a finding is about this row.
  func has(_ finding: StructureFinding) -> Bool {
    if case .missingName(let language?) = finding.kind { return self == .name(language) }
    if case .noMaximum = finding.kind { return self == .maximum }
    return finding.field == field
  }

  /// The name of the row.
  func title(_ strings: Strings) -> String {
    switch self {
    case .identifier: strings(.itemsColumnIdentifier)
    case .name("cs"): strings(.structureTitleNameCs)
    case .name("en"): strings(.structureTitleNameEn)
    case .name(let language): strings(.structureTitleName, [.key: .text(language)])
    case .type: strings(.itemsColumnType)
    case .valueType: strings(.structureTitleValueType)
    case .evaluationType: strings(.structureTitleEvaluation)
    case .minimum: strings(.structureTitleMinimum)
    case .required: strings(.itemsColumnRequired)
    case .maximum: strings(.planColumnMaximum)
    case .hidden: strings(.structureTitleHidden)
    case .expression: strings(.structureTitleExpression)
    }
  }

  /// The name of a field as it stands in a plan: `maximum`, `name.cs`, `parent`.
  static func title(ofFileField field: String, _ strings: Strings) -> String {
    if field == "after" { return strings(.structureTitleAfter) }
    let parts = field.split(separator: ".", maxSplits: 1)
    if parts.count == 2 { return name(String(parts[1])).title(strings) }
    let all: [StructureFormField] = [
      .identifier, .type, .valueType, .evaluationType, .minimum, .required, .maximum, .hidden,
      .expression,
    ]
    return all.first { $0.field.rawValue == field }?.title(strings)
      ?? strings(.structureTitleParent)
  }

  /// The value as it is typed; an empty text for none.
  func text(of item: Classification, _ language: Language) -> String {
    func number(_ number: Double?) -> String {
      number.map { NumberText.text($0, language) } ?? ""
    }
    return switch self {
    case .identifier: item.identifier.rawValue
    case .name(let language): item.names.first { $0.language == language }?.name ?? ""
    case .type: item.classificationType.rawValue
    case .valueType: item.valueType.rawValue
    case .evaluationType: item.evaluationType.rawValue
    case .minimum: number(item.minimumValue)
    case .required: number(item.requiredValue)
    case .maximum: number(item.maximumValue)
    case .hidden: ""
    case .expression: item.expression ?? ""
    }
  }

  /// The words that the field can have; nil for one that is typed.
  var words: [String]? {
    switch self {
    case .type: ClassificationType.known
    case .valueType: ValueType.known
    case .evaluationType: EvaluationType.known
    default: nil
    }
  }

  /// The edit that a typed text means.
  func edit(_ text: String, _ language: Language) -> Result<StructureEdit, Problem> {
    func bound(_ edit: (Double?) -> StructureEdit) -> Result<StructureEdit, Problem> {
      let typed = text.filter { !$0.isWhitespace }
      if typed.isEmpty { return .success(edit(nil)) }
      // In Czech, 1,234 is no thousand.
      let reader = NumberReader(
        decimal: language == .czech && text.contains(",") ? .comma : .either)
      return reader.read(text).map { edit($0) }.mapError { _ in .notANumber(text) }
    }
    return switch self {
    case .identifier: .success(.identifier(ItemIdentifier(typed: text)))
    case .name(let language): .success(.name(text, in: language))
    case .type: .success(.type(ClassificationType(rawValue: text)))
    case .valueType: .success(.valueType(ValueType(rawValue: text)))
    case .evaluationType: .success(.evaluationType(EvaluationType(rawValue: text)))
    case .minimum: bound { .minimum($0) }
    case .required: bound { .required($0) }
    case .maximum: bound { .maximum($0) }
    case .hidden: .success(.hidden(text == "true"))
    case .expression: .success(.expression(text))
    }
  }

  /// Why a typed text is no value.
  enum Problem: Error, Equatable, Sendable { case notANumber(String) }
}
