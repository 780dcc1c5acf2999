import GradesClient

/// Reads values as people write them.
enum ValueReading {
  enum Problem: Error {
    case wrongType
    case ambiguous(Double, Double)
  }

  /// The value that a text means for an item of a type.
  static func value(
    _ text: String, as type: ValueType,
    readNumber: (String) -> Result<Double, NumberProblem>
  ) -> Result<GradeValue, Problem> {
    switch type {
    case .string: return .success(.text(text))
    case .boolean: return flag(text).map { .success(.flag($0)) } ?? .failure(.wrongType)
    case .number:
      switch readNumber(text) {
      case .success(let number): return .success(.number(number))
      case .failure(.notANumber): return .failure(.wrongType)
      case .failure(.ambiguous(let first, let second)):
        return .failure(.ambiguous(first, second))
      }
    default: return .failure(.wrongType)
    }
  }

  /// Yes or no in both languages and in spreadsheets' words.
  static func flag(_ text: String) -> Bool? {
    switch text.trimmingBlanks().lowercased() {
    case "yes", "ano", "true", "pravda", "1", "x": true
    case "no", "ne", "false", "nepravda", "0": false
    default: nil
    }
  }
}

/// Writes values in texts that ``ValueReading`` reads as the same values.
public enum ValueText {
  /// A number with all its digits; `decimal` stands before the fraction.
  public static func text(_ number: Double, decimal: Character = ".") -> String {
    if let whole = Int64(exactly: number), abs(number) < 1e15 { return String(whole) }
    let text = "\(number)"
    return decimal == "." ? text : text.replacing(".", with: String(decimal))
  }

  /// A value; nothing for none. Yes and no are English words.
  public static func text(_ value: GradeValue?, decimal: Character = ".") -> String {
    switch value {
    case nil: ""
    case .number(let number): text(number, decimal: decimal)
    case .text(let text): text
    case .flag(let flag): flag ? "yes" : "no"
    }
  }
}
