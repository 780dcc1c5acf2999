import GradesClient
import GradesCore
import GradesLocalization
import Terminal

/// The Review scene without drawing.
extension DraftReviewView {
  func plain(_ state: State) -> PlainPage<Action> {
    var page = PlainPage<Action>(lines: [])
    switch state.stage {
    case .list:
      page.lines = state.sums(strings)
      if state.books?.isEmpty == true { page.lines.append(StyledText(strings(.draftsEmpty))) }
      page.choices = rows(state)
    case .publishing(let course, let progress):
      page.lines = [StyledText(course.rawValue), sentence(about: progress)]
    case .deciding(let list):
      let table = ConflictTable(names: list.names, strings: strings, dates: words.dates)
      let drawing = ConflictDrawing(
        list, words, in: Rect(column: 0, row: 0, columns: 0, rows: 0))
      page.lines = list.conflicts.flatMap { table.sheet($0).lines(width: nil) }
        .filter { !$0.isEmpty }
      page.choices = list.conflicts.enumerated().map { number, conflict in
        .init(drawing.text(conflict), does: .choose(number))
      }
    case .outcome(let outcome):
      page.lines = DraftOutcomeText(outcome, words).lines(width: 10_000).filter { !$0.isEmpty }
    }
    let alone: Set<Action> = [
      .publish, .discardAll, .history, .goOn, .stop, .close,
    ]
    for binding in bindings(state) where alone.contains(binding.action) {
      // Going back has a number of its own everywhere.
      guard disabledReason(for: binding.action, state) == nil,
        binding.action != .close || !state.isDone
      else { continue }
      page.choices.append(.init(StyledText(strings(binding.hint)), does: binding.action))
    }
    return page
  }

  private func rows(_ state: State) -> [PlainPage<Action>.Choice] {
    let books = state.books ?? []
    let rows = books.flatMap { book in book.rows.map { (book, $0) } }
    return rows.enumerated().map { number, entry in
      let course = books.count > 1 ? "\(entry.0.gradebook.course): " : ""
      let text = DraftRowText(words).detail(entry.1, entry.0.names)
      return .init(StyledText(course) + text, does: .choose(number))
    }
  }
}
