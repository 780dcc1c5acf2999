import GradesClient

/// Shares a total among items as evenly as its conditions allow.
struct EvenShares {
  let grids: [PlanSpace.Grid]
  /// The unknowns among which values may move.
  let movable: [Int]
  let conditions: [LinearForm]

  /// Moves parts from the items that need most of their maximum to those that need least.
  func evened(_ start: [Int]) -> [Int] {
    guard 2...60 ~= movable.count else { return start }
    var values = start
    var rest = 3000
    var step = 64
    while rest > 0 {
      rest -= 1
      if move(&values, step) { continue }
      guard step > 1 else { break }
      step /= 4
    }
    return values
  }

  /// Moves one part where that makes the shares more even.
  private func move(_ values: inout [Int], _ size: Int) -> Bool {
    func share(_ unknown: Int, _ value: Double) -> Double {
      value / Double(max(1, grids[unknown].high))
    }
    let sorted = movable.sorted {
      share($0, Double(values[$0])) > share($1, Double(values[$1]))
    }
    for giver in sorted {
      for taker in sorted.reversed() where taker != giver {
        let part = size * max(grids[giver].step, grids[taker].step)
        guard part % grids[giver].step == 0, part % grids[taker].step == 0 else { continue }
        let (less, more) = (values[giver] - part, values[taker] + part)
        // The sum of the squares, weighted by the maxima, has to become less.
        guard
          share(giver, Double(values[giver] + less) / 2)
            > share(taker, Double(values[taker] + more) / 2)
        else { continue }
        guard less >= grids[giver].low, more <= grids[taker].high else { continue }
        let old = values
        values[giver] = less
        values[taker] = more
        if conditions.allSatisfy({ $0.value { values[$0] } >= 0 }) { return true }
        values = old
      }
    }
    return false
  }
}
