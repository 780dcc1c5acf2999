import GradesClient

/// The table of an export, whatever its format: the columns `username`, `lastName`, `firstName` and the
/// items' identifiers.
package struct ExportedTable: Sendable {
  /// The students of the rows.
  let students: [Student]
  private let items: [Classification]
  private let values: [Username: [ItemIdentifier: RecordedValue]]
  private let hasNotes: Bool
  private let drafts: Set<GradeCell>?

  /// Makes a table of a grid's students and items in their order.
  ///
  /// - Parameters:
  ///   - hasNotes: whether a column of notes follows the values of each item that can be edited.
  ///   - drafts: the cells whose values are drafts, named in a column of their own; nil: without the
  ///     column.
  package init(_ grid: CellGrid, hasNotes: Bool = false, drafts: Set<GradeCell>? = nil) {
    var seen: Set<ItemIdentifier> = []
    items = grid.definitions.filter { seen.insert($0.identifier).inserted }
    students = grid.students
    values = grid.values
    self.hasNotes = hasNotes
    self.drafts = drafts
  }

  /// The titles of the columns.
  var titles: [String] {
    ["username", "lastName", "firstName"] + items.flatMap(titles)
      + (drafts == nil ? [] : [TitleWords.drafts])
  }

  private func titles(_ item: Classification) -> [String] {
    let title = item.identifier.rawValue
    return hasNotes && item.isEditable ? [title, title + ":note"] : [title]
  }

  /// The cells of a student's row, as many as there are titles.
  func cells(of student: Student) -> [GradeValue?] {
    let recorded = values[student.username] ?? [:]
    var cells: [GradeValue?] = [
      student.username.rawValue, student.lastName ?? "", student.firstName ?? "",
    ].map { .text($0) }
    for item in items {
      cells.append(recorded[item.identifier]?.value)
      if hasNotes, item.isEditable {
        cells.append(recorded[item.identifier]?.note.map { .text($0) })
      }
    }
    if let drafts {
      let named = items.map(\.identifier).filter {
        drafts.contains(GradeCell(student.username, $0))
      }
      cells.append(.text(named.map(\.rawValue).joined(separator: " ")))
    }
    return cells
  }
}
