/// The options of a choice, and the state of choosing.
package struct PickerState<ID: Hashable & Sendable>: Sendable, Equatable {
  package struct Option: Sendable, Equatable {
    package let id: ID
    package let label: StyledText
    /// The quieter text beside it, where there is room.
    package let detail: String
    let searchText: String
    /// Whether it is offered for every filter.
    let isKept: Bool

    /// Makes an option.
    ///
    /// - Parameters:
    ///   - searchText: the text that a filter matches; nil for the label and the detail.
    ///   - isKept: whether it is offered for every filter.
    package init(
      id: ID, label: StyledText, detail: String = "", searchText: String? = nil,
      isKept: Bool = false
    ) {
      self.isKept = isKept
      self.id = id
      self.label = label
      self.detail = detail
      self.searchText = searchText ?? label.text + " " + detail
    }

    var displayWidth: Int {
      label.displayWidth + (detail.isEmpty ? 0 : detail.displayWidth + 2)
    }
  }

  package private(set) var options: [Option]
  /// The chosen options: marked, and accepted by Enter where several may be chosen.
  package private(set) var chosen: Set<ID>
  /// Whether Space marks an option and Enter accepts all marked ones.
  package let allowsSeveral: Bool
  /// Whether Enter accepts the focused option instead, as long as no mark was changed.
  package let acceptsFocus: Bool
  /// The options marked at the start.
  private let marked: Set<ID>
  package private(set) var filter = TextField()
  /// The indices of the matching options.
  package private(set) var matching: [Int]
  /// The focus among the matching options.
  package private(set) var scroll: ScrollState
  /// The cells that the widest option takes.
  private(set) var widest: Int

  /// Offers options.
  ///
  /// - Parameters:
  ///   - chosen: the options chosen at the start.
  ///   - acceptsFocus: where several may be chosen, whether Enter accepts the focused option alone when
  ///     it has no mark and no mark was changed.
  package init(
    options: [Option], chosen: Set<ID> = [], allowsSeveral: Bool = false,
    acceptsFocus: Bool = false
  ) {
    self.options = options
    self.chosen = chosen
    self.allowsSeveral = allowsSeveral
    self.acceptsFocus = acceptsFocus
    marked = chosen
    matching = Array(options.indices)
    widest = options.reduce(0) { max($0, $1.displayWidth) }
    scroll = ScrollState(focus: options.firstIndex { chosen.contains($0.id) } ?? 0)
  }

  package var focused: Option? {
    matching.indices.contains(scroll.focus) ? options[matching[scroll.focus]] : nil
  }

  /// Arrows, PgUp, PgDn, Home and End move; Space marks, where several may be chosen, and Ctrl-A marks
  /// all that match, or none; Enter accepts; Esc
  /// cancels; everything else edits the filter.
  ///
  /// - Returns: how the choice ended; nil: it goes on.
  package mutating func handle(
    _ key: Key, search: TextSearch = .plain
  ) -> PickerOutcome<ID>? {
    if scroll.handle(key, count: matching.count) { return nil }
    switch key {
    case .escape: return .cancelled
    case .enter: return accepted
    case .character(" ") where allowsSeveral: toggleFocused()
    case .control("a") where allowsSeveral: toggleMatching()
    default: edit(search) { _ = $0.handle(key) }
    }
    return nil
  }

  /// Adds a pasted text to the filter.
  package mutating func insert(_ pasted: String, search: TextSearch = .plain) {
    edit(search) { $0.insert(pasted) }
  }

  /// Adds a last option, such as the typed text itself.
  package mutating func replaceLast(with option: Option) {
    guard let last = options.indices.last, options[last] != option else { return }
    options[last] = option
    widest = max(widest, option.displayWidth)
  }

  /// Stores the number of visible rows, so that the list does not jump and PgDn moves by a page.
  ///
  /// - Parameter rows: how many options there is room for.
  package mutating func fit(rows: Int) {
    scroll.fit(count: matching.count, rows: rows)
  }

  private var accepted: PickerOutcome<ID>? {
    if allowsSeveral {
      if acceptsFocus, chosen == marked, let focused, !chosen.contains(focused.id) {
        return .chosen([focused.id])
      }
      return .chosen(options.map(\.id).filter(chosen.contains))
    }
    return focused.map { .chosen([$0.id]) }
  }

  private mutating func toggleFocused() {
    guard let id = focused?.id else { return }
    if chosen.remove(id) == nil { chosen.insert(id) }
  }

  private mutating func toggleMatching() {
    let ids = matching.map { options[$0].id }
    if chosen.isSuperset(of: ids) { chosen.subtract(ids) } else { chosen.formUnion(ids) }
  }

  /// Changes the filter; the focus stays on its option as long as that one matches.
  private mutating func edit(_ search: TextSearch, _ change: (inout TextField) -> Void) {
    let before = filter.text
    change(&filter)
    guard filter.text != before else { return }
    let focus = matching.indices.contains(scroll.focus) ? matching[scroll.focus] : nil
    let matches = search.matcher(filter.text)
    matching = options.indices.filter { options[$0].isKept || matches(options[$0].searchText) }
    scroll.focus = focus.flatMap { matching.firstIndex(of: $0) } ?? 0
  }
}

package enum PickerOutcome<ID: Hashable & Sendable>: Sendable, Equatable {
  /// The accepted options in their order; a single one without marks.
  case chosen([ID])
  case cancelled
}
