/// A regular expression over the identifiers of items, as `SUM` takes it (Service contract, 8.2).
///
/// It matches whole identifiers. Literals, `.`, classes such as `[a-z0-9_]`, `\d` `\w` `\s` and
/// their opposites, groups, `|`, `*`, `+`, `?` and `{n,m}` are supported; look-around,
/// back-references and the like are not. Matching takes time in proportion to the lengths of the
/// pattern and the identifier, because it never backtracks: a course's formulas are foreign text, and Swift's
/// `Regex` takes twice the time for each further `(a|a)` of a pattern (20 of them: 0.6 s), and 3.5 MB.
package struct IdentifierPattern: Sendable {
  package enum Problem: Error, Hashable, Sendable {
    case malformed
    /// A part outside the subset, as it was written.
    case unsupported(String)
    /// Its repetitions make it larger than ``IdentifierPattern/maximumSize`` steps.
    case tooLarge
  }

  /// How many steps a pattern may have after its repetitions are written out.
  package static let maximumSize = 5_000

  /// Every identifier that matches begins with this.
  let literalPrefix: String
  private let steps: [PatternStep]

  package init(_ pattern: String) throws(Problem) {
    var parser = PatternParser(pattern)
    steps = try parser.wholePattern() + [.match]
    let literals = steps.lazy.map(\.literal).prefix { $0 != nil }.compactMap(\.self)
    literalPrefix = String(String.UnicodeScalarView(literals))
  }

  /// Whether the whole text matches; subtracts its steps from a budget, which may fall below zero.
  package func matches(_ text: String, budget: inout Int) -> Bool {
    budget -= steps.count
    var walk = PatternWalk(steps: steps)
    walk.enter(0)
    for scalar in text.unicodeScalars {
      walk.consume(scalar)
      budget -= walk.cost
      if walk.isDead { return false }
    }
    return walk.isAtMatch
  }
}

/// A step of a compiled pattern, which refers to other steps by their distance from it.
enum PatternStep: Sendable {
  case scalar(ScalarClass)
  case split(Int, Int)
  case jump(Int)
  case match

  /// The character that the step consumes; nil if it is not one alone.
  var literal: Unicode.Scalar? {
    if case .scalar(let wanted) = self { wanted.literal } else { nil }
  }
}

/// The set of steps that the consumed part of a text can reach.
private struct PatternWalk {
  private let steps: [PatternStep]
  private var active: [Int] = []
  private var isMember: [Bool]
  private var pending: [Int] = []
  private(set) var cost = 0

  init(steps: [PatternStep]) {
    self.steps = steps
    isMember = Array(repeating: false, count: steps.count)
  }

  var isDead: Bool { active.isEmpty }
  var isAtMatch: Bool { isMember[steps.count - 1] }

  mutating func enter(_ step: Int) {
    pending.append(step)
    while let step = pending.popLast() {
      guard !isMember[step] else { continue }
      isMember[step] = true
      active.append(step)
      switch steps[step] {
      case .split(let first, let second):
        pending.append(step + second)
        pending.append(step + first)
      case .jump(let distance): pending.append(step + distance)
      case .scalar, .match: break
      }
    }
  }

  mutating func consume(_ scalar: Unicode.Scalar) {
    let before = active
    active.removeAll(keepingCapacity: true)
    for step in before { isMember[step] = false }
    cost = before.count + 1
    for step in before {
      if case .scalar(let wanted) = steps[step], wanted.contains(scalar) { enter(step + 1) }
    }
  }
}
