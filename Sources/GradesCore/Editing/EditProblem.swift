import GradesClient
import Spreadsheet

/// Something to report about a requested edit or a draft before it is published.
package struct EditProblem: Error, Hashable, Sendable {
  /// The kinds; JSON has these words, which never change.
  package enum Kind: String, Sendable, CaseIterable {
    case missingUsername
    case unknownStudent
    /// The row's identifiers belong to different students.
    case identifiersDisagree
    case ambiguousName
    /// The row has a personal number alone, and Grades gives none of this course.
    case noPersonalNumbers
    case outsideGroup
    case unknownItem
    case ambiguousItem
    case computed
    /// The text is no value of the item's type, or the type cannot be edited.
    case wrongType
    /// A number that can be read in two ways, such as `1,234`.
    case ambiguousNumber
    /// A number with a plus, such as `+1`, that may be a value or be meant to be added.
    case ambiguousSign
    case outOfBounds
    /// The cell or the column is there more than once.
    case duplicate
    /// A value would be cleared, which was not allowed.
    case clearNeedsFlag
    /// Something was to be added to a cell that is not graded.
    case notGraded
    /// Something was to be added to a cell that has a draft, perhaps of the same addition.
    case draftWaiting
    case missingFromFile
    /// The row cannot be read: a quote is not closed, or there are more fields than columns.
    case malformedRow
    case untitledColumn
    /// The row is the header, and those above it are left out.
    case headingRows
    /// A column that is left out on purpose, such as a second column of names.
    case ignoredColumn
    /// The cell of a workbook has something else than a value of its type, such as the error `#N/A`.
    case cellError
    /// The cell of a workbook is a date: a spreadsheet has taken a value such as `7.5` for one.
    case dateCell
    /// The cell of a workbook has a formula whose value was never computed.
    case notComputed
    /// The cell of a workbook is merged with one above it, so that it may belong to two students.
    case mergedCell
    /// The number format of the cell of a workbook shows another number, such as a percentage.
    case formattedCell
    case conflict
    /// A request of the cell may still be carried out; it is neither changed nor sent.
    case unconfirmed
    /// An undo leaves the cell alone, because it was changed since.
    case kept

    init(_ code: DraftReason.Code) { self = Kind(rawValue: code.rawValue) ?? .wrongType }
  }

  package enum Severity: String, Sendable, CaseIterable {
    /// Its cell cannot be changed; all others wait too unless the user skips it.
    case refused
    case warning
    case notice
  }

  package var kind: Kind
  package var severity: Severity
  package var row: Int?
  /// Column of the file, if there is one.
  package var column: Int?
  /// The student as written, or of the group.
  package var username: String?
  package var identifier: String?
  /// The value as written; for rows that contradict each other, the item and its values.
  package var text: String?
  package var valueType: ValueType?
  /// The item's bounds, for ``Kind/outOfBounds``.
  package private(set) var (minimum, maximum): (Double?, Double?)
  /// Whether the upper one is violated.
  package private(set) var isAboveMaximum = false
  /// The identifier of an item that may have been meant, for ``Kind/unknownItem``.
  package var suggestion: String?
  /// The items that are called so, for ``Kind/ambiguousItem``.
  package var candidates: [ItemIdentifier] = []
  /// Where another one is, for ``Kind/duplicate``: its row, or its column in the header.
  package var first: Int?
  /// What the service has now, for ``Kind/conflict`` and ``Kind/kept``.
  package var theirs: RecordedValue?
  /// Why a published change cannot be undone any more.
  package var reason: DraftReason.Code?

  package init(
    _ kind: Kind, _ severity: Severity, row: Int? = nil, column: Int? = nil,
    username: String? = nil, identifier: String? = nil, text: String? = nil,
    valueType: ValueType? = nil, first: Int? = nil
  ) {
    self.kind = kind
    self.severity = severity
    self.row = row
    self.column = column
    self.username = username
    self.identifier = identifier
    self.text = text
    self.valueType = valueType
    self.first = first
  }

  init(_ kind: Kind, _ severity: Severity, of edit: RequestedEdit) {
    self.init(
      kind, severity, row: edit.row, column: edit.column, username: edit.username,
      identifier: edit.identifier, text: edit.content.written)
  }

  init(_ kind: Kind, _ severity: Severity, of cell: GradeCell, theirs: RecordedValue? = nil) {
    self.init(
      kind, severity, username: cell.username.rawValue, identifier: cell.identifier.rawValue)
    self.theirs = theirs
  }

  /// The warning about a value outside its item's bounds; nil inside of them, and for everything but numbers.
  package init?(_ value: GradeValue?, outside item: Classification, of student: Username?) {
    guard case .number(let number)? = value,
      number < item.minimumValue ?? -.infinity || number > item.maximumValue ?? .infinity
    else { return nil }
    self.init(
      .outOfBounds, .warning, username: student?.rawValue, identifier: item.identifier.rawValue,
      text: ValueWriter.text(number))
    (minimum, maximum) = (item.minimumValue, item.maximumValue)
    isAboveMaximum = number > item.maximumValue ?? .infinity
  }

  /// The letters of a workbook's column, counted from 1.
  package static func letters(ofColumn column: Int) -> String {
    CellAddress.letters(ofColumn: column - 1)
  }

  package var cell: GradeCell? {
    guard let username, let identifier else { return nil }
    return GradeCell(Username(username), ItemIdentifier(identifier))
  }

  /// Whether it is about a cell that would change, so that it is shown beside it.
  package func isRemark(on cells: Set<GradeCell>) -> Bool {
    severity == .warning && cell.map(cells.contains) == true
  }
}
