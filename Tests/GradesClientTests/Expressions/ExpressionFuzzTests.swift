import GradesClient
import TestSupport
import Testing

/// Random expressions of courses: parsed, or rejected at a position inside the text, and computed
/// within bounds.
@Suite("Expressions of all kinds")
struct ExpressionFuzzTests {
  private static let corpus = [
    "SUM(`ukol[0-9]+`, `kviz[0-9]+`) + zk", "(projekt >= 15 && testy >= 10)",
    "zapocet ? MARK(body) : 'F'",
    "number mez = 40, b1 = SUM(`ukol[0-9]`, zk); b1 >= mez ? b1 : 0",
    "number mez=20;number b2=soucet;boolean ok = b2 >= mez; auto nic = 'F'; ok ? MARK(b2) : nic",
  ]

  @Test("Are read or refused, and reckoned")
  func expressions() async {
    await FuzzRun.seeds(400) { seed in
      var damage = ByteDamage(
        seed: seed,
        pieces: [
          "SUM(", "MARK(", "`a*`", "`(a|b)+`", "[^", "+", "*", "?", "? a : b", "&&", "||", ">=",
          "!",
          "number ", "boolean ", "auto ", "zk", "((((((((",
        ])
      let whole = Self.corpus[Int(seed % UInt64(Self.corpus.count))]
      let text = String(decoding: damage.damaged(Array(whole.utf8)), as: UTF8.self)
      do throws(ExpressionError) {
        _ = try ItemExpression(parsing: text)
      } catch {
        #expect((0...text.unicodeScalars.count).contains(error.position), "seed \(seed): \(text)")
      }
      let names = ["ukol1", "ukol2", "kviz1", "zk", "projekt", "testy", "zapocet", "soucet", "x"]
      let items =
        names.dropLast().map {
          ComputedItems.Item(identifier: ItemIdentifier($0), valueType: .number)
        } + [
          ComputedItems.Item(identifier: ItemIdentifier("x"), valueType: .number, expression: text)
        ]
      let values = ComputedItems(items: items, mode: .seenOnly).values(
        given: [ItemIdentifier("ukol1"): .number(1), ItemIdentifier("zk"): .number(.infinity)])
      #expect(values[ItemIdentifier("x")] != nil, "seed \(seed): \(text)")
    }
  }
}
