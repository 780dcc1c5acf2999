import GradesClient
import TestSupport
import Testing

@testable import GradesCore

/// The least sum over values on grids, compared with trying all values.
@Suite("The least sum on a grid")
struct GridProblemTests {
  /// The weighted sum of unknowns and a constant.
  private static func form(_ weights: [Int], _ constant: Int) -> LinearForm {
    var form = LinearForm(constant: constant)
    for (unknown, weight) in weights.enumerated() {
      _ = form.add(LinearForm(unknown: unknown), times: weight)
    }
    return form
  }

  /// The least value of a sum by trying all values.
  private static func byForce(
    _ grids: [PlanSpace.Grid], _ sum: LinearForm, _ conditions: [LinearForm]
  ) -> Int? {
    var trials: [[Int]] = [[]]
    for grid in grids {
      trials = trials.flatMap { trial in
        stride(from: grid.low, through: grid.high, by: grid.step).map { trial + [$0] }
      }
    }
    return trials.filter { trial in
      conditions.allSatisfy { $0.value { trial[$0] } >= 0 }
    }.map { trial in sum.value { trial[$0] } }.min()
  }

  @Test("One unknown takes the first value of its grid that suffices")
  func one() throws {
    var problem = GridProblem(
      grids: [PlanSpace.Grid(low: 0, high: 20, step: 3)], budget: 1000)
    let sum = LinearForm(unknown: 0)
    let solution = problem.least(of: sum, where: [Self.form([1], -10)])
    let found = try #require(solution)
    #expect(found.values == [12] && found.cost == 12)
    // The last value of the grid is 18.
    #expect(problem.least(of: sum, where: [Self.form([1], -19)]) == nil)
    #expect(problem.least(of: sum, where: [Self.form([1], -10)], below: 12) == nil)
    #expect(problem.isProven)
  }

  @Test("What no condition counts stays at its cheapest value")
  func unused() throws {
    var problem = GridProblem(
      grids: [PlanSpace.Grid(low: 2, high: 9, step: 1), .flag], budget: 1000)
    let solution = problem.least(of: Self.form([1, -5], 0), where: [])
    let found = try #require(solution)
    #expect(found.values == [2, 1] && found.cost == -3)
  }

  @Test("Random problems: the same least sum as trying all values, and values that have it")
  func fuzzProblems() async {
    var solved = 0
    await FuzzRun.seeds(400) { seed in
      var random = SeededNumbers(seed)
      let grids = (0..<Int.random(in: 1...4, using: &random)).map { _ in
        let low = Int.random(in: -3...3, using: &random)
        let step = Int.random(in: 1...3, using: &random)
        return PlanSpace.Grid(
          low: low, high: low + step * Int.random(in: 0...5, using: &random), step: step)
      }
      func weights(_ range: ClosedRange<Int>) -> [Int] {
        grids.map { _ in Int.random(in: range, using: &random) }
      }
      let sum = Self.form(weights(-1...3), Int.random(in: -5...5, using: &random))
      let conditions = (0..<Int.random(in: 0...3, using: &random)).map { _ in
        Self.form(weights(-2...4), Int.random(in: -25...5, using: &random))
      }
      var problem = GridProblem(grids: grids, budget: 100_000)
      let found = problem.least(of: sum, where: conditions)
      #expect(problem.isProven, "\(seed)")
      #expect(found?.cost == Self.byForce(grids, sum, conditions), "\(seed)")
      guard let found else { return }
      solved += 1
      #expect(sum.value { found.values[$0] } == found.cost, "\(seed)")
      #expect(conditions.allSatisfy { $0.value { found.values[$0] } >= 0 }, "\(seed)")
      for (value, grid) in zip(found.values, grids) {
        #expect(grid.low...grid.high ~= value && (value - grid.low) % grid.step == 0, "\(seed)")
      }
    }
    #expect(solved > 0)
  }

  @Test("A budget that is used up, and numbers that are too large, prove nothing")
  func bounded() {
    let grids = (0..<12).map { PlanSpace.Grid(low: 0, high: 1000 + $0, step: 1) }
    let weights = (0..<12).map { 101 + 7 * $0 }
    var problem = GridProblem(grids: grids, budget: 50)
    _ = problem.least(
      of: Self.form(weights.reversed(), 0),
      where: [Self.form(weights, -500_003), Self.form(weights.map { 300 - $0 }, -400_001)])
    #expect(!problem.isProven)
    let huge = 900_000_000_000_000
    var large = GridProblem(
      grids: [PlanSpace.Grid(low: 0, high: huge, step: 1)], budget: 1000)
    #expect(large.least(of: Self.form([huge], 0), where: [Self.form([1], -5)]) == nil)
    #expect(!large.isProven)
  }
}
