import GradesClient
import TestSupport

/// A random course of the kind that teachers write: homework, tests, an exam, attendance.
struct RandomPlan {
  private var random: SeededNumbers
  private let prefix: String

  /// The items' identifiers begin with the prefix, so that many courses fit into one.
  init(_ seed: UInt64, prefix: String) {
    random = SeededNumbers(seed)
    self.prefix = prefix
  }

  mutating func items() -> [PlannedItem] {
    let homework = (1...Int.random(in: 1...3, using: &random)).map { index in
      points("du\(index)", [5, 7.5, 10, 12], requiredSometimes: true)
    }
    let tests = [
      points("test", [20, 30], requiredSometimes: true), points("oprava", [10], isNegative: true),
      points("zk", [30, 40, 50], requiredSometimes: true),
    ]
    let flags = [flag("cv1"), flag("cv2")]
    let manual = (homework + tests + flags).map { item in
      var item = item
      item.definition.identifier = ItemIdentifier(prefix + item.definition.identifier.rawValue)
      return item
    }
    return manual + formulas()
  }

  private mutating func formulas() -> [PlannedItem] {
    let semester = pick([
      "SUM(`@du[0-9]+`) + @test", "@test + @oprava", "SUM(`@du[0-9]+`, @test, @oprava)",
      "number d = SUM(`@du[0-9]+`); d + d + @test",
    ])
    let assessment = pick([
      "@semestr >= 15", "((@semestr >= 20) && @cv1)", "(@cv1 && @cv2)", "@test >= @oprava",
      "@test + @oprava >= 12 && @cv1",
      "number mez = 18, s = SUM(`@du[0-9]`, @oprava); s >= mez",
    ])
    let total = pick([
      "@semestr + @zk", "@zapocet ? @semestr + @zk : @semestr",
      "(@cv1 ? 5 : 0) + (@cv2 ? 7 : 0) + @semestr + @zk",
      // One condition in which more is worse is enough for a course.
      assessment == "@test >= @oprava" ? "@semestr + @zk" : "(@test >= 10) ? @zk : (@zk + 20)",
      "SUM(@zk) + @zk + @semestr",
    ])
    let grade = pick([
      "MARK(@body)", "@zapocet ? MARK(@body) : 'F'",
      "boolean dost = @zk >= 20, ok = @zapocet && dost;auto nic = 'F';ok ? MARK(@body) : nic",
    ])
    let required = chance(3) ? 10.0 : nil
    let formulas: [PlannedItem] = [
      .computed("semestr", semester, required: required),
      .computed("zapocet", assessment, nil, .boolean),
      .computed("body", total, type: "POINTS_TOTAL", required: chance(3) ? 50 : nil),
      .computed("znamka", grade, nil, .string, type: "FINAL_SCORE"),
    ]
    return formulas.map { item in
      var item = item
      item.definition.identifier = ItemIdentifier(prefix + item.definition.identifier.rawValue)
      item.definition.expression = item.definition.expression?.replacing("@", with: prefix)
      return item
    }
  }

  private mutating func points(
    _ name: String, _ maxima: [Double], requiredSometimes: Bool = false, isNegative: Bool = false
  ) -> PlannedItem {
    let maximum = maxima.randomElement(using: &random) ?? 10
    let steps = [1, 2, 4].randomElement(using: &random) ?? 1
    let graded = Double(Int.random(in: 0...Int(maximum) * steps, using: &random)) / Double(steps)
    return .points(
      name, chance(3) ? nil : graded, of: maximum,
      required: requiredSometimes && chance(4) ? (maximum / 3).rounded() : nil,
      from: isNegative ? -5 : 0)
  }

  private mutating func flag(_ name: String) -> PlannedItem {
    .flag(name, chance(3) ? nil : !chance(4))
  }

  private mutating func pick(_ texts: [String]) -> String {
    texts.randomElement(using: &random) ?? ""
  }

  private mutating func chance(_ count: Int) -> Bool {
    Int.random(in: 0..<count, using: &random) == 0
  }
}
