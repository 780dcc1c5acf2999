import GradesClient

/// The expressions of a course before and after a plan, and what they mean for its students.
struct StructureFormulas {
  /// The computed items that stay and may get other values, in the new order.
  let affected: [ItemIdentifier]
  private let old: ComputedItems
  private let new: ComputedItems
  private let kept: Set<ItemIdentifier>

  init(from before: [CourseItem], to after: [CourseItem]) {
    let (earlier, later) = (before.byIdentifier, after.byIdentifier)
    old = ComputedItems(items: before.map(\.formula), mode: .seenOnly)
    new = ComputedItems(items: after.map(\.formula), mode: .seenOnly)
    kept = Set(later.keys)
    var changed = Set(earlier.keys).subtracting(kept)
    for (identifier, item) in later where earlier[identifier]?.formula != item.formula {
      changed.insert(identifier)
    }
    guard !changed.isEmpty else {
      affected = []
      return
    }
    let dependent = new.dependents(of: changed).union(old.dependents(of: changed)).union(changed)
    affected = after.map(\.identifier).filter {
      dependent.contains($0) && earlier[$0] != nil && later[$0]?.formula.expression != nil
    }
  }

  /// The affected items that cannot be estimated, or of which some student gets another value.
  func recomputations(
    of students: [[ItemIdentifier: GradeValue]]
  ) -> [StructurePlan.Recomputation] {
    guard !affected.isEmpty else { return [] }
    var counts: [ItemIdentifier: Int] = [:]
    var unknown: Set<ItemIdentifier> = []
    for given in students {
      let known = old.values(given: given)
      let wanted = new.values(given: given.filter { kept.contains($0.key) })
      for item in affected where !unknown.contains(item) {
        guard case .success(let value) = wanted[item] else {
          unknown.insert(item)
          continue
        }
        // Without an earlier formula, the stored value is what students have now.
        let earlier: GradeValue?
        switch known[item] {
        case .success(let value): earlier = value
        case .failure:
          unknown.insert(item)
          continue
        case nil: earlier = given[item]
        }
        if earlier != value { counts[item, default: 0] += 1 }
      }
    }
    return affected.compactMap { item in
      if unknown.contains(item) { return .init(identifier: item, students: nil) }
      return counts[item].map { .init(identifier: item, students: $0) }
    }
  }
}
