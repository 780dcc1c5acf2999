import Foundation
import GradesClient
import Spreadsheet

/// Writes a group's values as a workbook (.xlsx) that ``TableReading`` reads back without a change.
///
/// Numbers, yes and no are values of the spreadsheet; texts stay texts, also those that begin like
/// formulas.
package struct SheetWriting: Sendable {
  private let sheetName: String

  /// Makes a writer of one sheet.
  package init(sheetName: String) { self.sheetName = sheetName }

  /// The whole file.
  package func data(_ table: ExportedTable) -> Data {
    var writer = SheetWriter(sheetName: sheetName)
    writer.append(table.titles.map(Self.text))
    for student in table.students { writer.append(table.cells(of: student).map(Self.cell)) }
    return Data(writer.file)
  }

  private static func cell(_ value: GradeValue?) -> SheetCell {
    switch value {
    case nil, .text("")?: .empty
    case .number(let number): .number(ValueWriter.text(number))
    case .flag(let flag): .flag(flag)
    case .text(let text): self.text(text)
    }
  }

  /// Only a text that reading would change needs a guard: a workbook's texts are no formulas.
  private static func text(_ text: String) -> SheetCell {
    .text(FormulaGuard.restored(text) == text ? text : FormulaGuard.guarded(text))
  }
}
