import GradesClient

/// Settles conflicts before anything is sent.
extension PublishRun {
  /// How many times to ask about cells that keep changing.
  private static let mostQuestions = 5

  typealias Contested = (draft: Draft, conflict: Conflict)

  /// Resolves all drafts that are not sent and returns the rest.
  mutating func resolve(_ drafts: [Draft], policy: ConflictPolicy) async throws -> [Draft] {
    var drafts = drafts
    /// What was shown when “mine” was chosen.
    var accepted: [GradeCell: RecordedValue] = [:]
    for question in 1... {
      var comparison = try await compare(drafts)
      try await settle(comparison)
      var ready = comparison.ready
      comparison.conflicts.removeAll { draft, conflict in
        guard let seen = accepted[draft.cell], seen.value == conflict.theirs.value,
          seen.note == conflict.theirs.note
        else { return false }
        ready.append(draft.over(conflict))
        return true
      }
      guard !comparison.conflicts.isEmpty else { return ready }
      switch policy {
      case .all(let choice):
        let choices = comparison.conflicts.map { ($0.draft.cell, choice) }
        let others = try await settle(
          comparison.conflicts, Dictionary(uniqueKeysWithValues: choices))
        if choice == .mine { ready += comparison.conflicts.map { $0.draft.over($0.conflict) } }
        return ready + others
      case .ask(let ask):
        let choices =
          question > Self.mostQuestions ? [:] : try await ask(comparison.conflicts.map(\.conflict))
        let others = try await settle(comparison.conflicts, choices)
        // Everything may have changed while the person decided, so all are read once more.
        let readyDrafts = Set(ready.map(\.id))
        drafts.removeAll { !readyDrafts.contains($0.id) }
        drafts += others
        for (draft, conflict) in comparison.conflicts where choices[draft.cell] == .mine {
          accepted[draft.cell] = conflict.theirs
          drafts.append(draft)
        }
        guard !drafts.isEmpty else { return [] }
      }
    }
    return []
  }

  /// Stores the decisions, and returns the new drafts of decisions for a third value.
  private mutating func settle(
    _ conflicts: [Contested], _ choices: [GradeCell: ConflictPolicy.Choice]
  ) async throws -> [Draft] {
    var outcomes: [SettledDraft] = []
    var others: [Contested] = []
    for (draft, conflict) in conflicts {
      switch choices[draft.cell] ?? .leave {
      case .mine: continue
      // The value that the service has is theirs.
      case .value(let value) where !conflict.overTheirs(value).isEmpty:
        var wanted = conflict
        wanted.edit.value = value
        others.append((draft, wanted))
      case .theirs, .value:
        report.gaveWay.append(draft.cell)
        outcomes.append(.dropped(draft))
      case .leave:
        report.conflicts.append(conflict)
        outcomes.append(.waiting(draft, DraftReason(.conflict)))
      }
    }
    try await store.settle(outcomes)
    var kept: [Draft] = []
    for (draft, wanted) in others {
      // Nothing is sent that is not kept.
      if let other = try await store.replace(draft, with: wanted.overTheirs) {
        kept.append(other)
      } else {
        leaveToOthers(draft)
      }
    }
    return kept
  }
}

extension Draft {
  /// The draft over the other value.
  fileprivate func over(_ conflict: Conflict) -> Draft {
    var draft = self
    draft.edit = conflict.overTheirs
    return draft
  }
}
