import GradesClient

/// A requested change of one cell, as it was written.
public struct RequestedEdit: Hashable, Sendable {
  /// The wanted value.
  public enum Content: Hashable, Sendable {
    /// The text as written; the item's type determines how it is parsed.
    case text(String)
    /// As it is.
    case value(GradeValue)
    /// No value.
    case clear
    /// The number that is there and so much more, or less.
    case add(Double)
    /// The value that is there; for a change of the note alone.
    case keep
  }

  /// The wanted note.
  public enum Note: Hashable, Sendable {
    /// The note that is there.
    case keep
    /// This note where the value changes; nil or empty: none.
    case whereChanged(String?)
    /// This note in any case.
    case always(String?)
  }

  /// The student as written.
  public var username: String
  /// The item as written; see ``ItemLookup``.
  public var identifier: String
  /// The value.
  public var content: Content
  /// The note.
  public var note: Note
  /// Row of the file, counted as spreadsheets do: the header is 1.
  public var row: Int?
  /// Column of the file, from 1.
  public var column: Int?

  /// Makes a request.
  public init(
    username: String, identifier: String, content: Content, note: Note = .keep, row: Int? = nil,
    column: Int? = nil
  ) {
    self.username = username
    self.identifier = identifier
    self.content = content
    self.note = note
    self.row = row
    self.column = column
  }
}
