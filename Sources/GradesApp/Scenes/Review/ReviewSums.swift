import GradesCore
import GradesLocalization
import Terminal

/// The sums of a review in sentences, for commands and the app.
struct ReviewSums {
  private let totals: ReviewTotals
  private let strings: Strings

  init(_ totals: ReviewTotals, _ strings: Strings) {
    self.totals = totals
    self.strings = strings
  }

  /// "3 changes, 24 unchanged."; nil where there are none.
  var counted: StyledText? {
    let parts = [
      text(.reviewChanges, totals.changes), text(.reviewingLeftOutCount, totals.skipped),
      text(.reviewUnchanged, totals.unchanged), text(.reviewingUnreadCount, totals.unread),
    ].compactMap { $0 }
    return parts.isEmpty ? nil : StyledText(parts.joined(separator: ", ") + ".")
  }

  /// What is not as it should be: "1 warning. 2 conflicts."
  var remarks: [StyledText] {
    let counts: [(Message, Int, Style)] = [
      (.reviewWarnings, totals.outOfBounds, .warning),
      (.reviewingConflicts, totals.conflicts, .warning),
      (.reviewingRefused, totals.rejected, .bad),
      (.reviewingUnconfirmedCount, totals.unconfirmed, .warning),
    ]
    return counts.compactMap { message, count, style in
      text(message, count).map { StyledText($0 + ".", style) }
    }
  }

  /// How many students will be notified.
  func notified(_ notify: Bool, includingRestored: Bool = false) -> StyledText {
    let students = totals.students.union(includingRestored ? totals.restoredStudents : [])
    guard notify, !students.isEmpty else { return StyledText(strings(.reviewNobodyNotified)) }
    return StyledText(strings(.reviewNotified, [.count: .count(students.count)]), .accent)
  }

  private func text(_ message: Message, _ count: Int) -> String? {
    count > 0 ? strings(message, [.count: .count(count)]) : nil
  }
}

extension DraftReviewViewModel.State {
  /// What became of unconfirmed changes, the sums, and who will be notified.
  func sums(_ strings: Strings) -> [StyledText] {
    var sentences = ConfirmationReport(review.confirmed).sentences.map {
      StyledText($0.text(strings), .mark)
    }
    guard !(review.courses?.isEmpty ?? true) else { return sentences }
    let sums = ReviewSums(totals, strings)
    let counts = ((sums.counted.map { [$0] } ?? []) + sums.remarks).joined(separator: " ")
    if !counts.isEmpty { sentences.append(counts) }
    if totals.changes > 0 { sentences.append(sums.notified(notifies && !undoesSilently)) }
    return sentences
  }
}
