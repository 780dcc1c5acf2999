import GradesClient
import Spelling

extension StructureReading {
  /// The reading with everything that can be found out without the service.
  public func checked() -> StructureReading {
    var checked = self
    var check = StructureCheck(reading: self)
    check.run()
    checked.problems = (problems + check.problems).sorted { $0.place < $1.place }
    return checked
  }
}

/// Finds what is wrong with the items of a structure's file.
private struct StructureCheck {
  let reading: StructureReading
  private(set) var problems: [StructureProblem] = []

  init(reading: StructureReading) { self.reading = reading }

  private var items: [Classification] { reading.file.items.map(\.definition) }

  mutating func run() {
    checkIdentifiers()
    var finalScore: Int?
    for (index, item) in items.enumerated() {
      checkWords(item, index)
      checkBounds(item, index)
      for language in ["cs", "en"]
      where !item.names.contains(where: { $0.language == language && !$0.name.isEmpty }) {
        add(.missingName(language), .name, of: index)
      }
      guard item.classificationType == .finalScore else { continue }
      if let finalScore {
        add(.severalFinalScores(line: place(.type, of: finalScore).line), .type, of: index)
      } else {
        finalScore = index
      }
    }
    checkExpressions()
  }

  private mutating func checkIdentifiers() {
    var exact: [ItemIdentifier: Int] = [:]
    var folded: [String: Int] = [:]
    for (index, item) in items.enumerated() {
      let identifier = item.identifier
      let text = identifier.rawValue
      func line(_ index: Int) -> Int { place(.identifier, of: index).line }
      let isEmpty = text.unicodeScalars.allSatisfy(\.properties.isWhitespace)
      if isEmpty {
        add(.emptyIdentifier, .identifier, of: index)
      } else if let other = exact[identifier] {
        add(.repeatedIdentifier(identifier, line: line(other)), .identifier, of: index)
      } else if let other = folded[text.lowercased()] {
        add(
          .sameButCase(items[other].identifier, line: line(other)), .identifier, of: index)
      }
      if !isEmpty, !Self.isName(text) {
        add(.notInExpressions(identifier), .identifier, of: index)
      }
      exact[identifier] = exact[identifier] ?? index
      folded[text.lowercased()] = folded[text.lowercased()] ?? index
    }
  }

  /// Whether the text is a name of the expressions' language (Service contract, 8.1).
  private static func isName(_ text: String) -> Bool {
    guard let expression = try? ItemExpression(parsing: text) else { return false }
    return expression.isName
  }

  private mutating func checkWords(_ item: Classification, _ index: Int) {
    let words: [(StructureField, String, [String])] = [
      (.type, item.classificationType.rawValue, ClassificationType.known),
      (.valueType, item.valueType.rawValue, ValueType.known),
      (.evaluationType, item.evaluationType.rawValue, EvaluationType.known),
    ]
    for (field, word, known) in words where !known.contains(word) {
      let near = NearNames.find(word, among: known, limit: 1).first
      let sameLetters = known.first { $0.lowercased() == word.lowercased() }
      add(.unknownWord(field, word, near: sameLetters ?? near), field, of: index)
    }
    let hasExpression = item.expression?.contains { !$0.isWhitespace } == true
    if item.evaluationType == .expression, !hasExpression {
      add(.missingExpression, .evaluationType, of: index)
    }
    if item.evaluationType != .expression, hasExpression {
      add(.unusedExpression, .expression, of: index)
    }
  }

  private mutating func checkBounds(_ item: Classification, _ index: Int) {
    let bounds: [(StructureField, Double)] = [
      (StructureField.minimum, item.minimumValue), (.required, item.requiredValue),
      (.maximum, item.maximumValue),
    ].compactMap { field, bound in bound.map { (field, $0) } }
    guard item.valueType == .number else {
      for (field, _) in bounds where ValueType.known.contains(item.valueType.rawValue) {
        add(.boundOfOtherType(field), field, of: index)
      }
      return
    }
    for (lower, upper) in zip(bounds, bounds.dropFirst()) where lower.1 > upper.1 {
      add(.bounds(lower.0, upper.0), upper.0, of: index)
    }
    let hasMaximum = reading.fields[index].values[.maximum] != nil
    if item.evaluationType == .manual, !hasMaximum {
      add(.noMaximum, .identifier, of: index)
    }
  }

  private mutating func checkExpressions() {
    let computed = items.map { item in
      ComputedItems.Item(
        identifier: item.identifier, valueType: item.valueType,
        expression: item.evaluationType == .expression ? item.expression : nil)
    }
    let all = ComputedItems(items: computed, mode: .lenient)
    let failures = all.neverComputed
    let unseen = ComputedItems(items: computed, mode: .seenOnly).neverComputed
    let identifiers = items.map(\.identifier.rawValue)
    var seen: Set<ItemIdentifier> = []
    var cycles: Set<Set<ItemIdentifier>> = []
    for (index, item) in computed.enumerated() where seen.insert(item.identifier).inserted {
      guard let text = item.expression, text.contains(where: { !$0.isWhitespace }) else { continue }
      if let failure = failures[item.identifier] {
        if case .cycle(let members) = failure, !cycles.insert(Set(members)).inserted { continue }
        var near: String?
        if case .unknownItem(let name, _) = failure {
          near = NearNames.find(name, among: identifiers, limit: 1).first
        }
        add(.expression(failure, near: near), at: failure.position, in: index)
        continue
      }
      if let construct = unseen[item.identifier] {
        add(.notEstimated(construct), at: construct.position, in: index)
      }
      for (pattern, position) in (try? ItemExpression(parsing: text))?.patterns ?? []
      where all.emptyPatterns.contains(pattern) {
        add(.emptyPattern(pattern), at: position, in: index)
      }
    }
  }

  // MARK: Places

  private func place(_ field: StructureField, of index: Int) -> StructureProblem.Place {
    let fields = reading.fields[index]
    return fields.values[field]?.place ?? fields.keys[field] ?? fields.start
  }

  private mutating func add(
    _ kind: StructureProblem.Kind, _ field: StructureField, of index: Int
  ) {
    problems.append(StructureProblem(kind, at: place(field, of: index)))
  }

  /// Adds a problem at an offset in an item's expression.
  private mutating func add(_ kind: StructureProblem.Kind, at offset: Int?, in index: Int) {
    let text = reading.fields[index].values[.expression]
    let exact = offset.flatMap { text?.place(of: $0, in: reading.lines) }
    problems.append(StructureProblem(kind, at: exact ?? place(.expression, of: index)))
  }
}

extension CannotEvaluate {
  /// The offset of the reason in the expression; nil where it is the whole of it.
  fileprivate var position: Int? {
    switch self {
    case .syntax(let error): error.position
    case .notSeen(_, let at), .unknownItem(_, let at), .unknownFunction(_, let at),
      .wrongArguments(_, let at), .pattern(_, let at), .wrongType(_, _, let at):
      at
    case .wrongResult, .unknownType, .missingValue, .contradictoryValue, .divisionByZero,
      .notFinite, .cycle, .needs, .tooLarge:
      nil
    }
  }
}
