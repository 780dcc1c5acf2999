import AppTestSupport
import Foundation
import GradesTesting
import TestSupport
import Testing

/// What a structure's file would change, from the command line.
@Suite("Structure plan", .inTurn)
struct StructurePlanCommandTests {
  /// A program with an exported course in a file.
  private func exported(
    _ course: String, _ semester: String = "B261"
  ) async throws -> (program: Program, file: URL, text: String) {
    let program = try await Program.signedIn(to: .shared(), as: "ucitezk1")
    let export = await program("structure export \(course) --semester \(semester)")
    #expect(export.status == 0)
    let file = program.home.url.appending(path: "course.yaml")
    try Data(export.out.utf8).write(to: file)
    return (program, file, export.out)
  }

  @Test("Added, changed and removed items, with the values that they have")
  func changed() async throws {
    let (program, file, text) = try await exported("XI-BEZ.22")
    let unchanged = ["structure", "plan", "XI-BEZ.22", file.path, "--detailed-exitcode"]
    #expect(await program.run(unchanged).status == 0)
    let begin = try #require(text.range(of: "  - identifier: pokusy"))
    let end = try #require(text.range(of: "  - identifier: body"))
    let edited =
      text[..<begin.lowerBound].replacing("maximum: 20", with: "maximum: 12")
      + "  - identifier: kviz\n    name: Quiz\n    maximum: 3\n" + text[end.lowerBound...]
    try Data(edited.utf8).write(to: file)
    let arguments = ["structure", "plan", "XI-BEZ.22", file.path]
    let table = await program.run(arguments)
    #expect(table.status == 0)
    #expect(await program.run(arguments + ["--detailed-exitcode"]).status == 2)
    for start in ["+ kviz ", "~ test ", "- pokusy "] {
      #expect(table.lines.contains { $0.hasPrefix(start) }, "\(start)")
    }
    #expect(table.out.contains("1 to add, 1 to change, 1 to remove."))
    #expect(table.out.contains("out of bounds."))
    let run = await program.run(arguments + ["--json"])
    let document = try run.object()
    #expect(
      Set(document.keys) == [
        "course", "semester", "add", "change", "remove", "estimate", "misordered", "notSent",
        "foreign", "conflicts", "uncertain", "problems",
      ])
    let change = try #require((document["change"] as? [[String: Any]])?.first)
    #expect(change["identifier"] as? String == "test")
    #expect(change["field"] as? String == "maximum")
    #expect(change["from"] as? Double == 20)
    #expect(change["to"] as? Double == 12)
    #expect((change["outOfBounds"] as? Int ?? 0) > 0)
    let removed = try #require((document["remove"] as? [[String: Any]])?.first)
    #expect(removed["identifier"] as? String == "pokusy")
    let czech = await program.run(arguments + ["--lang", "cs"])
    #expect(czech.out.contains("Přidá: 1, změní: 1, odebere: 1."))
  }
}
