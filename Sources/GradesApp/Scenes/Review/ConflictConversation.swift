import GradesCore
import GradesLocalization

/// Asks about conflicts one by one, with all three values side by side.
struct ConflictConversation: Sendable {
  let context: Context
  let names: CellNames

  /// The user's decisions; cells without one are missing.
  @MainActor
  func choices(for conflicts: [Conflict]) async throws -> [GradeCell: ConflictPolicy.Choice] {
    var decisions = ConflictDecisions(conflicts)
    let question = Question<ConflictPolicy.Choice>(
      text: context.strings(.conflictQuestion),
      choices: [
        .init(.letterMine, .mine, meaning: .questionMine),
        .init(.letterTheirs, .theirs, meaning: .questionTheirs),
        .init(.letterLater, .leave, meaning: .questionLater),
      ])
    for conflict in conflicts {
      let sheet = ConflictTable(names: names, strings: context.strings, dates: context.dates)
        .sheet(conflict)
      for line in [""] + sheet.lines(width: context.printer.streams.errors.columns) {
        context.printer.notice(line.text)
      }
      guard let choice = try await context.ask(question, orUse: "--mine") else { break }
      decisions.choose(choice, for: conflict)
    }
    return decisions.choices
  }
}
