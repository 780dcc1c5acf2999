/// How a computed value follows the value of an item, as far as the expressions show without any value.
package struct Influence: Sendable {
  /// More of the item may make the value greater or better.
  package var raises = false
  /// More of the item may make the value less or worse.
  package var lowers = false
  /// The sums, conditions and the like in which the item stands: those with the same ones count alike.
  package var places: [Int] = []
}

extension ComputedItems {
  /// The items that items need, directly or through others, and themselves.
  package func influences(on wanted: [ItemIdentifier]) -> [ItemIdentifier: Influence] {
    let wanted = Set(wanted)
    var walk = InfluenceWalk()
    for (index, identifier) in identifiers.enumerated() where wanted.contains(identifier) {
      walk.visit(.item(index), .rising)
    }
    // Each program stands after those that it needs.
    for (index, program) in programs.reversed() {
      guard let influence = walk.items[index] else { continue }
      walk.visit(program, Direction(influence))
    }
    return Dictionary(
      walk.items.map { (identifiers[$0.key], $0.value) }, uniquingKeysWith: { first, _ in first })
  }

  /// The texts that an item's expression can give; nil where they are not certain.
  package func texts(of item: ItemIdentifier) -> Set<String>? {
    var known: [Int: Set<String>] = [:]
    for (index, program) in programs {
      var declared: [Set<String>?] = []
      func texts(_ node: ExpressionNode) -> Set<String>? {
        switch node {
        case .constant(.string(let text)): text.map { [$0] }
        case .mark: Set(GradeLetter.bands.map(\.letter))
        case .item(let index): known[index]
        case .declared(let index): declared[index]
        case .choice(_, let then, let otherwise):
          texts(then).flatMap { first in texts(otherwise).map(first.union) }
        default: nil
        }
      }
      for declaration in program.declarations { declared.append(texts(declaration)) }
      known[index] = texts(program.result)
      if identifiers[index] == item { break }
    }
    return identifiers.firstIndex(of: item).flatMap { known[$0] }
  }
}

/// Whether a value rises or falls with a part of it.
private enum Direction {
  case rising
  case falling
  case either

  init(_ influence: Influence) {
    self = influence.raises && influence.lowers ? .either : influence.lowers ? .falling : .rising
  }

  var opposite: Self {
    switch self {
    case .rising: .falling
    case .falling: .rising
    case .either: .either
    }
  }
}

/// Collects what influences a value, from the whole to its parts.
private struct InfluenceWalk {
  var items: [Int: Influence] = [:]
  private var declared: [Influence] = []
  private var places = 0

  mutating func visit(_ program: ExpressionProgram, _ direction: Direction) {
    declared = program.declarations.map { _ in Influence() }
    visit(program.result, direction)
    for (index, node) in program.declarations.enumerated().reversed() {
      visit(node, Direction(declared[index]))
    }
  }

  /// Visits a part that is a place of its own.
  mutating func visit(_ node: ExpressionNode, _ direction: Direction) {
    places += 1
    visit(node, direction, at: places)
  }

  private mutating func visit(_ node: ExpressionNode, _ direction: Direction, at place: Int) {
    switch node {
    case .constant, .isMissing: break
    case .item(let index): items[index, default: Influence()].add(direction, place)
    case .declared(let index): declared[index].add(direction, place)
    case .mark(let points): visit(points, direction, at: place)
    case .not(let operand), .minus(let operand): visit(operand, direction.opposite)
    case .sum(let summands):
      for summand in summands {
        switch summand {
        case .expression(let node): visit(node, direction, at: place)
        case .items(let indexes):
          for index in indexes { visit(.item(index), direction, at: place) }
        }
      }
    case .chain(let first, let links):
      let isSum = links.allSatisfy { $0.operation == "+" }
      let isKnown = links.allSatisfy { ["+", "&&", ">="].contains($0.operation) }
      for (index, node) in ([first] + links.map(\.operand)).enumerated() {
        let isRight = index > 0 && links[index - 1].operation == ">="
        let own = !isKnown ? .either : isRight ? direction.opposite : direction
        if isSum { visit(node, own, at: place) } else { visit(node, own) }
      }
    case .choice(let condition, let then, let otherwise):
      visit(condition, .either)
      visit(then, direction)
      visit(otherwise, direction)
    }
  }
}

extension Influence {
  fileprivate mutating func add(_ direction: Direction, _ place: Int) {
    if direction != .falling { raises = true }
    if direction != .rising { lowers = true }
    places.append(place)
  }
}
