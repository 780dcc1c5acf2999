/// The order in which items are computed, and their cycles.
///
/// Tarjan's algorithm with its own stack: a chain of ten thousand items must not exhaust the
/// thread's.
struct EvaluationOrder {
  /// The nodes that can be computed, each after its dependencies.
  private(set) var nodes: [Int] = []
  /// The nodes of each cycle, in the order of their dependencies.
  private(set) var cycles: [[Int]] = []

  private let edges: [[Int]]
  private var number: [Int]
  private var lowest: [Int]
  private var isOpen: [Bool]
  private var open: [Int] = []
  private var count = 0

  /// Orders nodes by the dependencies of each.
  init(_ edges: [[Int]]) {
    self.edges = edges
    number = Array(repeating: -1, count: edges.count)
    lowest = number
    isOpen = Array(repeating: false, count: edges.count)
    for node in edges.indices where number[node] < 0 { visit(node) }
  }

  private mutating func visit(_ root: Int) {
    var path = [(node: root, edge: 0)]
    enter(root)
    while let (node, edge) = path.last {
      guard edge < edges[node].count else {
        path.removeLast()
        if let parent = path.last?.node { lowest[parent] = min(lowest[parent], lowest[node]) }
        if lowest[node] == number[node] { close(node) }
        continue
      }
      path[path.count - 1].edge += 1
      let target = edges[node][edge]
      if number[target] < 0 {
        enter(target)
        path.append((target, 0))
      } else if isOpen[target] {
        lowest[node] = min(lowest[node], number[target])
      }
    }
  }

  private mutating func enter(_ node: Int) {
    number[node] = count
    lowest[node] = count
    count += 1
    open.append(node)
    isOpen[node] = true
  }

  private mutating func close(_ root: Int) {
    var members: [Int] = []
    repeat {
      members.append(open.removeLast())
      isOpen[members[members.count - 1]] = false
    } while members.last != root
    if members.count == 1, !edges[root].contains(root) {
      nodes.append(root)
    } else {
      cycles.append(members.reversed())
    }
  }
}
