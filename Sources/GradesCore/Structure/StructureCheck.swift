import GradesClient
import Spelling

/// What is wrong with one of a structure's items.
package struct StructureFinding: Hashable, Sendable {
  package var kind: StructureProblem.Kind
  /// The item, by its index in the tree's order.
  package var item: Int
  package var field: StructureField
  /// Where in the expression it is, in Unicode scalars; nil for the whole field.
  package var offset: Int?
  /// Whether the service has the item with the same problem: sending other edits makes nothing worse.
  package var isPresent = false

  package var severity: StructureProblem.Severity {
    isPresent && kind.severity == .error ? .warning : kind.severity
  }
}

extension StructureFile {
  /// Everything about the items that can be found out without the service.
  package var findings: [StructureFinding] {
    var check = StructureCheck(items: items.map(\.definition)) { _, _ in nil }
    check.run()
    return check.findings
  }
}

extension StructureReading {
  /// The reading with everything that can be found out without the service.
  package func checked() -> StructureReading {
    var check = StructureCheck(items: file.items.map(\.definition)) { field, item in
      place(field, of: item).line
    }
    check.run()
    var checked = self
    let found = check.findings.compactMap { finding -> StructureProblem? in
      // A maximum that is no number is a problem of its own.
      if finding.kind == .noMaximum, fields[finding.item].values[.maximum] != nil { return nil }
      let text = fields[finding.item].values[finding.field]
      let exact = finding.offset.flatMap { text?.place(of: $0, in: lines) }
      return StructureProblem(finding.kind, at: exact ?? place(finding.field, of: finding.item))
    }
    if file.items.isEmpty, problems.isEmpty, let place = header.keys[.items] {
      checked.problems.append(StructureProblem(.noItems, at: place))
    }
    checked.problems = (checked.problems + found).sorted { $0.place < $1.place }
    return checked
  }

  private func place(_ field: StructureField, of index: Int) -> StructureProblem.Place {
    let fields = fields[index]
    return fields.values[field]?.place ?? fields.keys[field] ?? fields.start
  }
}

private struct StructureCheck {
  let items: [Classification]
  /// The line of an item's field, where there is a file.
  let line: (StructureField, Int) -> Int?
  var findings: [StructureFinding] = []

  mutating func run() {
    checkIdentifiers()
    var hasFinalScore = false
    for (index, item) in items.enumerated() {
      checkWords(item, index)
      checkBounds(item, index)
      let missing = ["cs", "en"].filter { language in
        !item.names.contains { $0.language == language && !$0.name.isEmpty }
      }
      if let first = missing.first {
        add(.missingName(missing.count == 1 ? first : nil), .name, of: index)
      }
      checkCharacters(item, index)
      guard item.classificationType == .finalScore else { continue }
      if hasFinalScore { add(.severalFinalScores, .type, of: index) }
      hasFinalScore = true
    }
    checkExpressions()
  }

  private mutating func checkIdentifiers() {
    var exact: [ItemIdentifier: Int] = [:]
    var folded: [String: Int] = [:]
    for (index, item) in items.enumerated() {
      let identifier = item.identifier
      let text = identifier.rawValue
      let isEmpty = text.unicodeScalars.allSatisfy(\.properties.isWhitespace)
      if isEmpty {
        add(.emptyIdentifier, .identifier, of: index)
      } else if let other = exact[identifier] {
        add(
          .repeatedIdentifier(identifier, line: line(.identifier, other)), .identifier, of: index)
      } else if let other = folded[text.lowercased()] {
        add(.sameButCase(items[other].identifier), .identifier, of: index)
      }
      if !isEmpty, !identifier.isName {
        add(.notInExpressions(identifier), .identifier, of: index)
      }
      exact[identifier] = exact[identifier] ?? index
      folded[text.lowercased()] = folded[text.lowercased()] ?? index
    }
  }

  private mutating func checkCharacters(_ item: Classification, _ index: Int) {
    let texts: [(StructureField, String)] =
      [(.identifier, item.identifier.rawValue), (.expression, item.expression ?? "")]
      + item.names.map { (.name, $0.name) }
    for (field, text) in texts {
      let invisible = text.unicodeScalars.first { scalar in
        !YAMLText.isShown(scalar) && !scalar.properties.isWhitespace
      }
      guard let invisible else { continue }
      let digits = String(invisible.value, radix: 16, uppercase: true)
      // The name in the other language often has the same.
      return add(
        .invisible("U+" + "000".prefix(max(0, 4 - digits.count)) + digits), field, of: index)
    }
  }

  private mutating func checkWords(_ item: Classification, _ index: Int) {
    for field in StructureField.values {
      let known = field.words
      guard !known.isEmpty, case .text(let word)? = field.value(of: item), !known.contains(word)
      else { continue }
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
    let bounds: [(StructureField, Double)] = StructureField.values.compactMap { field in
      if case .number(let bound)? = field.value(of: item) { (field, bound) } else { nil }
    }
    guard item.valueType == .number else {
      for (field, _) in bounds where ValueType.known.contains(item.valueType.rawValue) {
        add(.boundOfOtherType(field), field, of: index)
      }
      return
    }
    for (lower, upper) in zip(bounds, bounds.dropFirst()) where lower.1 > upper.1 {
      add(.bounds(lower.0, upper.0), upper.0, of: index)
    }
    if item.evaluationType == .manual, item.maximumValue == nil {
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
        switch failure {
        case .unknownItem(let name, _):
          near = NearNames.find(name, among: identifiers, limit: 1).first
        case .syntax(let error): near = error.suggestion(in: text)
        default: break
        }
        add(.expression(failure, near: near), .expression, of: index, at: failure.position)
        continue
      }
      if let construct = unseen[item.identifier] {
        add(.notEstimated(construct), .expression, of: index, at: construct.position)
      }
      for (pattern, position) in (try? ItemExpression(parsing: text))?.patterns ?? []
      where all.emptyPatterns.contains(pattern) {
        add(.emptyPattern(pattern), .expression, of: index, at: position)
      }
    }
  }

  private mutating func add(
    _ kind: StructureProblem.Kind, _ field: StructureField, of index: Int, at offset: Int? = nil
  ) {
    findings.append(StructureFinding(kind: kind, item: index, field: field, offset: offset))
  }
}

extension ItemIdentifier {
  /// Whether it is a name of the expressions' language (Service contract, 8.1).
  var isName: Bool {
    guard let expression = try? ItemExpression(parsing: rawValue) else { return false }
    return expression.isName
  }
}
