import GradesClient

/// Edits that are requested together.
package enum EditRequest: Equatable, Sendable {
  /// Cells, each with its value.
  case cells([RequestedEdit])
  /// One value for a whole group.
  case group(
    GroupID, item: String, content: RequestedEdit.Content, note: RequestedEdit.Note)

  /// The group that is named, if there is one.
  package var group: GroupID? {
    get { if case .group(let group, _, _, _) = self { group } else { nil } }
    set {
      guard let newValue, case .group(_, let item, let content, let note) = self else { return }
      self = .group(newValue, item: item, content: content, note: note)
    }
  }
}
