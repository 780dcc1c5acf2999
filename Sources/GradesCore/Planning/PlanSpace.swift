import GradesClient

/// The open items of a course and the values that they can get.
struct PlanSpace: Sendable {
  /// An item without a value.
  struct Open: Sendable {
    var item: Classification
    /// The values that it can get, in millionths: from `low` to `high` by `step`; those of yes/no and text items
    /// are 0 and 1.
    var low = 0
    var high = 1
    var step = 1
    /// The least value to propose: not less than nothing, nor than the item's own minimum.
    var floor = 0
  }

  let items: [Open]
  /// The open numbers without an upper bound: nothing is proposed for them.
  let unbounded: [ItemIdentifier]

  init(_ items: [Classification], values: [ItemIdentifier: GradeValue]) {
    let steps = ItemSteps(items, values: values)
    var open: [Open] = []
    var unbounded: [ItemIdentifier] = []
    for item in items where item.isEditable && values[item.identifier] == nil {
      switch item.valueType {
      case .number:
        let step = steps.step(of: item)
        guard let maximum = item.maximumValue,
          let values = Self.multiples(of: step, from: item.minimumValue ?? 0, to: maximum)
        else {
          unbounded.append(item.identifier)
          continue
        }
        // A negative value is never needed.
        var floor = max(values.lowerBound, min(0, values.upperBound))
        if let required = item.requiredValue,
          let enough = Self.multiples(of: step, from: required, to: maximum)
        {
          floor = max(floor, enough.lowerBound)
        }
        open.append(
          Open(
            item: item, low: values.lowerBound, high: values.upperBound, step: step, floor: floor))
      case .boolean: open.append(Open(item: item, floor: item.requiredValue == nil ? 0 : 1))
      case .string: open.append(Open(item: item))
      default: break
      }
    }
    self.items = open
    self.unbounded = unbounded
  }

  /// A number in millionths; nil where it has finer parts or is too large.
  static func millionths(_ number: Double) -> Int? {
    let scaled = number * 1_000_000
    guard abs(scaled) < 1e15, abs(scaled.rounded() - scaled) < 1e-3 else { return nil }
    return Int(scaled.rounded())
  }

  static func number(_ value: Int) -> Double { Double(value) / 1_000_000 }

  /// The multiples of a step between bounds, in millionths; nil where there are none.
  private static func multiples(
    of step: Int, from least: Double, to greatest: Double
  ) -> ClosedRange<Int>? {
    guard let least = millionths(least), let greatest = millionths(greatest) else { return nil }
    /// The quotient, rounded down.
    func quotient(_ number: Int) -> Int {
      number >= 0 ? number / step : -((step - 1 - number) / step)
    }
    let (low, high) = (-quotient(-least) * step, quotient(greatest) * step)
    return low <= high ? low...high : nil
  }
}

/// How finely items are graded, as far as a student's course shows it.
struct ItemSteps: Sendable {
  /// The steps that are looked for, in millionths, the coarsest first.
  private static let candidates = [1_000_000, 500_000, 250_000, 100_000, 50_000, 10_000, 1000]
  /// Machines grade in thousandths; people do not, so these count only in an item's own bounds.
  private static let fineSteps = 3

  private let seen: [ClassificationType: Int]

  init(_ items: [Classification], values: [ItemIdentifier: GradeValue]) {
    var seen: [ClassificationType: Int] = [:]
    for item in items where item.isEditable {
      guard case .number(let number)? = values[item.identifier],
        let step = Self.step(of: [number], among: Self.candidates.dropLast(Self.fineSteps))
      else { continue }
      seen[item.classificationType] = min(seen[item.classificationType] ?? step, step)
    }
    self.seen = seen
  }

  /// The step of an item, in millionths: the finest that values of its kind or its own bounds have.
  func step(of item: Classification) -> Int {
    let bounds = [item.minimumValue, item.requiredValue, item.maximumValue].compactMap(\.self)
    let own = Self.step(of: bounds, among: Self.candidates[...]) ?? Self.candidates[0]
    return min(own, seen[item.classificationType] ?? own)
  }

  private static func step(of numbers: [Double], among candidates: ArraySlice<Int>) -> Int? {
    let scaled = numbers.compactMap(PlanSpace.millionths)
    return candidates.first { step in scaled.allSatisfy { $0 % step == 0 } }
  }
}
