import GradesClient

/// Reads what a text means as a value of an item, typed into a cell, on the command line or in a file.
package struct ValueReader: Sendable {
  private let numbers: NumberReader

  package init(_ numbers: NumberReader = NumberReader()) { self.numbers = numbers }

  /// The value that was typed into a cell; nil clears. An empty text clears, and so do blanks where they
  /// are no value. Arithmetic after `=`, such as `=3+2,5`, gives its result.
  package func value(
    typed text: String, for item: Classification, over current: GradeValue?
  ) -> Result<GradeValue?, EditProblem> {
    let result = item.valueType == .number ? Self.result(of: text) : nil
    return value(of: text.isEmpty ? .clear : .text(result ?? text), for: item, over: current)
  }

  private static func result(of text: String) -> String? {
    guard text.hasPrefix("=") else { return nil }
    let signs = [",": ".", "×": "*", "·": "*", "÷": "/", ":": "/", "−": "-", "–": "-"]
    let formula = text.dropFirst().map { signs[String($0)] ?? String($0) }.joined()
    return arithmetic(formula).map { ValueWriter.text($0) }
  }

  /// The value that a request asks for; nil clears.
  ///
  /// A text that means the current value in any of its spellings is no mistake, even where the current
  /// value is not of the item's type, as in old courses.
  func value(
    of content: RequestedEdit.Content, for item: Classification, over current: GradeValue?
  ) -> Result<GradeValue?, EditProblem> {
    guard item.isEditable else { return .failure(problem(.computed, item, content)) }
    switch content.meant(for: item) {
    case .keep: return .success(current)
    // An empty text looks like an empty cell of a file, which does not mean to clear it.
    case .clear: return .success(current == .text("") ? current : nil)
    case .add(let text):
      guard item.valueType == .number else { return .failure(problem(.wrongType, item, content)) }
      return numbers.read(text).mapError(\.kind).flatMap { distance in
        guard case .number(let number)? = current else { return .failure(.notGraded) }
        return .success(.number(Self.sum(number, distance)))
      }.mapError { problem($0, item, content) }
    case .value(let value):
      guard value.fits(item.valueType) else { return .failure(problem(.wrongType, item, content)) }
      return .success(value)
    case .text(let text):
      if let current, !current.fits(item.valueType),
        ValueWriter.spellings(of: current).contains(text)
      {
        return .success(current)
      }
      return read(text, for: item, over: current).mapError { problem($0, item, content) }
    }
  }

  /// A sum without the digits that sums of decimal fractions get and that were not typed.
  static func sum(_ number: Double, _ distance: Double) -> Double {
    let sum = number + distance
    return abs(sum) < 1e6 ? (sum * 1e9).rounded() / 1e9 : sum
  }

  private func read(
    _ text: String, for item: Classification, over current: GradeValue?
  ) -> Result<GradeValue?, EditProblem.Kind> {
    if item.valueType != .string, text.trimmingBlanks().isEmpty { return .success(nil) }
    switch item.valueType {
    case .string:
      // Spreadsheets and clipboards have line breaks of their own kind.
      if case .text(let old)? = current, old != text, old.withLineFeeds == text.withLineFeeds {
        return .success(current)
      }
      return .success(.text(text))
    case .boolean: return Self.flag(text).map { .success(.flag($0)) } ?? .failure(.wrongType)
    case .number:
      // In a file that was not edited it is the current value.
      if case .failure(.ambiguous(let first, let second)) = numbers.read(text),
        current == .number(first) || current == .number(second)
      {
        return .success(current)
      }
      return numbers.read(text).mapError(\.kind).flatMap { number in
        text.trimmingBlanks().hasPrefix("+")
          ? .failure(.ambiguousSign) : .success(.number(number))
      }
    default: return .failure(.wrongType)
    }
  }

  private func problem(
    _ kind: EditProblem.Kind, _ item: Classification, _ content: RequestedEdit.Content
  ) -> EditProblem {
    EditProblem(
      kind, .refused, identifier: item.identifier.rawValue, text: content.written,
      valueType: item.valueType)
  }

  /// Yes or no in both languages and in spreadsheets' words.
  private static func flag(_ text: String) -> Bool? {
    switch text.trimmingBlanks().lowercased() {
    case "yes", "ano", "true", "pravda", "1", "x": true
    case "no", "ne", "false", "nepravda", "0": false
    default: nil
    }
  }
}

extension EditProblem.Kind: Error {}

extension NumberProblem {
  fileprivate var kind: EditProblem.Kind { self == .notANumber ? .wrongType : .ambiguousNumber }
}

/// Writes values in texts that ``ValueReader`` reads as the same values.
package enum ValueWriter {
  /// A number with all its digits; `decimal` precedes the fraction.
  package static func text(_ number: Double, decimal: Character = ".") -> String {
    if let whole = Int64(exactly: number), abs(number) < 1e15 { return String(whole) }
    let text = "\(number)"
    return decimal == "." ? text : text.replacing(".", with: String(decimal))
  }

  /// A value; nothing for none. Yes and no are English words.
  package static func text(_ value: GradeValue?, decimal: Character = ".") -> String {
    if case .number(let number)? = value { return text(number, decimal: decimal) }
    return value?.description ?? ""
  }

  /// A value in all spellings that our own files have.
  static func spellings(of value: GradeValue) -> Set<String> {
    switch value {
    case .text(let text): [text]
    case .number(let number): [text(number), text(number, decimal: ",")]
    case .flag(let flag): flag ? ["yes", "ano"] : ["no", "ne"]
    }
  }
}

extension Classification {
  /// Yes for no and for nothing, no for yes. Nil: the item has no yes and no, or the cell holds something
  /// else.
  package func toggled(_ value: GradeValue?) -> GradeValue? {
    guard valueType == .boolean else { return nil }
    return switch value {
    case nil, .flag(false): .flag(true)
    case .flag(true): .flag(false)
    case .number, .text: nil
    }
  }
}
