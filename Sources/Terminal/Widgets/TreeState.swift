/// A line of a tree. The lines are in reading order: the children of a line follow it, one step
/// deeper.
public struct TreeRow<ID: Hashable & Sendable>: Sendable, Equatable {
  /// The value that identifies the line.
  public var id: ID
  /// The number of lines above it in the tree; 0 for a root.
  public var depth: Int
  /// Whether it has children.
  public var hasChildren: Bool

  /// Makes a line.
  public init(id: ID, depth: Int, hasChildren: Bool) {
    self.id = id
    self.depth = max(0, depth)
    self.hasChildren = hasChildren
  }
}

/// The open lines of a tree and its focus.
public struct TreeState<ID: Hashable & Sendable>: Sendable, Equatable {
  /// The lines whose children are hidden.
  public var collapsed: Set<ID>
  /// The focus among the lines that are not hidden.
  public var scroll: ScrollState

  /// Starts with the first line focused.
  public init(collapsed: Set<ID> = []) {
    self.collapsed = collapsed
    scroll = ScrollState()
  }

  /// The indices of the lines that are not hidden.
  public func visible(_ rows: [TreeRow<ID>]) -> [Int] {
    var result: [Int] = []
    var hidesDeeperThan: Int?
    for (index, row) in rows.enumerated() {
      if let depth = hidesDeeperThan, row.depth > depth { continue }
      hidesDeeperThan = row.hasChildren && collapsed.contains(row.id) ? row.depth : nil
      result.append(index)
    }
    return result
  }

  /// The focused line; nil if there is none.
  public func focused(_ rows: [TreeRow<ID>]) -> TreeRow<ID>? {
    let visible = visible(rows)
    guard !visible.isEmpty else { return nil }
    return rows[visible[min(max(0, scroll.focus), visible.count - 1)]]
  }

  /// Focuses a line, and opens the lines above it in the tree.
  public mutating func focus(_ id: ID, _ rows: [TreeRow<ID>]) {
    guard let target = rows.firstIndex(where: { $0.id == id }) else { return }
    var depth = rows[target].depth
    for row in rows[..<target].reversed() where row.depth < depth {
      collapsed.remove(row.id)
      depth = row.depth
    }
    scroll.focus = visible(rows).firstIndex(of: target) ?? 0
  }

  /// Hides or shows the children of the focused line.
  public mutating func toggle(_ rows: [TreeRow<ID>]) {
    guard let row = focused(rows), row.hasChildren else { return }
    if collapsed.remove(row.id) == nil { collapsed.insert(row.id) }
  }

  /// Right opens a line, or moves to its first child; left closes it, or moves to its parent; the
  /// other arrows, PgUp, PgDn, Home and End move.
  ///
  /// - Parameter page: how many lines PgUp and PgDn move by.
  /// - Returns: whether it was such a key.
  public mutating func handle(_ key: Key, _ rows: [TreeRow<ID>], page: Int) -> Bool {
    let visible = visible(rows)
    scroll.move(to: scroll.focus, count: visible.count)
    if scroll.handle(key, count: visible.count, page: page) { return true }
    guard key == .left || key == .right else { return false }
    guard visible.indices.contains(scroll.focus) else { return true }
    let row = rows[visible[scroll.focus]]
    let isOpen = row.hasChildren && !collapsed.contains(row.id)
    if key == .right {
      if row.hasChildren, !isOpen {
        collapsed.remove(row.id)
      } else if row.hasChildren {
        scroll.move(by: 1, count: visible.count)
      }
    } else if isOpen {
      collapsed.insert(row.id)
    } else if let parent = visible[..<scroll.focus].lastIndex(where: { rows[$0].depth < row.depth })
    {
      scroll.focus = parent
    }
    return true
  }

  /// Stores the number of visible rows, so that the tree does not jump.
  public mutating func fit(_ rows: [TreeRow<ID>], height: Int) {
    scroll.fit(count: visible(rows).count, rows: height)
  }

  /// Draws the lines around the focus.
  ///
  /// - Parameter line: the text of a line, by its index among all, that has some cells of room
  /// behind its
  ///   sign. Depths and signs take less than half the width.
  public func draw(
    _ rows: [TreeRow<ID>], in rect: Rect, of frame: inout Frame, showsFocus: Bool = true,
    line: @escaping (_ index: Int, _ width: Int) -> StyledText
  ) {
    let visible = visible(rows)
    FocusList(count: visible.count) { index, width in
      let row = rows[visible[index]]
      let indent = min(row.depth * 2, width / 2)
      let sign = row.hasChildren ? (collapsed.contains(row.id) ? "▸ " : "▾ ") : "  "
      let room = max(0, width - indent - 2)
      return .blanks(indent) + StyledText(sign, .quiet) + line(visible[index], room)
    }.draw(scroll, in: rect, of: &frame, showsFocus: showsFocus)
  }
}
