import GradesClient

/// Edits that are asked for at once.
public enum EditRequest: Equatable, Sendable {
  /// Cells, each with its value.
  case cells([RequestedEdit])
  /// One value for a whole group.
  case group(
    GroupID, item: String, content: RequestedEdit.Content, note: RequestedEdit.Note)
}
