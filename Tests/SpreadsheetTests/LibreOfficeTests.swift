import Foundation
import Spreadsheet
import TestSupport
import Testing

/// LibreOffice reads what the program writes, and the program what LibreOffice writes.
@Suite("Workbooks and LibreOffice", .enabled(if: LibreOffice.isThere), .serialized, .inTurn)
struct LibreOfficeTests {
  @Test("LibreOffice reads a written workbook", .hangLimit)
  func reads() async throws {
    let folder = try TemporaryFolder()
    let file = folder.file("written.xlsx")
    let rows: [[SheetCell]] = [
      [.text("username"), .text("du1"), .text("uznáno")],
      [.text("zkusade1"), .number("7.5"), .flag(true)],
      [.text("=1+1"), .number("-0.3"), .flag(false), .empty, .text("007")],
      [], [.text(" <b>&\"'\n\t _x0041_ x_ 😀 "), .empty, .number("1e-07")],
    ]
    try Data(SheetWriterTests.written(rows)).write(to: file)
    try await LibreOffice.convert(file, to: "csv:Text - txt - csv (StarCalc):44,34,76", in: folder)
    let table = try String(contentsOf: folder.file("written.csv"), encoding: .utf8)
    #expect(
      table == """
        username,du1,uznáno,,
        zkusade1,7.5,TRUE,,
        =1+1,-0.3,FALSE,,007
        ,,,,
        " <b>&""'
        \t _x0041_ x_ 😀 ",,0.0000001,,

        """)
  }

  @Test("A workbook that LibreOffice makes is read as its source has it", .hangLimit)
  func writes() async throws {
    let folder = try TemporaryFolder()
    let source = Workbooks.folder.appending(path: "source.fods")
    try await LibreOffice.convert(source, to: "xlsx:Calc MS Excel 2007 XML", in: folder)
    let made = Array(try Data(contentsOf: folder.file("source.xlsx")))
    #expect(try Workbooks.rows(made) == WorkbookTests.source)
  }
}

/// LibreOffice without a window.
enum LibreOffice {
  private static let program = ["/usr/bin/soffice", "/usr/local/bin/soffice"]
    .first(where: FileManager.default.isExecutableFile)

  /// Whether it is installed.
  static var isThere: Bool { program != nil }

  struct Failed: Error {}

  /// Converts a file into a folder.
  static func convert(_ file: URL, to format: String, in folder: TemporaryFolder) async throws {
    guard let program else { throw Failed() }
    let process = Process()
    process.executableURL = URL(filePath: program)
    process.arguments = [
      "-env:UserInstallation=\(folder.file("profile").absoluteString)", "--headless",
      "--convert-to", format, "--outdir", folder.url.path, file.path,
    ]
    process.environment = ["PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8"]
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    guard try await process.exitStatus() == 0 else { throw Failed() }
  }
}
