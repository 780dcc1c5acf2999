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
    // Whether the service saved a cell that has another value now, or cannot be read, is unknown.
    let expired = report.unpublished.count {
      $0.confirmAfter == nil && $0.reason.code != .unknownStudent
    }
    let counts: [(Message, Int)] = [
      (.publishRecovered, report.published.count), (.publishExpired, expired),
    ]
    return counts.filter { $0.1 > 0 }.map { Sentence($0.0, [.count: .count($0.1)]) }
  }
}
