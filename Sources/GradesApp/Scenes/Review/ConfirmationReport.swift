import GradesCore
import GradesLocalization

/// What became of unconfirmed changes, in sentences.
struct ConfirmationReport {
  let report: PublishReport

  init(_ report: PublishReport) { self.report = report }

  /// Whether anything was settled.
  var isEmpty: Bool { sentences.isEmpty }

  /// A sentence for each outcome that there was.
  var sentences: [Sentence] {
    // Of a cell that somebody else has changed since, or that cannot be read, nobody knows it.
    let expired = report.unpublished.count {
      $0.confirmAfter == nil && $0.reason.code != .unknownStudent
    }
    let counts: [(Message, Int)] = [
      (.publishRecovered, report.published.count), (.publishExpired, expired),
      (.publishOverwritten, report.overwritten.count),
    ]
    return counts.filter { $0.1 > 0 }.map { Sentence($0.0, [.count: .count($0.1)]) }
  }
}
