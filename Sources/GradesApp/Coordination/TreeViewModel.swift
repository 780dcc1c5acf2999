import GradesLocalization
import Terminal

/// A list whose rows belong to each other: each stands before its parts, which are deeper and can be folded away.
/// What is looked for is shown with what it belongs to, folded or not.
@MainActor
protocol TreeViewModel: ListViewModel {
  /// How many rows a row belongs to; 0 for one that is no part of another.
  func depth(_ row: Row) -> Int
}

extension TreeViewModel {
  /// The keys that fold the focused row and go to what it belongs to, at last out of the scene, or show its parts and
  /// go to them.
  ///
  /// - Parameter none: why they do nothing without rows; nil: they are silent.
  nonisolated static func foldKeys(
    letters: Bool = true, in slot: KeySlot = .footer, none: Message? = .disabledNoItem
  ) -> [Binding<Self>] {
    func key(_ key: Key, _ letter: Character, shown: [Key]? = nil, in slot: KeySlot, isRight: Bool)
      -> Binding<Self>
    {
      var binding = Binding<Self>(
        key, hint: .keyFold, shown: shown, in: slot, unless: { $0.rows.isEmpty ? none : nil }
      ) { $0.turn(isRight: isRight) }
      if letters { binding.keys.append(.character(letter)) }
      return binding
    }
    return [
      key(.left, "h", shown: [.left, .right], in: slot, isRight: false),
      key(.right, "l", in: .nowhere, isRight: true),
    ]
  }

  nonisolated static var toggleKey: Binding<Self> {
    Binding(
      .character(" "), hint: .keyFold, in: .help,
      unless: { model in
        model.focused.map { model.branches.contains($0.id) } == true ? nil : .disabledNoParts
      }
    ) { model in model.focused.map(model.toggle) ?? .done }
  }

  func toggle(_ row: Row) -> Response {
    // What is found is shown folded or not.
    guard !isFiltered, branches.contains(row.id) else { return .done }
    if list.folded.remove(row.id) == nil { list.folded.insert(row.id) }
    return .done
  }

  private func turn(isRight: Bool) -> Response {
    guard let focused else { return .done }
    let isFolded = self.isFolded(focused)
    let hasParts = branches.contains(focused.id)
    if isRight {
      if isFolded { return toggle(focused) }
      return hasParts ? move(.down) : .done
    }
    if hasParts, !isFolded, !isFiltered { return toggle(focused) }
    guard let parent = ancestors(of: focused).first else { return .back }
    focus(parent.id)
    return .done
  }

  private var branches: Set<Row.ID> { rows.branches(depth: depth) }

  private var isFiltered: Bool { !list.filter.query.isEmpty }

  private func isFolded(_ row: Row) -> Bool { !isFiltered && list.folded.contains(row.id) }

  /// The rows that a row belongs to, the nearest first.
  private func ancestors(of row: Row) -> [Row] {
    var depth = depth(row)
    var found: [Row] = []
    for other in rows.prefix(while: { $0.id != row.id }).reversed() where self.depth(other) < depth
    {
      depth = self.depth(other)
      found.append(other)
    }
    return found
  }

  func focus(_ id: Row.ID) {
    guard let row = rows.first(where: { $0.id == id }) else { return }
    list.focused = id
    list.folded.subtract(ancestors(of: row).map(\.id))
  }

  var matchingRows: [Row] {
    let query = list.filter.query
    return query.isEmpty ? shownRows : rows.filter { query.matches(searched($0)) }
  }

  var shownRows: [Row] {
    let query = list.filter.query
    guard query.isEmpty else {
      return rows.keepingParents(depth: depth) { query.matches(searched($0)) }
    }
    var hidden: Int?
    return rows.filter { row in
      if let depth = hidden, self.depth(row) > depth { return false }
      hidden = list.folded.contains(row.id) ? depth(row) : nil
      return true
    }
  }

  /// The lines of all rows in columns: with the depths and the signs of rows that have parts.
  ///
  /// - Parameter more: rows for which there must be room, too.
  func lines(
    _ columns: [Column<Row>], measuring more: [Row] = [], width: Int, showsTitles: Bool = false
  ) -> ColumnLines<Row> {
    ColumnLines(
      tree: rows, folded: isFiltered ? [] : list.folded, columns, measuring: more, width: width,
      showsTitles: showsTitles, depth: depth)
  }

  /// Some of the rows as a tree in these lines. What is shown only for its parts is quiet.
  ///
  /// - Parameter empty: stands instead of rows where there are none.
  func tree(
    _ rows: [Row], _ lines: ColumnLines<Row>, empty: [StyledText] = []
  ) -> ListContent<Row> {
    let matching = isFiltered ? Set(matchingRows.map(\.id)) : nil
    return ListContent([.init(rows: rows)], remarks: self.rows.isEmpty ? empty : []) { row in
      let line = lines.line(row)
      return matching?.contains(row.id) == false ? StyledText(line.text, .quiet) : line
    }
  }
}

extension ColumnLines where Row: Identifiable {
  /// Makes lines of a tree in a number of cells: the first column has the signs of rows that have parts.
  convenience init(
    tree rows: [Row], folded: Set<Row.ID> = [], _ columns: [Column<Row>],
    measuring more: [Row] = [],
    width: Int, showsTitles: Bool = false, depth: @escaping (Row) -> Int
  ) {
    let branches = rows.branches(depth: depth)
    var columns = columns
    columns[0] = columns[0].marked { row in
      let sign = branches.contains(row.id) ? (folded.contains(row.id) ? "▸ " : "▾ ") : "  "
      return StyledText(sign, .quiet)
    }
    self.init(rows + more, columns, width: width, showsTitles: showsTitles, depth: depth)
  }
}

extension Array where Element: Identifiable {
  fileprivate func branches(depth: (Element) -> Int) -> Set<Element.ID> {
    Set(zip(self, dropFirst()).filter { depth($1) > depth($0) }.map(\.0.id))
  }
}

extension Array {
  /// The wanted rows of a tree, and those above them, which hold it together.
  func keepingParents(
    depth: (Element) -> Int, where isWanted: (Element) -> Bool
  ) -> [Element] {
    var kept: [Element] = []
    var least = 0
    for element in reversed() where isWanted(element) || depth(element) < least {
      kept.append(element)
      least = depth(element)
    }
    return kept.reversed()
  }
}
