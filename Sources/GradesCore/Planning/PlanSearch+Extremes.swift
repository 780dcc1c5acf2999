import GradesClient

extension PlanSearch {
  /// The values with which the target is best or worst, and whether it gets steadily better towards them.
  ///
  /// The formulas mostly tell at which end of an item's values that is. Where they do not, as in the condition
  /// of a choice, the item's values are tried, all others being at their best.
  func extreme(
    isBest: Bool, from least: (PlanSpace.Open) -> Int
  ) -> (values: [Int], isMonotone: Bool) {
    var isMonotone = true
    var values = zip(open, influences).map { item, influence in
      let isHigh = (influence?.raises ?? true) == isBest || item.item.valueType == .string
      return isHigh ? item.high : least(item)
    }
    func rank() -> Double {
      let rank = target.rank(of: value(at: values))
      return isBest ? rank : -rank
    }
    func steps(of index: Int) -> Int {
      (open[index].high - least(open[index])) / open[index].step
    }
    func set(_ index: Int, to part: Int, of parts: Int) {
      let steps = steps(of: index) * part / parts
      values[index] = least(open[index]) + steps * open[index].step
    }
    let uncertain = open.indices.filter { index in
      guard let influence = influences[index], steps(of: index) > 0 else { return false }
      return influence.raises && influence.lowers && open[index].item.valueType != .string
    }
    // Of items that count alike one is enough, if more of it only helps.
    var helpful: Set<Int> = []
    for index in uncertain where !helpful.contains(roles[index]) {
      let parts = min(steps(of: index), 200)
      let ranks = (0...parts).map { part in
        set(index, to: part, of: parts)
        return rank()
      }
      let place = ranks.lastIndex(of: ranks.max() ?? 0) ?? parts
      set(index, to: place, of: parts)
      if zip(ranks[..<place], ranks[1...]).contains(where: >) {
        isMonotone = false
      } else if isBest, place == parts {
        helpful.insert(roles[index])
      }
    }
    // Two items may hinder each other.
    var (found, top) = (values, rank())
    for round in 1...200 where !uncertain.isEmpty {
      for (place, index) in uncertain.enumerated() {
        set(index, to: round * (7919 + place * 104_729) % 1009, of: 1008)
      }
      let other = rank()
      if other > top { (found, top, isMonotone) = (values, other, false) }
    }
    return (found, isMonotone && !isExhausted)
  }
}
