import GradesClient

/// A requested change of one cell, as it was written.
package struct RequestedEdit: Hashable, Sendable {
  package enum Content: Hashable, Sendable {
    /// The text as written; the item's type determines how it is parsed.
    case text(String)
    case value(GradeValue)
    case clear
    /// The number that is there and so much more or, after a minus, less; a number as written.
    case add(String)
    /// The value that is there; for a change of the note alone.
    case keep

    /// What `+=1` and `-=1` mean; nil for other texts. Nothing else adds: `-1` is a negative number.
    package static func addition(_ text: String) -> Content? {
      let text = text.trimmingBlanks()
      guard let sign = text.first, "+-\u{2212}".contains(sign), text.dropFirst().first == "=" else {
        return nil
      }
      return .add((sign == "+" ? "" : "-") + text.dropFirst(2))
    }

    /// What it means for an item: only in numbers `+=1` is more than a text.
    func meant(for item: Classification) -> Content {
      guard item.valueType == .number, case .text(let text) = self else { return self }
      return Self.addition(text) ?? self
    }

    package var written: String? {
      switch self {
      case .text(let text): text
      case .value(let value): ValueWriter.text(value)
      case .add(let number): number.hasPrefix("-") ? "-=\(number.dropFirst())" : "+=\(number)"
      case .clear, .keep: nil
      }
    }
  }

  package enum Note: Hashable, Sendable {
    /// The note that is there.
    case keep
    /// This note where the value changes; nil or empty: none.
    case whereChanged(String?)
    case always(String?)
  }

  /// The student as written.
  package var username: String
  /// The item as written; see ``ItemLookup``.
  package var identifier: String
  package var content: Content
  package var note: Note
  /// Row of the file, counted as spreadsheets do: the header is 1.
  package var row: Int?
  /// Column of the file, from 1.
  package var column: Int?

  package init(
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

/// Edits that are requested together.
package enum EditRequest: Equatable, Sendable {
  case cells([RequestedEdit])
  case group(
    GroupID, item: String, content: RequestedEdit.Content, note: RequestedEdit.Note)

  package var group: GroupID? {
    get { if case .group(let group, _, _, _) = self { group } else { nil } }
    set {
      guard let newValue, case .group(_, let item, let content, let note) = self else { return }
      self = .group(newValue, item: item, content: content, note: note)
    }
  }
}
