import GradesClient

extension PlanSearch {
  /// How good a proposal is: its total, then how evenly it is shared.
  private struct Cost {
    var total = 0
    /// The sum of the squares, weighted by the maxima: the less, the more even.
    var spread = 0.0

    static func + (left: Self, right: Self) -> Self {
      Self(total: left.total + right.total, spread: left.spread + right.spread)
    }

    func isLess(than other: Self) -> Bool {
      // Sums of fractions differ by how they are added.
      total < other.total || (total == other.total && spread < other.spread - 1e-3)
    }
  }

  private func cost(of index: Int, _ value: Int) -> Cost {
    let points = PlanSpace.number(value)
    let high = PlanSpace.number(open[index].high)
    return Cost(total: value, spread: points * points / max(1, high))
  }

  /// The values of a proposal with the least total, shared evenly.
  ///
  /// - Parameter fixed: an item whose value is given.
  func shares(fixing fixed: (index: Int, value: Int)? = nil) -> [Int] {
    var start = best
    if let fixed { start[fixed.index] = fixed.value }
    let numbers = open.indices.filter {
      isNumber($0) && $0 != fixed?.index && best[$0] > open[$0].floor
    }
    var values = exchanged(numbers, in: ordered(numbers, from: start))
    // Yes/no values and texts cost nothing, so they help as long as they can.
    for index in open.indices where !isNumber(index) && values[index] > open[index].floor {
      values[index] = 0
      if !holds(values) { values[index] = 1 }
    }
    return values
  }

  /// Lowers the items of each role with all others (0), or before (-1) or after them (1) where that makes the
  /// total less: what counts in several conditions, or twice, is better kept.
  private func ordered(_ numbers: [Int], from start: [Int]) -> [Int] {
    func lowered(_ turns: [Int: Int]) -> (values: [Int], cost: Cost) {
      let values = Set(turns.values).sorted().reduce(start) { values, turn in
        self.lowered(numbers.filter { turns[roles[$0]] == turn }, from: values)
      }
      return (values, numbers.reduce(Cost()) { $0 + cost(of: $1, values[$1]) })
    }
    var turns: [Int: Int] = [:]
    var chosen = Dictionary(numbers.map { (roles[$0], 0) }, uniquingKeysWith: { turn, _ in turn })
    var least = lowered(chosen)
    while chosen.count > 1, chosen != turns, !isExhausted {
      turns = chosen
      for role in turns.keys.sorted() {
        for turn in -1...1 where turns[role] != turn {
          let trial = turns.merging([role: turn]) { _, turn in turn }
          let found = lowered(trial)
          if found.cost.isLess(than: least.cost) { (chosen, least) = (trial, found) }
        }
      }
    }
    return least.values
  }

  /// Lowers single items by a step and raises another one by as little as possible instead, where that makes
  /// the total less or more even.
  private func exchanged(_ numbers: [Int], in start: [Int]) -> [Int] {
    var values = start
    var isChanged = true
    while isChanged, !isExhausted {
      isChanged = false
      for giver in numbers {
        for taker in numbers where taker != giver {
          let (given, taken) = (open[giver].step, open[taker].step)
          guard values[giver] - given >= open[giver].floor else { break }
          let most = min(given, best[taker] - values[taker]) / taken
          func isLess(_ count: Int) -> Bool {
            let (less, more) = (values[giver] - given, values[taker] + count * taken)
            let old = cost(of: giver, values[giver]) + cost(of: taker, values[taker])
            return (cost(of: giver, less) + cost(of: taker, more)).isLess(than: old)
          }
          func moved(_ count: Int) -> [Int] {
            var moved = values
            moved[giver] -= given
            moved[taker] += count * taken
            return moved
          }
          guard most > 0, isLess(1), holds(moved(most)) else { continue }
          let count = least(most) { holds(moved($0)) }
          if isLess(count) { (values, isChanged) = (moved(count), true) }
        }
      }
    }
    return values
  }
}
