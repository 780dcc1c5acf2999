import GradesClient

extension TableReading {
  package struct Options: Sendable {
    /// Whether an empty cell clears its value; otherwise it changes nothing.
    package var emptyClears = false
    /// Whether an empty cell of a column of notes removes the note.
    package var clearsNotes = false
    /// The note of cells for which the table has none.
    package var note = RequestedEdit.Note.keep
    /// The user's own titles with the items that they mean.
    package var titles: [String: ItemIdentifier] = [:]
    /// The items among them that the course must have. A title of another item that is gone means no item.
    package var requiredItems: Set<ItemIdentifier> = []
    /// The user's own names of the students.
    package var students: StudentMap?
    /// Where rows and columns without names are put.
    package var anchor: Anchor?

    package init() {}
  }

  /// The items of the columns and the students of the rows of a shown table, from the focused cell to the right and
  /// down.
  package typealias Anchor = (items: [Classification], students: [Username])

  package enum Matching: Sendable, Hashable {
    /// By usernames, e-mail addresses, personal numbers or the user's own table.
    case identifier
    /// By full names that only one student has: a proposal that a person should check.
    case name
    /// The first row is the anchor's first student, and so on down.
    case position
  }
}

/// The user's own names of students, with the usernames that they mean.
package struct StudentMap: Sendable {
  private let title: String
  let students: [String: Username]

  /// Reads a table whose first column is titled as the column of the file, and which has a column of
  /// usernames. Throws ``TableError``.
  package init(_ file: TableFile) throws(TableError) {
    guard case .cells(let table) = file else { throw .noStudents([]) }
    let header = table.rows.prefix(TableColumns.mostRowsOfHeading).first {
      TitleWords.usernameColumn(in: $0.cells) ?? 0 > 0
    }
    guard let header, let username = TitleWords.usernameColumn(in: header.cells) else {
      throw .noStudents(table.rows.first?.cells ?? [])
    }
    title = TitleWords.folded(header.cells[0])
    var found: [String: Set<Username>] = [:]
    for row in table.rows where row.number > header.number && row.hasText(at: username) {
      found[StudentDirectory.folded(row.cells[0]), default: []]
        .insert(Username(row.cells[username].trimmingBlanks()))
    }
    // A name with two usernames means no student.
    students = found.compactMapValues { $0.count == 1 ? $0.first : nil }
  }

  func isTitle(_ text: String) -> Bool { TitleWords.folded(text) == title }
}
