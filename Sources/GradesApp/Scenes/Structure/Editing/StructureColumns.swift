import GradesClient
import GradesCore
import GradesLocalization
import Terminal

/// The columns of the tree of a structure, as many as a width allows: the identifier, what is wrong, the
/// bounds, whether students see the item, the number of values, the type, the name.
struct StructureColumns {
  private let state: StructureViewModel.State
  private let words: SceneWords
  private let width: Int
  private var identifiers: Int
  private var bounds = 0
  private var hidden = 0
  private var values = 0
  private var types = 0
  private var names = 0

  private static let gap = 2

  /// Makes the columns of all lines of a tree.
  ///
  /// - Parameter width: in cells, from the depth's blanks to the end of the line.
  init(_ state: StructureViewModel.State, width: Int, _ words: SceneWords) {
    self.state = state
    self.words = words
    self.width = width
    let items = state.items
    let wanted =
      items.map { min($0.depth * 2, width / 2) + 4 + $0.identifier.rawValue.displayWidth }.max()
      ?? 0
    identifiers = min(wanted, max(12, width * 2 / 5))
    var room = width - identifiers
    func takes(_ columns: Int, leaving least: Int = 0) -> Int {
      guard columns > 0, room - columns - Self.gap >= least else { return 0 }
      room -= columns + Self.gap
      return columns
    }
    bounds = takes(items.map { bounds(of: $0).displayWidth }.max() ?? 0)
    hidden = takes(
      items.contains { $0.definition.hidden } ? words.strings(.wordHidden).displayWidth : 0)
    values = takes(items.map { count(of: $0).displayWidth }.max() ?? 0, leaving: 10)
    let widestName =
      items.map { $0.definition.name(in: words.strings.serviceLanguage).displayWidth }.max() ?? 0
    let leastName = min(widestName, 16) + Self.gap
    types = takes(
      items.map { $0.definition.classificationType.rawValue.displayWidth }.max() ?? 0,
      leaving: leastName)
    names = max(0, min(widestName, room - Self.gap))
    if names < 6 { names = 0 }
  }

  /// The line of an item behind its depth and sign, which leave it so many cells.
  func line(_ index: Int, room: Int) -> StyledText {
    let item = state.items[index]
    let definition = item.definition
    let sign: StyledText =
      switch state.signs[item.identifier] {
      case .added: StyledText("+", .good)
      case .changed: StyledText("~", .mark)
      case .removed: StyledText("-", .bad)
      case nil: " "
      }
    let name = StyledText(item.identifier.rawValue, nameStyle(item))
    let before = max(0, identifiers - (width - room) - 2)
    var line =
      sign + StructureForm.mark(state.findings(of: item.identifier))
      + name.truncated(to: before)
      .padded(to: before)
    func add(_ text: StyledText, _ columns: Int, _ alignment: TextAlignment = .left) {
      guard columns > 0 else { return }
      line +=
        .blanks(Self.gap) + text.truncated(to: columns).padded(to: columns, alignment: alignment)
    }
    add(
      StyledText(definition.name(in: words.strings.serviceLanguage), definition.nameStyle), names)
    add(StyledText(definition.classificationType.rawValue, .quiet), types)
    add(StyledText(bounds(of: item)), bounds, .right)
    add(StyledText(definition.hidden ? words.strings(.wordHidden) : "", .warning), hidden)
    add(StyledText(count(of: item), .quiet), values, .right)
    return line.trimmedAtEnd()
  }

  private func nameStyle(_ item: CourseItem) -> Style {
    switch state.signs[item.identifier] {
    case .added, .changed: .mark
    case .removed: .bad
    case nil: item.definition.nameStyle
    }
  }

  /// The bounds; without them, whether the item is computed.
  private func bounds(of item: CourseItem) -> String {
    let range = words.strings.range(of: item.definition)
    let isComputed = range.isEmpty && !item.definition.isEditable
    return isComputed ? words.strings(.wordComputed) : range
  }

  private func count(of item: CourseItem) -> String {
    guard state.students != nil else { return "" }
    let count = state.counts[item.identifier] ?? 0
    return count == 0 ? ValueText.nothing : "\(count)"
  }
}
