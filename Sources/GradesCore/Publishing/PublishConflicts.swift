import GradesClient

/// Settles conflicts before anything is sent.
extension PublishRun {
  /// How many times to ask about cells that keep changing.
  private static let mostQuestions = 5

  typealias Contested = (change: ReviewedChange, conflict: Conflict)

  /// Resolves all changes that are not sent and returns the rest, each over the value that was shown.
  mutating func resolve(
    _ changes: [ReviewedChange], policy: ConflictPolicy
  ) async throws -> [ReviewedChange] {
    var changes = changes
    /// What was shown when “mine” was chosen.
    var accepted: [GradeCell: RecordedValue] = [:]
    for question in 1... {
      var comparison = try await compare(changes)
      try await settler.settle(comparison)
      var ready = comparison.ready
      comparison.conflicts.removeAll { change, conflict in
        guard let seen = accepted[change.cell], seen.hasContent(of: conflict.theirs) else {
          return false
        }
        ready.append(change.over(conflict))
        return true
      }
      guard !comparison.conflicts.isEmpty else { return ready }
      switch policy {
      case .all(let choice):
        let choices = comparison.conflicts.map { ($0.change.cell, choice) }
        let others = try await settle(
          comparison.conflicts, Dictionary(uniqueKeysWithValues: choices))
        if choice == .mine { ready += comparison.conflicts.map { $0.change.over($0.conflict) } }
        return ready + others
      case .ask(let ask):
        let conflicts = comparison.conflicts
        let choices =
          question > Self.mostQuestions
          ? [:] : try await unlocked { try await ask(conflicts.map(\.conflict)) }
        // Everything may have changed while the person decided, the drafts too: another process may have
        // published or replaced them. So all are read once more.
        let readyChanges = Set(ready.map(\.draft.id))
        let open = try await waiting(
          changes.filter { readyChanges.contains($0.draft.id) } + conflicts.map(\.change))
        let stillOpen = Set(open.map(\.draft.id))
        let decided = conflicts.filter { stillOpen.contains($0.change.draft.id) }
        let others = try await settle(decided, choices)
        changes = open.filter { readyChanges.contains($0.draft.id) } + others
        for (change, conflict) in decided where choices[change.cell] == .mine {
          accepted[change.cell] = conflict.theirs
          changes.append(change)
        }
        guard !changes.isEmpty else { return [] }
      }
    }
    return []
  }

  /// Stores the decisions, and returns the new drafts of decisions for a third value.
  private mutating func settle(
    _ conflicts: [Contested], _ choices: [GradeCell: ConflictPolicy.Choice]
  ) async throws -> [ReviewedChange] {
    var outcomes: [SettledDraft] = []
    var others: [Contested] = []
    for (change, conflict) in conflicts {
      switch choices[change.cell] ?? .leave {
      case .mine: continue
      // The value that the service has is theirs.
      case .value(let value) where !conflict.overTheirs(value).isEmpty:
        var wanted = conflict
        wanted.edit.value = value
        others.append((change, wanted))
      case .theirs, .value:
        settler.report.gaveWay.append(change.cell)
        outcomes.append(.dropped(change.draft))
      case .leave:
        settler.report.conflicts.append(conflict)
        outcomes.append(.waiting(change.draft, DraftReason(.conflict)))
      }
    }
    try await store.settle(outcomes)
    var kept: [ReviewedChange] = []
    for (change, wanted) in others {
      // Nothing is sent that is not kept.
      if let other = try await store.replace(change.draft, with: wanted.overTheirs) {
        kept.append(ReviewedChange(draft: other, shown: wanted.theirs))
      } else {
        settler.leaveToOthers(change.draft)
      }
    }
    return kept
  }
}

extension ReviewedChange {
  /// The change over the other value, which was shown.
  fileprivate func over(_ conflict: Conflict) -> ReviewedChange {
    var change = self
    change.draft.edit = conflict.overTheirs
    change.shown = conflict.theirs
    return change
  }
}
