@testable import GradesClient

/// Expressions of computed items, and conditions.
enum ExpressionsReader {
  private static let names = ["ukol1", "ukol2", "kviz1", "zk", "zapocet", "tema"]
  private static let types: [ValueType] = [.number, .number, .number, .number, .boolean, .string]
  private static let items = zip(names, types).map {
    ComputedItems.Item(identifier: ItemIdentifier($0), valueType: $1)
  }

  static func read(_ bytes: [UInt8]) {
    let text = String(decoding: bytes, as: UTF8.self)
    let count = text.unicodeScalars.count
    checkParts(text)
    do throws(ExpressionError) {
      checkRenamed(try ItemExpression(parsing: text))
    } catch {
      check((0...count).contains(error.position), "an error outside the text: \(error)")
    }
    checkComputed(text)
    checkCondition(text)
  }

  /// Parts do not overlap, and only blanks are between them.
  private static func checkParts(_ text: String) {
    let scalars = Array(text.unicodeScalars)
    var end = 0
    for part in ItemExpression.parts(of: text) {
      check(
        part.range.lowerBound >= end && part.range.upperBound <= scalars.count,
        "parts overlap: \(part)")
      check(
        scalars[end..<part.range.lowerBound].allSatisfy(\.properties.isWhitespace),
        "a part is missing before \(part)")
      end = part.range.upperBound
    }
  }

  /// Other names of items change nothing else, and are taken back.
  private static func checkRenamed(_ expression: ItemExpression) {
    checkEqual(expression.renaming([:]), expression.text, "without other names")
    let new = Dictionary(uniqueKeysWithValues: names.map { ($0, "other_\($0)") })
    guard !new.values.contains(where: { expression.text.contains($0) }) else { return }
    guard let renamed = try? ItemExpression(parsing: expression.renaming(new)) else {
      return check(false, "unreadable with other names")
    }
    let old = Dictionary(uniqueKeysWithValues: new.map { ($1, $0) })
    checkEqual(renamed.renaming(old), expression.text, "with other names and back")
    check(
      renamed.patterns.map(\.pattern) == expression.patterns.map(\.pattern),
      "patterns changed with names")
  }

  private static func checkComputed(_ text: String) {
    let computed = ValueType.number
    for mode in [ComputedItems.Mode.seenOnly, .lenient] {
      let all =
        items + [
          ComputedItems.Item(identifier: "x", valueType: computed, expression: text)
        ]
      let given: [ItemIdentifier: GradeValue] = [
        "ukol1": .number(1), "zk": .number(.infinity), "tema": .text("a"), "zapocet": .flag(true),
      ]
      let first = ComputedItems(items: all, mode: mode).values(given: given)
      check(first["x"] != nil, "no result")
      if case .failure(let reason)? = first["x"], let position = reason.position {
        check((0...text.unicodeScalars.count).contains(position), "a reason outside the text")
      }
    }
  }

  private static func checkCondition(_ text: String) {
    do throws(CannotEvaluate) {
      let condition = try RowCondition(text, items: items)
      _ = condition.selects { _ in nil }
      let values: [GradeValue?] = [
        .number(1), .number(-2.5), nil, .number(1e308), .flag(true), .text("a"),
      ]
      _ = condition.selects { $0 < values.count ? values[$0] : nil }
    } catch {
      guard let position = error.position else { return }
      check((0...text.unicodeScalars.count).contains(position), "a reason outside the text")
    }
  }
}
