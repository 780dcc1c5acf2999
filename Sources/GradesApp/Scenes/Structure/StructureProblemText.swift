import GradesClient
import GradesCore
import GradesLocalization

// The problems of a structure's file in the user's language, as fragments without a full stop.
extension Strings {
  func problem(_ kind: StructureProblem.Kind) -> String {
    switch kind {
    case .yaml(let detail): self(.structureNoYaml, [.detail: detail])
    case .notText: self(.configReasonNotUTF8)
    case .tooLarge: self(.structureTooLarge, [.limit: StructureFile.largestFile >> 20])
    case .tooManyItems: self(.structureTooMany, [.limit: StructureFile.mostItems])
    case .tooDeep: self(.structureTooDeep, [.limit: StructureFile.deepestItem])
    case .alias: self(.structureAlias)
    case .tag: self(.structureTag)
    case .unquoted: self(.structureUnquoted)
    case .repeatedKey(let key): self(.structureRepeatedKey, [.key: key])
    case .cutText: self(.structureCutText)
    case .noItems: self(.structureNoItems)
    case .notMapping: self(.structureNoFields)
    case .notList: self(.structureNoList)
    case .noText(let field): self(.structureNoText, [.key: field.name])
    case .unknownField(let name, let near):
      asking(near, after: self(.structureUnknownField, [.key: name]))
    case .missingField(let field): self(.structureMissingField, [.key: field.name])
    case .wrongValue(let field, let value): wrong(field, value)
    case .emptyIdentifier: self(.structureEmptyIdentifier)
    case .repeatedIdentifier(let item, let line?):
      self(.structureRepeatedIdentifier, [.item: item, .line: "\(line)"])
    case .repeatedIdentifier(let item, nil): self(.structureIdentifierTaken, [.item: item])
    case .sameButCase(let item): self(.structureSameButCase, [.item: item])
    case .notInExpressions(let item): self(.structureNotInExpressions, [.item: item])
    case .unknownWord(let field, let word, let near):
      asking(near, after: self(.structureUnknownWord, [.key: field.name, .value: word]))
    case .missingExpression: self(.structureMissingExpression)
    case .unusedExpression: self(.structureUnusedExpression)
    case .bounds(let lower, let upper):
      self(.structureBounds, [.key: upper.name, .other: lower.name])
    case .boundOfOtherType(let field): self(.structureBoundOfOtherType, [.key: field.name])
    case .noMaximum: self(.structureNoMaximum)
    case .missingName(let language?): self(.structureMissingName, [.key: language])
    case .missingName(nil): self(.structureMissingNames)
    case .invisible(let code): self(.structureInvisible, [.value: code])
    case .severalFinalScores: self(.structureSeveralFinalScores)
    case .expression(let reason, let near): asking(near, after: cannot(reason))
    case .emptyPattern(let pattern): self(.structureEmptyPattern, [.value: pattern])
    case .notEstimated: self(.structureNotEstimated)
    }
  }

  private func asking(_ near: String?, after text: String) -> String {
    guard let near else { return text }
    let question = self(.didYouMean, [.suggestion: near])
    return text + "; " + question.prefix(1).lowercased() + question.dropFirst()
  }

  private func wrong(_ field: StructureField, _ value: String) -> String {
    let message: Message =
      switch field {
      case .semester: .structureWrongSemester
      case .hidden: .structureWrongFlag
      default: .structureWrongNumber
      }
    return self(message, [.key: field.name, .value: value])
  }

  private func cannot(_ reason: CannotEvaluate) -> String {
    switch reason {
    case .syntax(let error): syntax(error.reason)
    case .unknownItem(let name, _): self(.structureUnknownItem, [.item: name])
    case .unknownFunction(let name, _): self(.structureUnknownFunction, [.name: name])
    case .wrongArguments(let name, _): self(.structureWrongArguments, [.name: name])
    case .pattern(.malformed, _): self(.structureMalformedPattern)
    case .pattern(.unsupported(let part), _): self(.structureUnsupportedPattern, [.value: part])
    case .pattern(.tooLarge, _), .tooLarge: self(.structurePatternTooLarge)
    case .wrongType(let found, let expected?, _), .wrongResult(let found, let expected):
      self(
        .structureWrongType, [.found: type(found), .required: type(expected)])
    case .wrongType(let found, nil, _): self(.structureOtherType, [.found: type(found)])
    case .unknownType(let item): self(.structureUnknownType, [.item: item])
    case .cycle(let items):
      self(
        .structureCycle,
        [.allowed: (items + items.prefix(1)).map(\.rawValue).joined(separator: " → ")])
    // These depend on a student's values, so that no file has them.
    case .notSeen, .missingValue, .contradictoryValue, .divisionByZero, .notFinite, .needs:
      self(.structureNotEstimated)
    }
  }

  private func syntax(_ reason: ExpressionError.Reason) -> String {
    switch reason {
    case .unexpectedEnd: self(.structureExpressionEnd)
    case .unexpected(let found): self(.structureExpressionUnexpected, [.found: found])
    case .unclosed(let quote): self(.structureExpressionUnclosed, [.found: quote])
    case .numberTooLarge: self(.structureExpressionNumber)
    case .declaredTwice(let name): self(.structureExpressionTwice, [.name: name])
    case .tooDeep: self(.structureExpressionDeep, [.limit: ItemExpression.maximumDepth])
    }
  }
}
