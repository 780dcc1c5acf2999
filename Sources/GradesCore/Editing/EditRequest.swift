import GradesClient

/// Edits that are requested together.
public enum EditRequest: Equatable, Sendable {
  /// Cells, each with its value.
  case cells([RequestedEdit])
  /// One value for a whole group.
  case group(
    GroupID, item: String, content: RequestedEdit.Content, note: RequestedEdit.Note)
}
