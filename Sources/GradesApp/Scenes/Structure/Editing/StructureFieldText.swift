import GradesClient
import GradesCore
import GradesLocalization
import Terminal

// A field of an item as the form shows it: what it is called, what is shown of it, and what a typed text makes of it.
extension StructureField {
  /// The fields of an item; names in Czech and English first, then those in other languages.
  static func all(of item: Classification) -> [StructureField] {
    let languages = ["cs", "en"]
    let others = item.names.map(\.language).filter { !languages.contains($0) }
    return [identifier] + (languages + others).map(name(in:)) + values
  }

  func title(_ strings: Strings) -> String {
    switch language {
    case "cs"?: strings(.structureTitleNameCs)
    case "en"?: strings(.structureTitleNameEn)
    case let language?: strings(.structureTitleName, [.key: language])
    case nil: texts.title.map { strings($0) } ?? ""
    }
  }

  /// The name of a field as it stands in a plan: `maximum`, `name.cs`, `parent`.
  static func title(ofFileField key: String, _ strings: Strings) -> String {
    if key == "after" { return strings(.structureTitleAfter) }
    return field(key)?.title(strings) ?? strings(.structureTitleParent)
  }

  /// The value as it is typed; empty for none, and for a flag, which is not typed.
  func text(_ item: Classification, _ strings: Strings) -> String {
    switch value(of: item) {
    case .text(let text)?: text
    case .number(let number)?: NumberText.text(number, strings.language)
    case .flag?, nil: ""
    }
  }

  /// The edit that a typed text means; nil for a text that is no number.
  func edit(_ typed: String, _ language: Language) -> ((inout Classification) -> Void)? {
    switch content {
    case .text?:
      let text = self == .identifier ? ItemIdentifier(typed: typed).rawValue : typed
      return { set(.text(text), of: &$0) }
    case nil: return nil
    case .optionalText?: return { $0.editedExpression = typed }
    case .flag(let path)?: return { $0[keyPath: path].toggle() }
    case .number?:
      if typed.allSatisfy(\.isWhitespace) { return { set(nil, of: &$0) } }
      // In Czech, 1,234 is no thousand.
      let isCzech = language == .czech && typed.contains(",")
      let reader = NumberReader(decimal: isCzech ? .comma : .either)
      guard let number = try? reader.read(typed).get() else { return nil }
      return { set(.number(number), of: &$0) }
    }
  }

  func has(_ finding: StructureFinding) -> Bool {
    if case .missingName(let missing?) = finding.kind { return language == missing }
    if case .noMaximum = finding.kind { return self == .maximum }
    return finding.field == self
  }

  func shown(of item: Classification, _ strings: Strings) -> StyledText {
    if self == .hidden { return StyledText(strings(item.hidden ? .wordYes : .wordNo)) }
    let text = text(item, strings)
    return self == .expression ? ExpressionText(text).styled : StyledText(text)
  }

  /// What a word of the service means, where it does not say so itself.
  func meaning(of word: String, _ strings: Strings) -> String {
    switch (self, word) {
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
    let text = strings.problem(kind)
    if severity == .hint { return StyledText(text, .quiet) }
    return StyledText("\(severity.shown.sign) \(text)", severity.shown.style)
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
