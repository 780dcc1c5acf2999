import GradesClient
import GradesCore
import Testing

/// Computed items beside drafts: what they would be, and when that is not known.
struct ComputedEstimatesTests {
  private static func item(
    _ name: String, _ expression: String? = nil, _ type: ValueType = .number
  ) -> Classification {
    Classification(
      identifier: ItemIdentifier(name), valueType: type,
      evaluationType: expression == nil ? .manual : .expression, expression: expression)
  }

  private static let items = [
    item("du1"), item("du2"), item("zk"), item("ukoly", "SUM(`du[0-9]`)"),
    item("body", "ukoly + zk"),
    item("znamka", "MARK(body)", .string), item("jine", "SUM(zk)"), item("cizi", "MEDIAN(du1)"),
  ]

  /// The estimates for two homeworks and an exam, as a text per item in alphabetic order.
  private func estimates(
    _ drafts: [String: GradeValue?], over changes: [String: GradeValue?] = [:],
    of items: [Classification] = items
  ) -> [String] {
    var recorded: [String: GradeValue?] = [
      "du1": .number(5), "du2": .number(7), "zk": .number(40), "ukoly": .number(12),
      "body": .number(52), "znamka": .text("E"), "jine": .number(40), "cizi": .number(5),
    ]
    for (name, value) in changes { recorded[name] = value }
    let known = recorded.compactMapValues { $0 }
    return ComputedEstimates(items).estimates(
      of: Dictionary(uniqueKeysWithValues: known.map { (ItemIdentifier($0), $1) }),
      with: Dictionary(uniqueKeysWithValues: drafts.map { (ItemIdentifier($0), $1) })
    ).map { item, estimate in
      switch estimate {
      case .value(.number(let number)): "\(item) \(number)"
      case .value(.text(let text)): "\(item) \(text)"
      case .value(let other): "\(item) \(String(describing: other))"
      case .outdated: "\(item) outdated"
      }
    }.sorted()
  }

  @Test("A draft changes its sums, their grade and nothing else")
  func chain() {
    #expect(
      estimates(["du1": .number(15)]) == [
        "body 62.0", "cizi outdated", "ukoly 22.0", "znamka D",
      ])
  }

  @Test("An item whose value stays is not named")
  func unchanged() {
    #expect(
      estimates(["du1": .number(6)]) == ["body 53.0", "cizi outdated", "ukoly 13.0"])
  }

  @Test("A cleared value counts as nothing")
  func cleared() {
    #expect(
      estimates(["zk": nil]) == ["body 12.0", "cizi outdated", "jine 0.0", "znamka F"])
  }

  @Test("Without drafts there is nothing to estimate")
  func none() { #expect(estimates([:]).isEmpty) }

  @Test("A formula that does not give the service's own value is not trusted, nor what needs it")
  func contradiction() {
    #expect(
      estimates(["du1": .number(15)], over: ["body": .number(60), "znamka": .text("D")]) == [
        "body outdated", "cizi outdated", "ukoly 22.0", "znamka outdated",
      ])
  }

  @Test("Without the values that a formula needs, its item is out of date")
  func missing() {
    #expect(
      estimates(["du1": .number(15)], over: ["du2": nil]) == [
        "body outdated", "cizi outdated", "ukoly outdated", "znamka outdated",
      ])
  }

  @Test("What uses an aggregation is out of date as well")
  func aggregation() {
    var aggregated = Self.item("ukoly", "x")
    aggregated.expression = nil
    let items = [Self.item("du1"), Self.item("zk"), aggregated, Self.item("body", "ukoly + zk")]
    #expect(estimates(["zk": .number(30)], of: items) == ["body outdated", "ukoly outdated"])
  }

  @Test("Cycles and aggregations are out of date, and end")
  func cycles() {
    var aggregated = Self.item("agregace", "x")
    aggregated.expression = nil
    let items = [
      Self.item("du1"), Self.item("a", "b + du1"), Self.item("b", "a + 1"), aggregated,
    ]
    #expect(
      estimates(["du1": .number(1)], of: items) == [
        "a outdated", "agregace outdated", "b outdated",
      ]
    )
  }
}
