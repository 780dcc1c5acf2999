import GradesLocalization
import Terminal

/// The text that filters the rows of a scene, and whether it is being typed.
struct TextFilter: Equatable, Sendable {
  enum Action: Hashable, Sendable {
    case begin
    /// Ends typing; the rows stay filtered.
    case accept
    case clear
    case insert(String)
    case edit(Key)
  }

  /// The text that is typed; nil while all rows are shown.
  private(set) var field: TextField?
  private(set) var isTyped = false

  /// A filter that is always being typed.
  static let typed = {
    var filter = TextFilter()
    _ = filter.apply(.begin)
    return filter
  }()

  var text: String { field?.text ?? "" }

  var query: SearchQuery { SearchQuery(text) }

  /// Whether the filter has a line of the scene.
  var isOpen: Bool { field != nil }

  /// Applies a change; returns whether the text is another one now.
  mutating func apply(_ action: Action) -> Bool {
    let before = text
    switch action {
    case .begin:
      field = TextField()
      isTyped = true
    case .accept:
      isTyped = false
      if text.isEmpty { field = nil }
    case .clear: (field, isTyped) = (nil, false)
    case .insert(let text): field?.insert(text)
    case .edit(let key): _ = field?.handle(key)
    }
    return text != before
  }

  /// The bindings of a scene with this filter: only those of the text while it is typed, and after that
  /// one more to show all rows.
  @MainActor
  func bindings<Model>(
    over own: [Binding<Model>], move: @escaping @MainActor (Model, Movement) -> Response,
    change: @escaping @MainActor (Model, Action) -> Response
  ) -> [Binding<Model>] {
    if isTyped {
      return [
        Binding(.up, hint: .keyMove, shown: [.up, .down], in: .first) { move($0, .up) },
        Binding(.down, hint: .keyMove, in: .nowhere) { move($0, .down) },
        Binding(.enter, hint: .keyAccept, in: .first) { change($0, .accept) },
        Binding(.escape, hint: .keyCancel, in: .first) { change($0, .clear) },
      ]
    }
    guard isOpen else { return own }
    return [Binding(.escape, hint: .keyShowAll, in: .first) { change($0, .clear) }] + own
  }

  /// The change of typed text; nil while letters are keys of the scene.
  func typed(_ text: String) -> Action? { isTyped ? .insert(text) : nil }

  /// The change of an editing key; nil for other keys, which the scene or the app may have.
  func edited(_ key: Key) -> Action? {
    guard isTyped, var field, field.handle(key) else { return nil }
    return .edit(key)
  }

  /// Draws the text and, where there is room, how many rows it finds. Draws nothing while all rows are
  /// shown.
  func draw(in rect: Rect, of frame: inout Frame, count: StyledText = "") {
    guard let field, rect.rows > 0 else { return }
    let label = Self.label
    frame.write(label, at: Position(column: rect.column, row: rect.row), width: rect.columns)
    var room = rect.inset(left: label.displayWidth, right: 1)
    if !count.isEmpty, Self.hasRoom(for: count, columns: rect.columns) {
      frame.write(
        count, at: Position(column: room.columnRange.upperBound - count.displayWidth, row: rect.row)
      )
      room.size.columns -= count.displayWidth + 2
    }
    field.draw(in: room, of: &frame, showsCursor: isTyped)
  }

  private static let label = StyledText(" / ", .accent)

  /// A narrower text would be too short to be checked.
  private static let leastColumns = 8

  /// Whether what a filter finds is shown beside its text.
  static func hasRoom(for count: StyledText, columns: Int) -> Bool {
    columns - label.displayWidth - 1 - count.displayWidth - 2 > leastColumns
  }
}
