import GradesClient
import GradesCore
import GradesLocalization
import JSON
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

  func write(to writer: inout JSONWriter) {
    writer.object { writer in
      writer.member("course", plan.course.rawValue)
      writer.member("semester", plan.semester.rawValue)
      writer.member("finished", outcome.isFinished)
      writer.member("backup", outcome.backup?.path)
      writer.member("add", outcome.created.map(\.rawValue))
      writer.member("change", outcome.updated.map(\.rawValue))
      writer.member("remove", outcome.removed.map(\.rawValue))
      writer.member("unfinished", left)
      writer.member("foreign", outcome.foreign.map(\.identifier.rawValue))
      writer.member("failure", failure)
    }
  }
}
