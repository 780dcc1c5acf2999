import GradesClient
import TestSupport

/// Random conditions, each with a plain reading of what it means.
struct RandomCondition {
  static let numbers = ["t1", "t2", "t3"]
  static let flags = ["f1", "f2"]

  typealias Row = [String: GradeValue]

  /// A condition as text and as what it means.
  struct Condition {
    var text: String
    var isTrue: (Row) -> Bool

    func isTrue(for row: Row) -> Bool { isTrue(row) }
  }

  /// A number as text and as what it means; the flag is whether a missing number counts 0.
  private struct Number {
    var text: String
    var value: (Row, Bool) -> Double?
  }

  private var numbers: SeededNumbers

  init(seed: UInt64) { numbers = SeededNumbers(seed) }

  /// Some values, some of them missing.
  mutating func row() -> Row {
    var row: Row = [:]
    for name in Self.numbers where Int.random(in: 0..<3, using: &numbers) > 0 {
      row[name] = .number(Double(Int.random(in: 0...6, using: &numbers)))
    }
    for name in Self.flags where Int.random(in: 0..<3, using: &numbers) > 0 {
      row[name] = .flag(Bool.random(using: &numbers))
    }
    return row
  }

  mutating func condition(depth: Int) -> Condition {
    guard depth > 0 else { return flag() }
    switch Int.random(in: 0..<6, using: &numbers) {
    case 0:
      let (left, right) = (condition(depth: depth - 1), condition(depth: depth - 1))
      return Condition(text: "(\(left.text)) && (\(right.text))") {
        left.isTrue($0) && right.isTrue($0)
      }
    case 1:
      let (left, right) = (condition(depth: depth - 1), condition(depth: depth - 1))
      return Condition(text: "(\(left.text)) || (\(right.text))") {
        left.isTrue($0) || right.isTrue($0)
      }
    case 2:
      let inner = condition(depth: depth - 1)
      return Condition(text: "!(\(inner.text))") { !inner.isTrue($0) }
    case 3: return flag()
    default: return comparison(depth: depth - 1)
    }
  }

  private mutating func flag() -> Condition {
    let name = Self.flags.randomElement(using: &numbers) ?? "f1"
    return Condition(text: name) { $0[name] == .flag(true) }
  }

  private mutating func comparison(depth: Int) -> Condition {
    let (left, right) = (number(depth: depth), number(depth: depth))
    let signs: [(String, (Double, Double) -> Bool)] = [
      ("<", { $0 < $1 }), (">", { $0 > $1 }), ("<=", { $0 <= $1 }), (">=", { $0 >= $1 }),
      ("==", { $0 == $1 }), ("!=", { $0 != $1 }),
    ]
    let (sign, holds) = signs[Int.random(in: 0..<signs.count, using: &numbers)]
    return Condition(text: "\(left.text) \(sign) \(right.text)") { row in
      guard let left = left.value(row, false), let right = right.value(row, false) else {
        return false
      }
      return holds(left, right)
    }
  }

  private mutating func number(depth: Int) -> Number {
    guard depth > 0 else { return item() }
    switch Int.random(in: 0..<7, using: &numbers) {
    case 0:
      let constant = Int.random(in: 0...9, using: &numbers)
      return Number(text: "\(constant)") { _, _ in Double(constant) }
    case 1: return operation("+", depth) { $0 + $1 }
    case 2: return operation("-", depth) { $0 - $1 }
    case 3: return operation("*", depth) { $0 * $1 }
    case 4:
      let (left, right) = (number(depth: depth - 1), number(depth: depth - 1))
      return Number(text: "SUM(\(left.text), \(right.text))") { row, _ in
        guard let left = left.value(row, true), let right = right.value(row, true) else {
          return nil
        }
        return left + right
      }
    case 5:
      return Number(text: "SUM(`t[12]`)") { row, _ in
        ["t1", "t2"].reduce(0) { sum, name in
          if case .number(let number)? = row[name] { sum + number } else { sum }
        }
      }
    default: return item()
    }
  }

  private mutating func item() -> Number {
    let name = Self.numbers.randomElement(using: &numbers) ?? "t1"
    return Number(text: name) { row, isInSum in
      if case .number(let number)? = row[name] { return number }
      return isInSum ? 0 : nil
    }
  }

  private mutating func operation(
    _ sign: String, _ depth: Int, _ result: @escaping (Double, Double) -> Double
  ) -> Number {
    let (left, right) = (number(depth: depth - 1), number(depth: depth - 1))
    return Number(text: "(\(left.text) \(sign) \(right.text))") { row, isInSum in
      guard let left = left.value(row, isInSum), let right = right.value(row, isInSum) else {
        return nil
      }
      return result(left, right)
    }
  }
}
