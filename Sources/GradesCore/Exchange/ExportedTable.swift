import Foundation
import GradesClient
import Spreadsheet

/// The table of an export, whatever its format: the columns `username`, `lastName`, `firstName` and the
/// items' identifiers. ``TableReading`` reads it back without a change.
package struct ExportedTable: Sendable {
  private let students: [Student]
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

  package func csv(_ dialect: CSVDialect = .standard) -> Data {
    var text = dialect.byteOrderMark + dialect.line(titles)
    for student in students {
      text += cells(of: student).map(dialect.field).joined(separator: dialect.delimiter)
      text += dialect.lineEnd
    }
    return Data(text.utf8)
  }

  /// The table as a workbook (.xlsx) of one sheet. Numbers, yes and no are values of the spreadsheet; texts stay
  /// texts, also those that begin like formulas.
  package func workbook(sheetName: String) -> Data {
    let computed = Set(items.filter { !$0.isEditable }.map(\.identifier.rawValue))
    let titles = titles
    var writer = SheetWriter(
      sheetName: sheetName, frozen: 3,
      computed: Set(titles.indices.filter { $0 > 2 && computed.contains(titles[$0]) }))
    writer.append(titles.map { SheetCell(.text($0)) })
    for student in students { writer.append(cells(of: student).map(SheetCell.init)) }
    return Data(writer.file)
  }

  private var titles: [String] {
    ["username", "lastName", "firstName"] + items.flatMap(titles)
      + (drafts == nil ? [] : [TitleWords.drafts])
  }

  private func titles(_ item: Classification) -> [String] {
    let title = item.identifier.rawValue
    return hasNotes && item.isEditable ? [title, title + ":note"] : [title]
  }

  /// The cells of a student's row, as many as there are titles.
  private func cells(of student: Student) -> [GradeValue?] {
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

extension SheetCell {
  fileprivate init(_ value: GradeValue?) {
    switch value {
    case nil, .text("")?: self = .empty
    case .number(let number): self = .number(ValueWriter.text(number))
    case .flag(let flag): self = .flag(flag)
    // Only a text that reading would change needs a guard: a workbook's texts are no formulas.
    case .text(let text):
      self = .text(FormulaGuard.restored(text) == text ? text : FormulaGuard.guarded(text))
    }
  }
}
