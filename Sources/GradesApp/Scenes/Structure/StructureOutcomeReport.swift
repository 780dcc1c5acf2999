import GradesClient
import GradesCore
import GradesLocalization
import JSON
import Terminal

/// What became of a plan of a course's structure.
struct StructureOutcomeReport: Report {
  private let outcome: StructureOutcome
  private let plan: StructurePlan
  /// What stopped it, as a sentence.
  private let failure: String?
  private let strings: Strings

  init(
    _ outcome: StructureOutcome, of plan: StructurePlan, failure: String?, strings: Strings
  ) {
    self.outcome = outcome
    self.plan = plan
    self.failure = failure
    self.strings = strings
  }

  var table: Table { Table(columns: [], sections: []) }

  func lines(width: Int?) -> [StyledText] {
    let total = strings(
      .structureDone,
      [
        .done: .text("\(outcome.created.count)"), .total: .text("\(outcome.updated.count)"),
        .other: .text("\(outcome.removed.count)"),
      ])
    return StyledText(total, outcome.isFinished ? .good : .plain).wrapped(to: width ?? .max)
  }

  /// What is to be known or done after it.
  var advice: [String] {
    var advice: [String] = []
    if let backup = outcome.backup {
      advice.append(strings(.structureBackedUp, [.file: .text(backup.path)]))
    }
    advice += StructureChangeText(strings, fieldTitle: { $0 }).colleagues(outcome.foreign).map(
      \.text)
    if let failure { advice.append(failure) }
    if !outcome.isFinished {
      let items = left.map(\.rawValue).joined(separator: ", ")
      advice.append(
        left.isEmpty
          ? strings(.structureUnfinishedUnknown)
          : strings(.structureUnfinished, [.item: .text(items)]))
    }
    return advice
  }

  /// The items that are not as planned.
  private var left: [ItemIdentifier] { outcome.remaining?.identifiers ?? [] }

  func write(to writer: inout JSONWriter) {
    writer.object { writer in
      writer.member("course", plan.course.rawValue)
      writer.member("semester", plan.semester.rawValue)
      writer.member("finished", outcome.isFinished)
      writer.member("backup", outcome.backup?.path)
      writer.member("add", outcome.created.map(\.rawValue))
      writer.member("change", outcome.updated.map(\.rawValue))
      writer.member("remove", outcome.removed.map(\.rawValue))
      writer.member("unfinished", left.map(\.rawValue))
      writer.member("foreign", outcome.foreign.map(\.identifier.rawValue))
      writer.member("failure", failure)
    }
  }
}
