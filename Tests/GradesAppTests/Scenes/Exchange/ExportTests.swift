import AppTestSupport
import Foundation
import GradesServer
import TestSupport
import Testing

/// What is exported comes back without a change, whatever the values are.
@Suite("Export", .inTurn)
struct ExportTests {
  @Test("Some items of a group, for programs and for a Czech Excel")
  func text() async throws {
    let teacher = try await Teacher.working()
    try await teacher.colleague("testst01", "slovne", .text("=1+1; \"ano\""))
    try await teacher.colleague("testst02", "slovne", .text("-"))
    try await teacher.colleague("testst02", "aktivita", .number(-2.5))
    let plain = await teacher(
      "export XI-ZPT.23 --group TEST --item aktivita --item slovne --item zapocet")
    #expect(plain.status == 0)
    #expect(
      plain.out == """
        username,lastName,firstName,aktivita,slovne,zapocet
        testst01,Umělý 1,Test,2.25,"'=1+1; ""ano\""",yes
        testst02,Umělý 2,Test,-2.5,'-,no
        testst03,Umělý 3,Test,2,,yes

        """)
    #expect(plain.err == "Exported 3 students.\n")
    let excel = await teacher(
      "export XI-ZPT.23 --group TEST --item aktivita --item slovne --item zapocet --excel-cs")
    #expect(
      excel.out == "\u{FEFF}username;lastName;firstName;aktivita;slovne;zapocet\r\n"
        + "testst01;Umělý 1;Test;\"2,25\";\"'=1+1; \"\"ano\"\"\";ano\r\n"
        + "testst02;Umělý 2;Test;\"-2,5\";'-;ne\r\n" + "testst03;Umělý 3;Test;2;;ano\r\n")
  }

  @Test(
    "Back again nothing would change: every sample course, in every year's shape",
    arguments: [
      ("XI-ZPT.23", "B261"), ("XI-DAT.23", "B261"), ("XI-BEZ.22", "B261"), ("XI-ALG.21", "B252"),
      ("XI-ZPT.23", "B251"), ("XI-ALG.21", "B242"), ("XI-ZPT.23", "B241"),
    ], ["", " --excel-cs"])
  func roundTrip(course: (String, String), dialect: String) async throws {
    let program = try await Program.signedIn(to: .shared(), as: "ucitezk1")
    let arguments = "\(course.0) --semester \(course.1)"
    let export = await program("export \(arguments)\(dialect)")
    #expect(export.status == 0)
    try await unchanged(export.out, program, arguments)
  }

  @Test("Random hostile texts come back as well", arguments: 0..<4)
  func hostile(seed: UInt64) async throws {
    let teacher = try await Teacher.working()
    var random = SeededNumbers(seed)
    for username in ["zkusade1", "ulehlur1", "testst01", "testst02", "cibulja1", "hanakpe1"] {
      try await teacher.colleague(username, "slovne", .text(Self.text(&random)))
      try await teacher.colleague(username, "du1", .number(Self.number(&random)))
      try await teacher.colleague(username, "aktivita", .number(Self.number(&random)))
    }
    for dialect in ["", " --excel-cs"] {
      for group in ["ALL", "TEST"] {
        let export = await teacher("export XI-ZPT.23 --group \(group)\(dialect)")
        try await unchanged(export.out, teacher.program, "XI-ZPT.23 --group \(group)")
      }
    }
  }

  @Test(
    "A workbook back again would change nothing, and has no sheet to choose",
    arguments: [("XI-ZPT.23", "B261"), ("XI-ALG.21", "B242")])
  func workbook(course: String, semester: String) async throws {
    let program = try await Program.signedIn(to: .shared(), as: "ucitezk1")
    let file = program.home.file("export.xlsx").path
    let export = await program("export \(course) --semester \(semester) --xlsx \(file)")
    #expect(export.status == 0)
    #expect(export.out.isEmpty)
    #expect(export.err.hasPrefix("Exported "))
    let attributes = try FileManager.default.attributesOfItem(atPath: file)
    #expect(attributes[.posixPermissions] as? Int == 0o600)
    try await unchanged(fileAt: file, program, "\(course) --semester \(semester)")
    let whole = "export \(course) --semester \(semester) --xlsx \(file) --overwrite"
    #expect(await program("\(whole) --notes --with-drafts").status == 0)
    try await unchanged(fileAt: file, program, "\(course) --semester \(semester) --clear-notes")
    let unknown = await program(
      "import \(course) \(file) --sheet List1 --dry-run --semester \(semester)")
    #expect(unknown.status == 65)
    #expect(unknown.err == "Error: The workbook has no sheet “List1”. The sheets are: \(course).\n")
  }

  @Test("Random hostile texts come back from a workbook as well", arguments: 0..<4)
  func hostileWorkbook(seed: UInt64) async throws {
    let teacher = try await Teacher.working()
    var random = SeededNumbers(seed)
    for username in ["zkusade1", "ulehlur1", "testst01", "testst02"] {
      try await teacher.colleague(username, "slovne", .text(Self.text(&random)))
      try await teacher.colleague(username, "du1", .number(Self.number(&random)))
    }
    let file = teacher.program.home.file("export.xlsx").path
    #expect(await teacher("export XI-ZPT.23 --xlsx \(file)").status == 0)
    try await unchanged(fileAt: file, teacher.program, "XI-ZPT.23")
  }

  @Test("A file that is there is not replaced unasked, and nothing is requested")
  func existingFile() async throws {
    let teacher = try await Teacher.working()
    let file = teacher.program.home.file("filled.xlsx")
    try Data("filled".utf8).write(to: file)
    teacher.control.resetRequestLog()
    let refused = await teacher("export XI-ZPT.23 --xlsx \(file.path)")
    #expect(refused.status == 73)
    #expect(
      refused.err == "Error: The file \(file.path) already exists. "
        + "Choose another name or add --overwrite.\n")
    #expect(teacher.control.requestCount == 0)
    #expect(try Data(contentsOf: file) == Data("filled".utf8))
    #expect(await teacher("export XI-ZPT.23 --xlsx \(file.path) --overwrite").status == 0)
    #expect(try Data(contentsOf: file).starts(with: Data("PK".utf8)))
    #expect(await teacher("export XI-ZPT.23 --overwrite").status == 64)
    #expect(await teacher("export XI-ZPT.23 --excel-cs --xlsx \(file.path)").status == 64)
  }

  private func unchanged(_ text: String, _ program: Program, _ arguments: String) async throws {
    let file = program.home.file("export.csv")
    try Data(text.utf8).write(to: file)
    try await unchanged(fileAt: file.path, program, arguments)
  }

  private func unchanged(fileAt path: String, _ program: Program, _ arguments: String) async throws
  {
    let run = await program.run(
      ["import"] + arguments.split(separator: " ").map(String.init).inserting(path, at: 1)
        + ["--dry-run", "--json", "--clear"])
    #expect(run.status == 0)
    let document = try run.object()
    #expect((document["changes"] as? [Any])?.isEmpty == true, "\(run.out.prefix(600))")
    #expect((document["unchanged"] as? Int ?? 0) > 0)
  }

  private static let pieces = [
    "=", "+", "-", "@", "'", "\"", ",", ";", "\t", "\n", "\r\n", " ", "\u{A0}", "ž", "a\u{301}",
    "1",
    "1,5", "1.234", "e", "\u{301}", "👩‍🏫", "0", "yes", "\u{202E}", "sep=;", "username",
  ]

  private static func text(_ random: inout SeededNumbers) -> String {
    let count = Int.random(in: 1...8, using: &random)
    return (0..<count).map { _ in pieces.randomElement(using: &random) ?? "" }.joined()
  }

  private static func number(_ random: inout SeededNumbers) -> Double {
    switch Int.random(in: 0..<4, using: &random) {
    case 0: Double(Int.random(in: -2000...2000, using: &random))
    case 1: Double(Int.random(in: -20000...20000, using: &random)) / 1000
    case 2: Double.random(in: -1e-6...1e-6, using: &random)
    default: Double.random(in: -1e12...1e12, using: &random)
    }
  }
}

extension Array {
  fileprivate func inserting(_ element: Element, at index: Int) -> [Element] {
    var result = self
    result.insert(element, at: index)
    return result
  }
}
