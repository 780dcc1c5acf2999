/// The parts of a workbook around its rows.
enum WorkbookParts {
  private static let declaration = "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"yes\"?>\n"
  private static let main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
  private static let relationships =
    "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
  private static let package = "http://schemas.openxmlformats.org/package/2006"
  private static let types = "application/vnd.openxmlformats-officedocument.spreadsheetml"

  /// What is the same in all workbooks, with the names of the parts. The styles are: 0 nothing, 1 bold
  /// text, 2 text, and 3 to 5 the same on grey.
  static let fixed: [(name: String, content: String)] = [
    (
      "[Content_Types].xml",
      declaration + "<Types xmlns=\"\(package)/content-types\">"
        + "<Default Extension=\"rels\" ContentType=\"application/vnd.openxmlformats-package"
        + ".relationships+xml\"/><Default Extension=\"xml\" ContentType=\"application/xml\"/>"
        + "<Override PartName=\"/xl/workbook.xml\" ContentType=\"\(types).sheet.main+xml\"/>"
        + "<Override PartName=\"/xl/worksheets/sheet1.xml\" ContentType=\"\(types).worksheet+xml\"/>"
        + "<Override PartName=\"/xl/styles.xml\" ContentType=\"\(types).styles+xml\"/></Types>"
    ),
    (
      "_rels/.rels",
      declaration + "<Relationships xmlns=\"\(package)/relationships\">"
        + "<Relationship Id=\"rId1\" Type=\"\(relationships)/officeDocument\""
        + " Target=\"xl/workbook.xml\"/></Relationships>"
    ),
    (
      "xl/_rels/workbook.xml.rels",
      declaration + "<Relationships xmlns=\"\(package)/relationships\">"
        + "<Relationship Id=\"rId1\" Type=\"\(relationships)/worksheet\""
        + " Target=\"worksheets/sheet1.xml\"/>"
        + "<Relationship Id=\"rId2\" Type=\"\(relationships)/styles\" Target=\"styles.xml\"/>"
        + "</Relationships>"
    ),
    (
      "xl/styles.xml",
      declaration + "<styleSheet xmlns=\"\(main)\">"
        + "<fonts count=\"2\"><font><sz val=\"11\"/><name val=\"Calibri\"/></font>"
        + "<font><b/><sz val=\"11\"/><name val=\"Calibri\"/></font></fonts>"
        + "<fills count=\"3\"><fill><patternFill patternType=\"none\"/></fill>"
        + "<fill><patternFill patternType=\"gray125\"/></fill>"
        + "<fill><patternFill patternType=\"solid\"><fgColor rgb=\"FFEEEEEE\"/></patternFill></fill></fills>"
        + "<borders count=\"1\"><border><left/><right/><top/><bottom/><diagonal/></border></borders>"
        + "<cellStyleXfs count=\"1\"><xf numFmtId=\"0\" fontId=\"0\" fillId=\"0\" borderId=\"0\"/>"
        + "</cellStyleXfs><cellXfs count=\"6\">"
        + "<xf numFmtId=\"0\" fontId=\"0\" fillId=\"0\" borderId=\"0\" xfId=\"0\"/>"
        + "<xf numFmtId=\"49\" fontId=\"1\" fillId=\"0\" borderId=\"0\" xfId=\"0\""
        + " applyNumberFormat=\"1\" applyFont=\"1\"/>"
        + "<xf numFmtId=\"49\" fontId=\"0\" fillId=\"0\" borderId=\"0\" xfId=\"0\""
        + " applyNumberFormat=\"1\"/>"
        + "<xf numFmtId=\"0\" fontId=\"0\" fillId=\"2\" borderId=\"0\" xfId=\"0\" applyFill=\"1\"/>"
        + "<xf numFmtId=\"49\" fontId=\"1\" fillId=\"2\" borderId=\"0\" xfId=\"0\" applyFill=\"1\"/>"
        + "<xf numFmtId=\"49\" fontId=\"0\" fillId=\"2\" borderId=\"0\" xfId=\"0\""
        + " applyNumberFormat=\"1\" applyFill=\"1\"/></cellXfs>"
        + "<cellStyles count=\"1\"><cellStyle name=\"Normal\" xfId=\"0\" builtinId=\"0\"/>"
        + "</cellStyles></styleSheet>"
    ),
  ]

  /// The part that lists the sheet.
  static func workbook(sheet: String) -> String {
    declaration + "<workbook xmlns=\"\(main)\" xmlns:r=\"\(relationships)\"><sheets>"
      + "<sheet name=\"\(EscapedText.encoded(sheet))\" sheetId=\"1\" r:id=\"rId1\"/>"
      + "</sheets></workbook>"
  }

  /// The start of the sheet, up to its columns; the header and the first columns stay in place.
  static func sheetStart(frozen: Int) -> String {
    let pane = frozen > 0 ? "bottomRight" : "bottomLeft"
    return declaration
      + "<worksheet xmlns=\"\(main)\"><sheetViews><sheetView workbookViewId=\"0\">"
      + "<pane\(frozen > 0 ? " xSplit=\"\(frozen)\"" : "") ySplit=\"1\""
      + " topLeftCell=\"\(CellAddress.letters(ofColumn: frozen))2\" activePane=\"\(pane)\""
      + " state=\"frozen\"/><selection pane=\"\(pane)\"/></sheetView></sheetViews>"
  }
}
