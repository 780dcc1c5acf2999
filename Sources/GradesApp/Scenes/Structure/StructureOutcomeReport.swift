import GradesClient
import GradesCore
import GradesLocalization
import Terminal

struct StructureOutcomeReport: Report {
  let outcome: StructureOutcome
  let plan: StructurePlan
  /// What stopped it, as a sentence.
  let failure: String?
  let strings: Strings

  var table: Table { Table(columns: [], sections: []) }

  func lines(width: Int?) -> [StyledText] {
    let total = strings(
      .structureDone,
      [
        .done: "\(outcome.created.count)", .total: "\(outcome.updated.count)",
        .other: "\(outcome.removed.count)",
      ])
    return StyledText(total, outcome.isFinished ? .good : .plain).wrapped(to: width ?? .max)
  }

  /// What is to be known or done after it.
  var advice: [String] {
    var advice = outcome.backup.map { [strings(.structureBackedUp, [.file: $0.path])] } ?? []
    advice += StructureChangeText(strings: strings, namesFields: true)
      .colleagues(outcome.foreign).map(\.text)
    if let failure { advice.append(failure) }
    if !outcome.isFinished {
      advice.append(
        left.isEmpty
          ? strings(.structureUnfinishedUnknown)
          : strings(.structureUnfinished, [.item: left.joined(separator: ", ")]))
    }
    return advice
  }

  private var left: [String] { outcome.remaining?.identifiers.map(\.rawValue) ?? [] }

  func document(_ names: Strings) -> Document {
    [
      "course": plan.course, "semester": plan.semester, "finished": outcome.isFinished,
      "backup": outcome.backup?.path, "add": outcome.created, "change": outcome.updated,
      "remove": outcome.removed, "unfinished": left,
      "foreign": outcome.foreign.map(\.identifier), "failure": failure,
    ]
  }
}
