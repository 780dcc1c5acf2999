/// What one chooses from, and what has been chosen so far.
public struct PickerState<ID: Hashable & Sendable>: Sendable, Equatable {
  /// Something to choose.
  public struct Option: Sendable, Equatable {
    /// What stands for it.
    public let id: ID
    /// What is shown.
    public let label: StyledText
    /// What is shown beside it in a quieter tone, where there is room.
    public let detail: String
    let searchText: String
    /// Whether it is offered whatever is typed.
    let isKept: Bool

    /// Makes an option.
    ///
    /// - Parameters:
    ///   - searchText: what a filter looks in; nil: the label and the detail.
    ///   - isKept: whether it is offered whatever is typed.
    public init(
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

  /// Everything there is to choose from.
  public private(set) var options: [Option]
  /// What is chosen now: marked, and taken by Enter if several may be.
  public private(set) var chosen: Set<ID>
  /// Whether Space marks one more and Enter takes all that are marked.
  public let allowsSeveral: Bool
  /// Whether typing leaves those that match.
  public let filters: Bool
  /// What has been typed.
  public private(set) var filter = TextField()
  /// The options that match, by their places among all.
  public private(set) var matching: [Int]
  /// The focus among those that match.
  public private(set) var scroll: ScrollState
  /// The cells that the widest option takes.
  private(set) var widest: Int
  private var page = 10

  /// Offers options.
  ///
  /// - Parameters:
  ///   - chosen: what is chosen at the start.
  ///   - focus: the option to begin at; nil: the first that is chosen.
  public init(
    options: [Option], chosen: Set<ID> = [], focus: ID? = nil, allowsSeveral: Bool = false,
    filters: Bool = true
  ) {
    self.options = options
    self.chosen = chosen
    self.allowsSeveral = allowsSeveral
    self.filters = filters
    matching = Array(options.indices)
    widest = options.reduce(0) { max($0, $1.displayWidth) }
    let start = options.firstIndex { option in
      focus.map { option.id == $0 } ?? chosen.contains(option.id)
    }
    scroll = ScrollState(focus: start ?? 0)
  }

  /// The focused option; nil if none matches.
  public var focused: Option? {
    matching.indices.contains(scroll.focus) ? options[matching[scroll.focus]] : nil
  }

  /// Arrows, PgUp, PgDn, Home and End move; Space marks, where several may be chosen; Enter accepts; Esc
  /// cancels; everything else edits the filter.
  ///
  /// - Returns: how the choice ended; nil: it goes on.
  public mutating func handle(
    _ key: Key, search: TextSearch = .plain
  ) -> PickerOutcome<ID>? {
    if scroll.handle(key, count: matching.count, page: page) { return nil }
    switch key {
    case .escape: return .cancelled
    case .enter: return accepted
    case .character(" ") where allowsSeveral: toggleFocused()
    default: edit(search) { _ = $0.handle(key) }
    }
    return nil
  }

  /// Adds a pasted text to the filter.
  public mutating func insert(_ pasted: String, search: TextSearch = .plain) {
    edit(search) { $0.insert(pasted) }
  }

  /// Offers something else as the last option, such as what was typed itself.
  public mutating func replaceLast(with option: Option) {
    guard let last = options.indices.last, options[last] != option else { return }
    options[last] = option
    widest = max(widest, option.displayWidth)
  }

  /// Remembers what the screen shows, so that the list does not jump and PgDn moves by a page.
  ///
  /// - Parameter rows: how many options there is room for.
  public mutating func fit(rows: Int) {
    page = max(1, rows)
    scroll.fit(count: matching.count, rows: rows)
  }

  private var accepted: PickerOutcome<ID>? {
    if allowsSeveral {
      return .chosen(options.map(\.id).filter(chosen.contains))
    }
    return focused.map { .chosen([$0.id]) }
  }

  private mutating func toggleFocused() {
    guard let id = focused?.id else { return }
    if chosen.remove(id) == nil { chosen.insert(id) }
  }

  /// Changes the filter; the focus stays on its option as long as that one matches.
  private mutating func edit(_ search: TextSearch, _ change: (inout TextField) -> Void) {
    guard filters else { return }
    let before = filter.text
    change(&filter)
    guard filter.text != before else { return }
    let focus = matching.indices.contains(scroll.focus) ? matching[scroll.focus] : nil
    let matches = search.matcher(filter.text)
    matching = options.indices.filter { options[$0].isKept || matches(options[$0].searchText) }
    scroll.focus = focus.flatMap { matching.firstIndex(of: $0) } ?? 0
  }
}

/// How a choice ended.
public enum PickerOutcome<ID: Hashable & Sendable>: Sendable, Equatable {
  /// These were taken, in the order of the options; without marks it is one.
  case chosen([ID])
  /// Nothing is to change.
  case cancelled
}
