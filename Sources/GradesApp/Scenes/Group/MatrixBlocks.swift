/// The blocks of columns of a table that is too wide.
struct MatrixBlocks {
  /// The blocks from left to right, each with the columns' numbers; the fixed columns, which every
  /// block begins with, do not count.
  let columns: [[Int]]

  /// Fills blocks with columns of the given widths, at least one in each.
  ///
  /// - Parameters:
  ///   - measured: the widths of all columns, the fixed ones first.
  ///   - fixed: how many columns every block begins with.
  ///   - width: the cells of a line.
  init(measured: [Int], fixed: Int, in width: Int) {
    // The names may shrink to make room for one more value, but only so far.
    let begin = measured.prefix(fixed).reduce(0, +) + TableLayout.gap * (fixed - 1)
    let room = max(width - min(begin, width / 2), 0)
    var blocks: [[Int]] = []
    var used = 0
    for (index, column) in measured.dropFirst(fixed).enumerated() {
      let needed = TableLayout.gap + column
      if blocks.isEmpty || used + needed > room {
        blocks.append([])
        used = 0
      }
      blocks[blocks.count - 1].append(index)
      used += needed
    }
    columns = blocks
  }
}
