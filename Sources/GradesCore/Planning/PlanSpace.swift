import GradesClient

/// The open items of a course and the values that they can get.
struct PlanSpace: Sendable {
  /// The values of a number, in millionths: from `low` to `high` by `step`.
  struct Grid: Hashable, Sendable {
    var low: Int
    var high: Int
    var step: Int

    static let flag = Self(low: 0, high: 1, step: 1)

    /// A number in millionths; nil where it has finer parts or is too large.
    static func millionths(_ number: Double) -> Int? {
      let scaled = number * 1_000_000
      guard abs(scaled) < 1e15, abs(scaled.rounded() - scaled) < 1e-3 else { return nil }
      return Int(scaled.rounded())
    }

    static func number(_ value: Int) -> Double { Double(value) / 1_000_000 }
  }

  /// An item without a value.
  struct Open: Sendable {
    var item: Classification
    /// The values that it can get; for yes/no and text items as for a flag.
    var grid: Grid
    /// The least value to propose: not less than nothing, nor than the item's own minimum.
    var floor: Int
  }

  /// The open items in display order.
  let items: [Open]
  /// The open numbers without an upper bound: nothing is proposed for them.
  let unbounded: [ItemIdentifier]

  /// Finds the items without a value among a course's items.
  init(_ items: [Classification], values: [ItemIdentifier: GradeValue]) {
    let steps = ItemSteps(items, values: values)
    var open: [Open] = []
    var unbounded: [ItemIdentifier] = []
    for item in items where item.isEditable && values[item.identifier] == nil {
      switch item.valueType {
      case .number:
        guard let maximum = item.maximumValue,
          let grid = Grid(from: item.minimumValue ?? 0, to: maximum, step: steps.step(of: item))
        else {
          unbounded.append(item.identifier)
          continue
        }
        // A negative value is never needed.
        var floor = max(grid.low, min(0, grid.high))
        if let required = item.requiredValue,
          let least = Grid(from: required, to: maximum, step: grid.step)
        {
          floor = max(floor, least.low)
        }
        open.append(Open(item: item, grid: grid, floor: floor))
      case .boolean:
        open.append(Open(item: item, grid: .flag, floor: item.requiredValue == nil ? 0 : 1))
      case .string: open.append(Open(item: item, grid: .flag, floor: 0))
      default: break
      }
    }
    self.items = open
    self.unbounded = unbounded
  }
}

/// How finely items are graded, as far as a student's course shows it.
struct ItemSteps: Sendable {
  /// The steps that are looked for, in millionths, the coarsest first.
  private static let candidates = [1_000_000, 500_000, 250_000, 100_000, 50_000, 10_000, 1000]
  /// Machines grade in thousandths; people do not, so these count only in an item's own bounds.
  private static let fineSteps = 3

  private let seen: [ClassificationType: Int]

  /// Looks at the values and bounds of a course's items.
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
    let scaled = numbers.compactMap(PlanSpace.Grid.millionths)
    return candidates.first { step in scaled.allSatisfy { $0 % step == 0 } }
  }
}

extension PlanSpace.Grid {
  /// The grid of the multiples of a step between bounds; nil where there are none.
  init?(from least: Double, to greatest: Double, step: Int) {
    guard let least = Self.millionths(least), let greatest = Self.millionths(greatest) else {
      return nil
    }
    /// The quotient, rounded down.
    func quotient(_ number: Int) -> Int {
      number >= 0 ? number / step : -((step - 1 - number) / step)
    }
    self.init(low: -quotient(-least) * step, high: quotient(greatest) * step, step: step)
    guard low <= high else { return nil }
  }
}
