import GradesCore
import GradesLocalization
import Terminal

/// What others have changed in a structure while it was edited, as lines.
struct StructureNewsText {
  private let strings: Strings
  private let text: StructureChangeText

  init(_ strings: Strings) {
    self.strings = strings
    text = StructureChangeText(strings)
  }

  /// The title of changes.
  func title(_ origin: StructureNews.Origin) -> String {
    strings(origin == .colleague ? .structureNewsTitle : .structureWindowTitle)
  }

  /// The changes, those of each side after the first below a title of their own.
  func lines(_ news: [StructureNews]) -> [StyledText] {
    var lines: [StyledText] = []
    for origin in [StructureNews.Origin.colleague, .window] {
      let own = news.filter { $0.origin == origin }
      guard !own.isEmpty else { continue }
      if !lines.isEmpty { lines += ["", StyledText(title(origin), .heading)] }
      lines += self.lines(of: own)
    }
    return lines
  }

  /// The changes of one side, and the edits that were put aside for them.
  private func lines(of news: [StructureNews]) -> [StyledText] {
    let asides = news.flatMap(\.asides)
    let changes = news.flatMap { text.lines($0.changes) }
    guard !asides.isEmpty else { return changes }
    return changes + ["", StyledText(strings(.structureNewsAside), .warning)]
      + asides.map { line($0) } + [StyledText(strings(.structureNewsUndo), .quiet)]
  }

  private func line(_ aside: StructureNews.Aside) -> StyledText {
    guard let field = aside.field else {
      return StyledText("  " + strings(.structureNewsRemoval, [.item: .text(aside.item.rawValue)]))
    }
    return text.line(aside.item.rawValue, field, sign: "  ", .plain)
  }
}
