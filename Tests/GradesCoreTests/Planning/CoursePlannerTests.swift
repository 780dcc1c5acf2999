import GradesClient
import GradesCore
import TestSupport
import Testing

/// What would come of assumed values, and what is still needed.
@Suite("The planner of a course")
struct CoursePlannerTests {
  /// A test of 40, an exam of 50 with a minimum of 25, and homework.
  private static func theory(test: Double? = 30, homework: Double? = nil) -> CourseResults {
    let points = (test ?? 0) + (homework ?? 0)
    return plannedCourse([
      .points("test", test, of: 40, required: 20), .points("ukol", homework, of: 10),
      .points("zkouska", of: 50, required: 25),
      .computed("semestr", "test + ukol", .number(points)),
      .total("semestr + zkouska", points, required: 50),
      .grade("MARK(body)", points < 50 ? "F" : "E"),
    ])
  }

  @Test("Assumed values change what depends on them; the real ones change nothing")
  func assumed() {
    let planner = CoursePlanner(Self.theory())
    #expect(planner.notUnderstood.isEmpty)
    let outcome = planner.outcome(assuming: ["zkouska": .number(40)].byItem)
    #expect(outcome.points == .value(.number(70)) && outcome.grade == .value(.text("C")))
    let same = planner.outcome(assuming: ["test": .number(30)].byItem)
    #expect(same.points == .value(.number(30)) && same.grade == .value(.text("F")))
  }

  @Test("The best and the worst that can be reached")
  func reach() {
    let reach = CoursePlanner(Self.theory()).reach()
    #expect(reach.best.points == .value(.number(90)) && reach.best.grade == .value(.text("A")))
    #expect(reach.worst.points == .value(.number(30)) && reach.worst.grade == .value(.text("F")))
    #expect(reach.unbounded.isEmpty)
  }

  @Test("One open item: its least value")
  func one() throws {
    let need = try CoursePlanner(Self.theory(homework: 5)).need(for: .grade("C"))
    #expect(need.reachability == .reachable && need.isLeast)
    #expect(need.shares == ["zkouska=35"] && need.least == ["zkouska=35"] && need.total == 35)
    #expect(need.rows.isEmpty)
  }

  @Test("An item's own minimum is kept, though the points would suffice")
  func ownMinimum() throws {
    let need = try CoursePlanner(Self.theory(test: 40, homework: 10)).need(for: .pass)
    #expect(need.shares == ["zkouska=25"])
  }

  @Test("Several open items: the least total, shared by their maxima, and rows of the greatest")
  func several() throws {
    let need = try CoursePlanner(Self.theory()).need(for: .grade("C"))
    #expect(need.total == 40)
    #expect(need.shares == ["ukol=7", "zkouska=33"])
    #expect(need.least == ["ukol=0", "zkouska=30"])
    #expect(need.rowItem == ItemIdentifier("zkouska"))
    #expect(need.rows.map(\.value) == [30, 35, 40, 45, 50])
    #expect(need.rows.map(\.rest) == [10, 5, 0, 0, 0])
  }

  @Test("What a condition needs stays; the others are shared evenly")
  func evenBesideCondition() throws {
    let planner = CoursePlanner(
      plannedCourse([
        .points("test", of: 40, required: 20), .points("ukol", of: 10),
        .points("zkouska", of: 50, required: 25),
        .computed("zapocet", "ukol >= 9", nil, .boolean), .total("test + ukol + zkouska", nil),
        .grade("zapocet ? MARK(body) : 'F'", nil),
      ]))
    let need = try planner.need(for: .grade("C"))
    #expect(need.shares == ["test=27", "ukol=9", "zkouska=34"] && need.total == 70)
    #expect(need.least == ["test=20", "ukol=9", "zkouska=25"])
  }

  @Test("What counts twice, or in two conditions, is kept before the rest")
  func leastTotal() throws {
    let twice = CoursePlanner(
      plannedCourse([
        .points("ukol", of: 20), .points("zk", of: 40), .total("ukol + SUM(zk) + zk", nil),
      ]))
    #expect(try twice.need(for: .points(70)).shares == ["ukol=0", "zk=35"])
    let crossing = CoursePlanner(
      plannedCourse([
        .points("ukol", of: 20), .points("test", of: 20), .points("oprava", of: 20),
        .computed("dost", "ukol + test >= 15 && test + oprava >= 12", nil, .boolean),
        .total("ukol", nil), .grade("dost ? 'Z' : 'F'", nil),
      ]))
    #expect(
      try crossing.need(for: .pass).shares == ["ukol=3", "test=12", "oprava=0"])
  }

  @Test("A value that has to stay low: absences, alone and together")
  func limits() throws {
    let planner = CoursePlanner(
      plannedCourse([
        .points("absence1", of: 10), .points("absence2", of: 10), .points("zk", of: 100),
        .computed("absence", "SUM(`absence[0-9]`)", nil),
        .computed("zapocet", "5 >= absence && 3 >= absence1", nil, .boolean), .total("zk", nil),
        .grade("zapocet ? MARK(body) : 'F'", nil),
      ]))
    let need = try planner.need(for: .grade("C"))
    #expect(need.reachability == .reachable)
    #expect(planner.reach().best.grade == .value(.text("A")))
    #expect(planner.reach().worst.grade == .value(.text("F")))
    let late = try planner.need(for: .pass, assuming: ["absence1": .number(4)].byItem)
    #expect(late.reachability != .reachable)
  }

  @Test("What cannot be reached")
  func unreachable() throws {
    let planner = CoursePlanner(Self.theory(test: 20))
    #expect(try planner.need(for: .grade("A")).reachability == .unreachable)
    #expect(try planner.need(for: .points(81)).reachability == .unreachable)
    #expect(try planner.need(for: .points(80)).reachability == .reachable)
  }

  @Test("A condition inside an expression, and a yes/no item that has to be yes")
  func condition() throws {
    let planner = CoursePlanner(
      plannedCourse([
        .flag("dochazka"), .points("projekt", 10, of: 30), .points("oprava", of: 10),
        .points("zk", of: 100),
        .computed("lepsi", "projekt + oprava", .number(10)),
        .computed(
          "zapocet", "boolean dost = lepsi >= 15; (dochazka && dost)", nil, .boolean),
        .total("projekt + zk", 10), .grade("zapocet ? MARK(body) : 'F'", nil),
      ]))
    let need = try planner.need(for: .grade("D"))
    #expect(need.shares == ["dochazka=yes", "oprava=5", "zk=50"])
    #expect(need.total == 55)
    let absent = try planner.need(for: .pass, assuming: ["dochazka": .flag(false)].byItem)
    #expect(absent.reachability == .unreachable && absent.changes.isEmpty)
  }

  @Test("A recorded no that would have to change is named")
  func change() throws {
    let planner = CoursePlanner(
      plannedCourse([
        .flag("dochazka", false), .flag("test", true), .points("zk", of: 100), .total("zk", nil),
        .grade("(dochazka && test) ? MARK(body) : 'F'", "F"),
      ]))
    let need = try planner.need(for: .pass)
    #expect(need.reachability == .unreachable)
    #expect(need.changes == ["dochazka": .flag(true)].byItem)
  }

  @Test("Points for attendance count, and a value that lowers the grade is not proposed")
  func oddities() throws {
    let planner = CoursePlanner(
      plannedCourse([
        .flag("a1"), .flag("a2"), .points("test", of: 20), .points("zk", of: 60),
        // More than 9 of the test make the exam count less.
        .total("SUM(zk) + (a1 ? 5 : 0) + (a2 ? 5 : 0) + ((test >= 10) ? 0 : 20)", nil),
        .grade("MARK(body)", nil),
      ]))
    #expect(planner.notUnderstood.isEmpty)
    let best = try planner.need(for: .grade("A"))
    #expect(best.shares == ["a1=yes", "a2=yes", "test=0", "zk=60"])
    #expect(planner.reach().best.points == .value(.number(90)))
    #expect(planner.reach().worst.points == .value(.number(0)))
  }

  @Test("Steps: nothing finer than the course's own values")
  func steps() throws {
    func need(_ homework: Double) throws -> PlanNeed {
      try CoursePlanner(
        plannedCourse([
          .points("du1", homework, of: 10), .points("du2", of: 40),
          .total("du1 + du2", homework), .grade("MARK(body)", "F"),
        ])
      ).need(for: .points(40))
    }
    #expect(try need(7).shares == ["du2=33"])
    #expect(try need(7.5).shares == ["du2=32.5"])
    #expect(try need(7.75).shares == ["du2=32.25"])
    // A machine's thousandths are no step for people.
    #expect(try need(7.333).shares == ["du2=33"])
  }

  @Test("A formula that is not understood makes its dependents unknown, and is named")
  func notUnderstood() throws {
    let planner = CoursePlanner(
      plannedCourse([
        .points("test", 10, of: 30), .points("zk", of: 70),
        .computed("lepsi", "test > 5 ? test : 5", .number(10)), .total("lepsi + zk", 10),
        .computed("jine", "test + zk", .number(10)), .grade("MARK(body)", "F"),
      ]))
    #expect(planner.notUnderstood.map(\.rawValue) == ["lepsi", "body", "znamka"])
    let values = planner.values(assuming: ["zk": .number(50)].byItem)
    #expect(values[ItemIdentifier("jine")] == .value(.number(60)))
    #expect(values[ItemIdentifier("body")] == .unknown)
    #expect(try planner.need(for: .pass).reachability == .unknown)
    #expect(planner.reach().best.grade == .unknown)
  }

  @Test("A formula whose value the service contradicts, and a missing one, are not used")
  func contradicted() {
    let planner = CoursePlanner(
      plannedCourse([
        .points("test", 10, of: 30), .computed("agregace", nil, .number(3)),
        .total("test", 25), .grade("MARK(body)", "F"),
      ]))
    #expect(planner.notUnderstood.map(\.rawValue) == ["agregace", "body", "znamka"])
  }

  @Test("Items without an upper bound count as not graded, and are named")
  func unbounded() throws {
    let planner = CoursePlanner(
      plannedCourse([
        .points("bonus", of: nil), .points("zk", of: 80), .total("bonus + zk", nil),
        .grade("MARK(body)", nil),
      ]))
    #expect(planner.reach().unbounded.map(\.rawValue) == ["bonus"])
    #expect(planner.reach().best.points == .value(.number(80)))
    #expect(try planner.need(for: .grade("A")).reachability == .unreachable)
    let assumed = try planner.need(for: .grade("A"), assuming: ["bonus": .number(15)].byItem)
    #expect(assumed.shares == ["zk=75"])
  }

  @Test("A course without a letter passes by yes; one without a goal says so")
  func otherGoals() throws {
    let essay = CoursePlanner(
      plannedCourse([
        .points("esej", of: 10),
        .computed("splneno", "esej >= 5", nil, .boolean, type: "FINAL_SCORE"),
      ]))
    #expect(try essay.need(for: .pass).shares == ["esej=5"])
    #expect(throws: PlanGoalProblem.notALetter) { try essay.need(for: .grade("B")) }
    #expect(throws: PlanGoalProblem.noPoints) { try essay.need(for: .points(5)) }
    let bare = CoursePlanner(plannedCourse([.points("esej", of: 10)]))
    #expect(throws: PlanGoalProblem.cannotPass) { try bare.need(for: .pass) }
  }

  @Test("A grade that the course never gives is named, with those that it gives")
  func neverGiven() throws {
    let letters = CoursePlanner(Self.theory())
    #expect(
      throws: PlanGoalProblem.neverGiven("Z", given: ["A", "B", "C", "D", "E"])
    ) { try letters.need(for: .grade("Z")) }
    let safety = CoursePlanner(
      plannedCourse([
        .flag("skoleni", false), .points("test", of: 20),
        .grade("string ano = 'Z'; (skoleni && test >= 12) ? ano : 'N'", "N"),
      ]))
    #expect(throws: PlanGoalProblem.neverGiven("C", given: ["Z"])) {
      try safety.need(for: .grade("C"))
    }
    // It gives Z, though not any more.
    #expect(try safety.need(for: .grade("Z")).reachability == .unreachable)
    let typed = CoursePlanner(
      plannedCourse([.text("slovne"), .points("zk", of: 5), .grade("slovne", nil)]))
    #expect(try typed.need(for: .grade("Z")).shares == ["slovne=Z"])
  }

  @Test("A minimum that cannot be met any more is named, and the grade is still planned")
  func lostMinimum() throws {
    let planner = CoursePlanner(
      plannedCourse([
        .points("kviz1", 1, of: 10), .points("kviz2", of: 5), .points("zk", of: 100),
        .computed("kvizy", "SUM(`kviz[0-9]`)", .number(1), required: 12),
        .total("kvizy + zk", 1), .grade("MARK(body)", "F"),
      ]))
    let need = try planner.need(for: .grade("E"))
    #expect(need.reachability == .reachable && need.total == 49)
    #expect(need.unmetMinimums.map(\.rawValue) == ["kvizy"])
  }

  @Test("So is one that the grade excludes, and the other ones are kept")
  func excludedMinimum() throws {
    let planner = CoursePlanner(
      plannedCourse([
        .points("test", 3.5, of: 30), .points("oprava", of: 10), .points("zk", of: 100),
        .points("bonus", of: 5),
        .computed("semestr", "test + oprava", .number(3.5), required: 10),
        .computed("navic", "SUM(bonus)", .number(0), required: 2),
        .computed("zapocet", "test >= oprava", .flag(true), .boolean),
        .total("semestr + zk", 3.5), .grade("zapocet ? MARK(body) : 'F'", "F"),
      ]))
    let need = try planner.need(for: .grade("E"))
    #expect(need.reachability == .reachable && need.isLeast)
    #expect(need.unmetMinimums.map(\.rawValue) == ["semestr"])
    #expect(need.shares.contains("bonus=2"))
    #expect(planner.outcome(assuming: need.proposal).grade == .value(.text("E")))
  }

  @Test(
    "Hostile formulas end: thousands of cases, huge weights, long chains", .hangLimit)
  func hostile() throws {
    let many = (1...40).map { PlannedItem.points("x\($0)", of: 10) }
    let choices = (1...40).map { "((x\($0) >= 5) ? 10 : 0)" }.joined(separator: "+")
    let exponential = CoursePlanner(
      plannedCourse(many + [.total(choices, nil), .grade("MARK(body)", nil)]))
    let need = try exponential.need(for: .grade("B"))
    #expect(need.reachability == .reachable && need.total == 40)
    #expect(exponential.outcome(assuming: need.proposal).grade == .value(.text("B")))

    let doubling = (1...80).map {
      PlannedItem.computed("y\($0)", $0 == 1 ? "x1 + x1" : "y\($0 - 1) + y\($0 - 1)", nil)
    }
    let huge = CoursePlanner(
      plannedCourse(
        many + doubling + [.total("y80 + x2", nil), .grade("MARK(body)", nil)]))
    _ = try huge.need(for: .pass)
    _ = huge.reach()

    let bits = CoursePlanner(
      plannedCourse(
        many + [
          .total(
            (1...40).map { "(x\($0) >= 5 && x\(41 - $0) >= 3 ? 3 : x\($0))" }
              .joined(separator: "+"), nil), .grade("MARK(body)", nil),
        ]))
    #expect(try bits.need(for: .points(60)).reachability != .unreachable)
    _ = bits.reach()
    let deep = String(repeating: "(", count: 60) + "x1" + String(repeating: ")", count: 60)
    let nested = CoursePlanner(
      plannedCourse(
        many + [
          .total(Array(repeating: deep, count: 200).joined(separator: " + "), nil),
          .grade("MARK(body)", nil),
        ]))
    #expect(try nested.need(for: .points(2000)).shares == ["x1=10"])
    let unreadable = CoursePlanner(
      plannedCourse(
        many + [
          .total(String(repeating: "(", count: 5000) + "x1", nil), .grade("MARK(body)", nil),
        ]))
    #expect(try unreadable.need(for: .pass).reachability == .unknown)
    let patterns = CoursePlanner(
      plannedCourse(
        many + [.total("SUM(`(x*)*(x|x|.)*[0-9]*y`) + x1", nil), .grade("MARK(body)", nil)]))
    _ = try patterns.need(for: .points(5))

    let odd = (1...40).map { "((x\($0) >= 5) && (x\(41 - $0) >= 3))" }.joined(separator: "&&")
    let weighted = (1...40).map { index in
      Array(repeating: "x\(index)", count: index).joined(separator: "+")
    }.joined(separator: "+")
    let knapsack = CoursePlanner(
      plannedCourse(
        many + [
          .computed("ok", odd, nil, .boolean), .total(weighted, nil),
          .grade("ok ? MARK(body) : 'F'", nil),
        ]))
    #expect(try knapsack.need(for: .points(3333)).reachability == .reachable)
  }
}
