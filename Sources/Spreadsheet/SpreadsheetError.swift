/// Why bytes cannot be read as a workbook, or a sheet not be found in it.
package enum SpreadsheetError: Error, Hashable, Sendable {
  /// A part of the file breaks its rules; the file as a whole has no name.
  case damaged(part: String)
  /// It is larger than the limits allow, or becomes so when it is decompressed.
  case tooLarge
  /// It is a file of the format before .xlsx, or a workbook with a password: both have the same
  /// container.
  case oldFormatOrPassword
  /// It is a workbook in a format other than .xlsx, such as .ods or .xlsb.
  case otherFormat
  /// It has no sheet with cells.
  case noSheets
  /// It has no sheet of that name or number; with the names of its sheets.
  case unknownSheet(String, existing: [String])
}

/// What a ``Workbook`` accepts.
package struct SpreadsheetLimits: Sendable {
  /// Bytes of the file.
  package var fileSize = 32 << 20
  /// Files in the archive.
  package var entries = 10_000
  /// Bytes of one part after decompression.
  package var partSize = 128 << 20
  /// How many times larger a part of more than a megabyte may be than its compressed bytes.
  package var ratio = 250
  /// Cells of a sheet, with the empty ones before the last of each row.
  package var cells = 2_000_000
  /// Bytes of the texts of a sheet's cells, of which many may have the same.
  package var texts = 32 << 20
  /// Shared strings, styles and merged areas, each.
  package var items = 1_000_000
  package var sheets = 1_000

  package init() {}
}
