import GradesCore
import GradesLocalization
import Terminal

/// The sums of a review in sentences, for commands and the app.
struct ReviewSums {
  let totals: ReviewTotals
  let strings: Strings

  /// What follows the number of changes: " (2 new, 1 replaces a value)"; nothing where only notes change.
  var kinds: String {
    let kinds = [
      text(.reviewNew, totals.new), text(.reviewReplacing, totals.replacing),
      text(.reviewClearing, totals.clearing),
    ].compactMap { $0 }.joined(separator: ", ")
    return kinds.isEmpty ? "" : " (\(kinds))"
  }

  /// What would be sent, and what is not as it should be: "3 changes (2 new, 1 replaces a value), 24 unchanged.
  /// 1 value out of bounds. 2 conflicts."
  var sentences: [StyledText] {
    let parts = [
      text(.reviewChanges, totals.changes).map { $0 + kinds },
      text(.reviewingLeftOutCount, totals.skipped),
      text(.reviewUnchanged, totals.unchanged), text(.reviewingUnreadCount, totals.unread),
    ].compactMap { $0 }
    let remarks: [(Message, Int, Style)] = [
      (.reviewingOutOfBounds, totals.outOfBounds, .warning),
      (.reviewingConflicts, totals.conflicts, .warning),
      (.reviewingRefused, totals.rejected, .bad),
      (.reviewingUnconfirmedCount, totals.unconfirmed, .warning),
    ]
    return (parts.isEmpty ? [] : [StyledText(parts.joined(separator: ", ") + ".")])
      + remarks.compactMap { message, count, style in
        text(message, count).map { StyledText($0 + ".", style) }
      }
  }

  func notified(_ notify: Bool, includingRestored: Bool = false) -> StyledText {
    let students = totals.students.union(includingRestored ? totals.restoredStudents : [])
    guard notify, !students.isEmpty else {
      let reason = notify && totals.hidden > 0 ? " " + strings(.reviewingHiddenSilent) : ""
      return StyledText(strings(.reviewNobodyNotified) + reason)
    }
    return StyledText(strings(.reviewNotified, [.count: students.count]), .accent)
  }

  private func text(_ message: Message, _ count: Int) -> String? {
    count > 0 ? strings(message, [.count: count]) : nil
  }
}
