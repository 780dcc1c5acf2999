import GradesCore
import GradesLocalization
import Terminal

/// The numbers of reviews in sentences, for commands and the app.
extension ReviewTotals {
  /// What follows the number of changes: " (2 new, 1 replaces a value)"; nothing where only notes change.
  func kinds(_ strings: Strings) -> String {
    let kinds = strings.counts([
      (.reviewNew, new), (.reviewReplacing, replacing), (.reviewClearing, clearing),
    ]).joined(separator: ", ")
    return kinds.isEmpty ? "" : " (\(kinds))"
  }

  /// What would be sent, and what is not as it should be: "3 changes (2 new, 1 replaces a value), 24 unchanged.
  /// 1 value out of bounds. 2 conflicts."
  func sentences(_ strings: Strings) -> [StyledText] {
    let parts =
      strings.counts([(.reviewChanges, changes)]).map { $0 + kinds(strings) }
      + strings.counts([
        (.reviewingLeftOutCount, skipped), (.reviewUnchanged, unchanged),
        (.reviewingUnreadCount, unread),
      ])
    func remarks(_ style: Style, _ counts: [(Message, Int)]) -> [StyledText] {
      strings.counts(counts).map { StyledText($0 + ".", style) }
    }
    return (parts.isEmpty ? [] : [StyledText(parts.joined(separator: ", ") + ".")])
      + remarks(.warning, [(.reviewingOutOfBounds, outOfBounds), (.reviewingConflicts, conflicts)])
      + remarks(.bad, [(.reviewingRefused, rejected)])
      + remarks(.warning, [(.reviewingUnconfirmedCount, unconfirmed)])
  }

  func notified(
    _ notify: Bool, includingRestored: Bool = false, _ strings: Strings
  ) -> StyledText {
    let students = students.union(includingRestored ? restoredStudents : [])
    guard notify, !students.isEmpty else {
      let reason = notify && hidden > 0 ? " " + strings(.reviewingHiddenSilent) : ""
      return StyledText(strings(.reviewNobodyNotified) + reason)
    }
    return StyledText(strings(.reviewNotified, [.count: students.count]), .accent)
  }
}

extension Strings {
  /// Those of some numbers that are not 0.
  fileprivate func counts(_ counts: [(Message, Int)]) -> [String] {
    counts.filter { $0.1 > 0 }.map { self($0, [.count: $1]) }
  }
}
