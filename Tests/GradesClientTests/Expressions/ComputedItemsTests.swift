import GradesClient
import Testing

/// A course in a line per item: `name:type` or `name:type = expression`.
private func course(_ lines: String..., mode: ComputedItems.Mode = .seenOnly) -> ComputedItems {
  ComputedItems(items: lines.map(item), mode: mode)
}

private func item(_ line: String) -> ComputedItems.Item {
  let parts = line.split(separator: "=", maxSplits: 1).map { $0.trimming() }
  let head = parts[0].split(separator: ":")
  return ComputedItems.Item(
    identifier: ItemIdentifier(String(head[0])), valueType: ValueType(rawValue: String(head[1])),
    expression: parts.count > 1 ? parts[1] : nil)
}

extension Substring {
  fileprivate func trimming() -> String {
    String(drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
  }
}

extension ComputedItems {
  fileprivate subscript(name: String, given: [String: GradeValue]) -> Result<
    GradeValue?, CannotEvaluate
  >? {
    let values = values(
      given: Dictionary(uniqueKeysWithValues: given.map { (ItemIdentifier($0), $1) }))
    return values[ItemIdentifier(name)]
  }
}

struct ComputedItemsTests {
  @Test("What was seen in use is computed")
  func seenConstructs() {
    let items = course(
      "ukol1:NUMBER", "ukol2:NUMBER", "ukol_x:NUMBER", "kviz1:NUMBER", "zk:NUMBER",
      "projekt:NUMBER", "ukoly:NUMBER = SUM(`ukol[0-9]+`)",
      "ukoly_a_kvizy:NUMBER = SUM(`ukol[0-9]+`, `kviz[0-9]+`)", "soucet:NUMBER = SUM(ukoly) + zk",
      "tesne:NUMBER = ukol1+ukol2", "ma_projekt:BOOLEAN = projekt >= 15",
      "ma_body:BOOLEAN = soucet >= projekt", "zapocet:BOOLEAN = (ma_projekt && ma_body)",
      "body:NUMBER = zapocet ? soucet : 0", "znamka:STRING = MARK(body)",
      "p:NUMBER = number p1 = zk + ukoly; p1",
      "b:NUMBER = number mez = 40, b1 = SUM(`ukol[0-9]`, zk); b1",
      "hodnoceni:STRING = number mez=20;number b2=soucet;boolean ok = b2 >= mez; auto nic = 'F'; ok ? MARK(b2) : nic"
    )
    let given: [String: GradeValue] = [
      "ukol1": .number(10), "ukol2": .number(7.5), "ukol_x": .number(100), "kviz1": .number(2),
      "zk": .number(40), "projekt": .number(18),
    ]
    #expect(items["ukoly", given] == .success(.number(17.5)))
    #expect(items["ukoly_a_kvizy", given] == .success(.number(19.5)))
    #expect(items["soucet", given] == .success(.number(57.5)))
    #expect(items["tesne", given] == .success(.number(17.5)))
    #expect(items["ma_projekt", given] == .success(.flag(true)))
    #expect(items["ma_body", given] == .success(.flag(true)))
    #expect(items["zapocet", given] == .success(.flag(true)))
    #expect(items["body", given] == .success(.number(57.5)))
    #expect(items["znamka", given] == .success(.text("E")))
    #expect(items["p", given] == .success(.number(57.5)))
    #expect(items["b", given] == .success(.number(57.5)))
    #expect(items["hodnoceni", given] == .success(.text("E")))
    #expect(items["zk", given] == nil)
  }

  @Test("A missing number is 0 in sums and comparisons")
  func missingNumbers() {
    let items = course(
      "a:NUMBER", "b:NUMBER", "plus:NUMBER = a + b", "sum:NUMBER = SUM(a, `b`)",
      "none:NUMBER = SUM(`c[0-9]`)", "enough:BOOLEAN = a >= 1", "enough0:BOOLEAN = a >= 0",
      "copy:NUMBER = a", "mark:STRING = MARK(a)")
    #expect(items["plus", ["b": .number(2)]] == .success(.number(2)))
    #expect(items["plus", [:]] == .success(.number(0)))
    #expect(items["sum", [:]] == .success(.number(0)))
    #expect(items["none", [:]] == .success(.number(0)))
    #expect(items["enough", [:]] == .success(.flag(false)))
    #expect(items["enough0", [:]] == .success(.flag(true)))
    #expect(items["copy", [:]] == .success(.number(0)))
    #expect(items["mark", [:]] == .success(.text("F")))
  }

  @Test(
    "MARK has its bounds",
    arguments: [
      (100, "A"), (90, "A"), (89.9, "B"), (80, "B"), (79, "C"), (70, "C"), (69.5, "D"),
      (60, "D"), (59, "E"), (50, "E"), (49.9, "F"), (0, "F"), (-5, "F"),
    ])
  func marks(points: Double, letter: String) {
    let items = course("body:NUMBER", "znamka:STRING = MARK(body)")
    #expect(items["znamka", ["body": .number(points)]] == .success(.text(letter)))
  }

  @Test("Points are added as decimal numbers")
  func decimalSums() {
    let names = (0..<9).map { "t\($0)" }
    let items = ComputedItems(
      items: names.map { item("\($0):NUMBER") } + [
        item("body:NUMBER = SUM(`t[0-9]`)"), item("znamka:STRING = MARK(body)"),
      ], mode: .seenOnly)
    // In binary fractions this sum is 89.99999999999999.
    let points = [19.9, 10.1, 9.7, 9.3, 10.2, 0.1, 10.2, 10.3, 10.2]
    let given = Dictionary(uniqueKeysWithValues: zip(names, points.map(GradeValue.number)))
    #expect(items["body", given] == .success(.number(90)))
    #expect(items["znamka", given] == .success(.text("A")))
  }

  @Test("The cautious mode names what it has never seen")
  func unseenConstructs() {
    func reason(_ expression: String, type: String = "NUMBER") -> CannotEvaluate? {
      let items = course(
        "a:NUMBER", "b:NUMBER", "c:BOOLEAN", "d:BOOLEAN", "e:STRING",
        "x:\(type) = \(expression)")
      guard case .failure(let reason) = items["x", [:]] else { return nil }
      return reason
    }
    #expect(reason("a - b") == .notSeen(at: 2))
    #expect(reason("a * b") == .notSeen(at: 2))
    #expect(reason("-a") == .notSeen(at: 0))
    #expect(reason("!c", type: "BOOLEAN") == .notSeen(at: 0))
    #expect(reason("c || d", type: "BOOLEAN") == .notSeen(at: 2))
    #expect(reason("a > b", type: "BOOLEAN") == .notSeen(at: 2))
    #expect(reason("a == b", type: "BOOLEAN") == .notSeen(at: 2))
    #expect(reason("a + 0.5") == .notSeen(at: 4))
    #expect(reason("c ? a : (d ? b : 0)") == .notSeen(at: 9))
    #expect(reason("c ? a : b + a") == .notSeen(at: 10))
    #expect(
      reason("c && d ? d : c", type: "BOOLEAN") == .notSeen(at: 2))
    #expect(reason("a - b >= 5", type: "BOOLEAN") == .notSeen(at: 2))
    #expect(reason("SUM(a + b)") == .notSeen(at: 4))
    #expect(reason("number a = 5; a") == .notSeen(at: 7))
    #expect(reason("SUM(`[ac]`)") == .notSeen(at: 4))
    #expect(reason("c ? 1 : 0") == .missingValue(ItemIdentifier("c")))
    #expect(reason("e", type: "STRING") == .missingValue(ItemIdentifier("e")))
  }

  @Test("The cautious mode reads operators side by side where one reading alone has fitting types")
  func certainPrecedence() {
    func value(_ expression: String, type: String = "BOOLEAN") -> GradeValue? {
      let items = course(
        "a:NUMBER", "b:NUMBER", "yes:BOOLEAN", "no:BOOLEAN", "x:\(type) = \(expression)")
      return try? items[
        "x", ["a": .number(7), "b": .number(2), "yes": .flag(true), "no": .flag(false)]
      ]?.get()
    }
    #expect(value("a + b >= 9") == .flag(true))
    #expect(value("10 >= a + b + 2") == .flag(false))
    #expect(value("(a >= 7 && b >= 2)") == .flag(true))
    #expect(value("yes && a + b >= 9 && b >= 3") == .flag(false))
    #expect(value("a >= 8 ? 1 : 2", type: "NUMBER") == .number(2))
    #expect(value("yes && no ? 'Z' : 'N'", type: "STRING") == .text("N"))
    #expect(value("a >= b ? yes : no") == .flag(true))
    #expect(value("(yes && no) ? no : yes") == .flag(true))
  }

  @Test("The lenient mode does all of the grammar")
  func wholeGrammar() {
    func value(_ expression: String, type: String = "NUMBER") -> GradeValue? {
      let items = course(
        "a:NUMBER", "b:NUMBER", "yes:BOOLEAN", "unknown:BOOLEAN", "text:STRING",
        "x:\(type) = \(expression)", mode: .lenient)
      let given: [String: GradeValue] = ["a": .number(7), "b": .number(2), "yes": .flag(true)]
      return try? items["x", given]?.get()
    }
    #expect(value("a - b * 2 - 1") == .number(2))
    #expect(value("(a - b) * 2") == .number(10))
    #expect(value("a / b + a % b") == .number(4.5))
    #expect(value("-a + -b") == .number(-9))
    #expect(value("0.1 + 0.2") == .number(0.3))
    #expect(value("a > b && !unknown || a == b", type: "BOOLEAN") == .flag(true))
    #expect(value("yes || a / 0 > 1", type: "BOOLEAN") == .flag(true))
    #expect(value("unknown && a / 0 > 1", type: "BOOLEAN") == .flag(false))
    #expect(value("text == 'A'", type: "BOOLEAN") == .flag(false))
    #expect(value("text", type: "STRING") == nil)
    #expect(value("a <= 7 ? b != 2 ? 1 : 2 : 3") == .number(2))
    #expect(value("SUM(a * 2, `b|yes`, 1)") == .number(17))
    #expect(value("number a = 5; auto c = a + a, d = c; d") == .number(10))
    #expect(value("'' == '' ? 'ano' : 'ne'", type: "STRING") == .text("ano"))
  }

  @Test("What cannot be computed says why")
  func failures() {
    func reason(_ expression: String, type: String = "NUMBER") -> CannotEvaluate? {
      let items = course(
        "a:NUMBER", "c:BOOLEAN", "odd:COLOUR", "wrong:NUMBER", "x:\(type) = \(expression)",
        mode: .lenient)
      guard case .failure(let reason) = items["x", ["a": .number(1e308), "wrong": .text("dva")]]
      else { return nil }
      return reason
    }
    #expect(reason("a +") == .syntax(ExpressionError(at: 3, .unexpectedEnd)))
    #expect(reason("a + nic") == .unknownItem("nic", at: 4))
    #expect(reason("AVG(a)") == .unknownFunction("AVG", at: 0))
    #expect(reason("MARK(a, a)", type: "STRING") == .wrongArguments("MARK", at: 0))
    #expect(reason("MARK(`a`)", type: "STRING") == .wrongArguments("MARK", at: 0))
    #expect(reason("SUM(`(?=a)`)") == .pattern(.unsupported("(?="), at: 4))
    #expect(reason("a + c") == .wrongType(.boolean, expected: .number, at: 4))
    #expect(reason("a == c", type: "BOOLEAN") == .wrongType(.boolean, expected: nil, at: 5))
    #expect(reason("c ? a : 'x'") == .wrongType(.string, expected: nil, at: 8))
    #expect(reason("number t = 'x'; t") == .wrongType(.string, expected: .number, at: 11))
    #expect(reason("a", type: "STRING") == .wrongResult(.number, expected: .string))
    #expect(reason("odd") == .unknownType(ItemIdentifier("odd")))
    #expect(reason("a", type: "COLOUR") == .unknownType(ItemIdentifier("x")))
    #expect(reason("wrong + 1") == .contradictoryValue(ItemIdentifier("wrong")))
    #expect(reason("a / 0") == .divisionByZero)
    #expect(reason("a % 0") == .divisionByZero)
    #expect(reason("a * 10") == .notFinite)
    #expect(reason("SUM(a, a)") == .notFinite)
  }

  @Test("Items that need each other are named, and so are those that need them")
  func cycles() {
    let items = course(
      "ok:NUMBER = 1", "a:NUMBER = b + ok", "b:NUMBER = c", "c:NUMBER = a", "user:NUMBER = ok + c",
      "itself:NUMBER = SUM(`its.*`)", "fine:NUMBER = ok + ok")
    func names(_ names: String...) -> Result<GradeValue?, CannotEvaluate> {
      .failure(.cycle(names.map { ItemIdentifier($0) }))
    }
    #expect(items["a", [:]] == names("a", "b", "c"))
    #expect(items["b", [:]] == names("b", "c", "a"))
    #expect(items["c", [:]] == names("c", "a", "b"))
    #expect(items["itself", [:]] == names("itself"))
    #expect(items["user", [:]] == .failure(.needs(ItemIdentifier("c"))))
    #expect(items["fine", [:]] == .success(.number(2)))
  }

  @Test("Ten thousand items in one chain and one sum are computed")
  func manyItems() throws {
    let count = 10_000
    var all = [item("i0:NUMBER")]
    for index in 1..<count { all.append(item("i\(index):NUMBER = i\(index - 1) + 1")) }
    all.append(item("total:NUMBER = SUM(`i[0-9]+`)"))
    all.append(item("wide:NUMBER = " + Array(repeating: "i0", count: count).joined(separator: "+")))
    let items = ComputedItems(items: all.reversed(), mode: .seenOnly)
    let given: [String: GradeValue] = ["i0": .number(1)]
    #expect(items["i9999", given] == .success(.number(10_000)))
    #expect(items["total", given] == .success(.number(50_005_000)))
    #expect(items["wide", given] == .success(.number(10_000)))
  }

  @Test("Patterns that would take for ever are given up")
  func hostilePatterns() {
    let name = String(repeating: "a", count: 1_000)
    var all = (0..<1_000).map { item("\(name)\($0):NUMBER") }
    for index in 0..<1_000 { all.append(item("x\(index):NUMBER = SUM(`(a*)*(a|a|.)*b\(index)`)")) }
    let values = ComputedItems(items: all, mode: .lenient).values(given: [:])
    #expect(values[ItemIdentifier("x999")] == .failure(.tooLarge))
  }
}
