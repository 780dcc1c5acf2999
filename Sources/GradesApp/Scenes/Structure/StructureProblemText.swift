import GradesClient
import GradesCore
import GradesLocalization

/// The problems of a structure's file in the user's language, as fragments without a full stop.
struct StructureProblemText {
  private let strings: Strings

  init(_ strings: Strings) { self.strings = strings }

  func text(_ kind: StructureProblem.Kind) -> String {
    switch kind {
    case .yaml(let detail): strings(.structureNoYaml, [.detail: detail])
    case .notText: strings(.configReasonNotUTF8)
    case .tooLarge: strings(.structureTooLarge, [.limit: StructureFile.largestFile >> 20])
    case .tooManyItems: strings(.structureTooMany, [.limit: StructureFile.mostItems])
    case .tooDeep: strings(.structureTooDeep, [.limit: StructureFile.deepestItem])
    case .alias: strings(.structureAlias)
    case .tag: strings(.structureTag)
    case .unquoted: strings(.structureUnquoted)
    case .repeatedKey(let key): strings(.structureRepeatedKey, [.key: key])
    case .cutText: strings(.structureCutText)
    case .noItems: strings(.structureNoItems)
    case .notMapping: strings(.structureNoFields)
    case .notList: strings(.structureNoList)
    case .noText(let field): strings(.structureNoText, [.key: field.rawValue])
    case .unknownField(let name, let near):
      suggesting(near, after: strings(.structureUnknownField, [.key: name]))
    case .missingField(let field): strings(.structureMissingField, [.key: field.rawValue])
    case .wrongValue(let field, let value): wrong(field, value)
    case .emptyIdentifier: strings(.structureEmptyIdentifier)
    case .repeatedIdentifier(let item, let line?):
      strings(.structureRepeatedIdentifier, [.item: item, .line: "\(line)"])
    case .repeatedIdentifier(let item, nil): strings(.structureIdentifierTaken, [.item: item])
    case .sameButCase(let item): strings(.structureSameButCase, [.item: item])
    case .notInExpressions(let item): strings(.structureNotInExpressions, [.item: item])
    case .unknownWord(let field, let word, let near):
      suggesting(near, after: strings(.structureUnknownWord, [.key: field.rawValue, .value: word]))
    case .missingExpression: strings(.structureMissingExpression)
    case .unusedExpression: strings(.structureUnusedExpression)
    case .bounds(let lower, let upper):
      strings(.structureBounds, [.key: upper.rawValue, .other: lower.rawValue])
    case .boundOfOtherType(let field): strings(.structureBoundOfOtherType, [.key: field.rawValue])
    case .noMaximum: strings(.structureNoMaximum)
    case .missingName(let language?): strings(.structureMissingName, [.key: language])
    case .missingName(nil): strings(.structureMissingNames)
    case .invisible(let code): strings(.structureInvisible, [.value: code])
    case .severalFinalScores: strings(.structureSeveralFinalScores)
    case .expression(let reason, let near): suggesting(near, after: cannot(reason))
    case .emptyPattern(let pattern): strings(.structureEmptyPattern, [.value: pattern])
    case .notEstimated: strings(.structureNotEstimated)
    }
  }

  private func suggesting(_ near: String?, after text: String) -> String {
    guard let near else { return text }
    let question = strings(.didYouMean, [.suggestion: near])
    return text + "; " + question.prefix(1).lowercased() + question.dropFirst()
  }

  private func wrong(_ field: StructureField, _ value: String) -> String {
    let message: Message =
      switch field {
      case .semester: .structureWrongSemester
      case .hidden: .structureWrongFlag
      default: .structureWrongNumber
      }
    return strings(message, [.key: field.rawValue, .value: value])
  }

  private func cannot(_ reason: CannotEvaluate) -> String {
    switch reason {
    case .syntax(let error): syntax(error.reason)
    case .unknownItem(let name, _): strings(.structureUnknownItem, [.item: name])
    case .unknownFunction(let name, _): strings(.structureUnknownFunction, [.name: name])
    case .wrongArguments(let name, _): strings(.structureWrongArguments, [.name: name])
    case .pattern(.malformed, _): strings(.structureMalformedPattern)
    case .pattern(.unsupported(let part), _): strings(.structureUnsupportedPattern, [.value: part])
    case .pattern(.tooLarge, _), .tooLarge: strings(.structurePatternTooLarge)
    case .wrongType(let found, let expected?, _), .wrongResult(let found, let expected):
      strings(
        .structureWrongType, [.found: strings.type(found), .required: strings.type(expected)])
    case .wrongType(let found, nil, _): strings(.structureOtherType, [.found: strings.type(found)])
    case .unknownType(let item): strings(.structureUnknownType, [.item: item])
    case .cycle(let items):
      strings(
        .structureCycle,
        [.allowed: (items + items.prefix(1)).map(\.rawValue).joined(separator: " → ")])
    // These depend on a student's values, so that no file has them.
    case .notSeen, .missingValue, .contradictoryValue, .divisionByZero, .notFinite, .needs:
      strings(.structureNotEstimated)
    }
  }

  private func syntax(_ reason: ExpressionError.Reason) -> String {
    switch reason {
    case .unexpectedEnd: strings(.structureExpressionEnd)
    case .unexpected(let found): strings(.structureExpressionUnexpected, [.found: found])
    case .unclosed(let quote): strings(.structureExpressionUnclosed, [.found: quote])
    case .numberTooLarge: strings(.structureExpressionNumber)
    case .declaredTwice(let name): strings(.structureExpressionTwice, [.name: name])
    case .tooDeep: strings(.structureExpressionDeep, [.limit: ItemExpression.maximumDepth])
    }
  }
}
