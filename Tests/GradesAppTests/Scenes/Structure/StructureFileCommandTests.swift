import AppTestSupport
import Foundation
import GradesCore
import GradesTesting
import TestSupport
import Testing

/// An exported file of a course that others change, too, from the command line.
@Suite("Structure files beside colleagues", .inTurn)
struct StructureFileCommandTests {
  /// A teacher with an exported course in a file, edited.
  private func exported(
    _ edit: (String) -> String
  ) async throws -> (teacher: Teacher, file: URL) {
    let teacher = try await Teacher.working()
    let file = teacher.program.home.url.appending(path: "course.yaml")
    let export = await teacher("structure export XI-ZPT.23")
    try Data(edit(export.out).utf8).write(to: file)
    return (teacher, file)
  }

  /// The text with something else in the place of its first occurrence behind an item's identifier.
  private func replacing(
    _ old: String, of item: String, with new: String, in text: String
  ) -> String {
    guard let start = text.range(of: "identifier: \(item)\n"),
      let place = text.range(of: old, range: start.upperBound..<text.endIndex)
    else { return text }
    return text.replacingCharacters(in: place, with: new)
  }

  @Test("Both changed one field: 75, until the file has one of both; other changes stay")
  func conflict() async throws {
    let (teacher, file) = try await exported { text in
      replacing("maximum: 10", of: "du3", with: "maximum: 11  # more", in: text)
    }
    try await teacher.colleague("du3") { $0.maximumValue = 12 }
    try await teacher.colleague("du4") { $0.requiredValue = 5 }
    let apply = ["structure", "apply", "XI-ZPT.23", file.path, "--yes"]
    let stopped = await teacher.program.run(apply)
    #expect(stopped.status == 75)
    #expect(stopped.out.contains("~ du4 required: 3 → 5"))
    #expect(stopped.out.contains("  du3 maximum: 11 → 12"))
    #expect(stopped.err.contains("You and others have changed the same: du3."))
    let update = ["structure", "export", "XI-ZPT.23", "--update", file.path]
    #expect(await teacher.program.run(update).status == 0)
    let both = try String(contentsOf: file, encoding: .utf8)
    #expect(both.contains("maximum: 12  # in Grades now  # more\n"))
    let undecided = await teacher.program.run(apply)
    #expect(undecided.status == 65)
    #expect(undecided.err.contains("error: the field “maximum” is repeated; keep one"))
    let mine = both.replacing(/\ *maximum: 12 .*\n/, with: "")
    try Data(mine.utf8).write(to: file)
    let run = await teacher.program.run(apply)
    #expect(run.status == 0)
    #expect(run.out.contains("~ du3  maximum  12         11"))
    let items = await teacher("structure export XI-ZPT.23").out
    #expect(items.contains("maximum: 11\n") && items.contains("required: 5\n"))
  }

  @Test("Where the items of the export are not stored, a difference needs --overwrite")
  func elsewhere() async throws {
    let (teacher, file) = try await exported { $0 }
    let folder = try teacher.program.paths.structureBackupsFolder
    for name in try FileManager.default.contentsOfDirectory(atPath: folder.path) {
      try FileManager.default.removeItem(at: folder.appending(path: name))
    }
    try await teacher.colleague { $0.hidden = true }
    let arguments = ["XI-ZPT.23", file.path]
    let plan = await teacher.program.run(["structure", "plan"] + arguments)
    #expect(plan.status == 0)
    #expect(plan.out.contains("changed in Grades since this file, or by you"))
    let apply = ["structure", "apply"] + arguments + ["--yes"]
    let stopped = await teacher.program.run(apply)
    #expect(stopped.status == 75 && stopped.err.contains("--overwrite"))
    #expect(await teacher.program.run(apply + ["--overwrite"]).status == 0)
    #expect(try await teacher.program.run(apply).out.hasSuffix("No changes.\n"))
  }

  @Test("Removing most items needs --remove-all or each name, also without values")
  func mostRemoved() async throws {
    let (teacher, file) = try await exported { _ in "items:\n- {identifier: slovne}\n" }
    let apply = ["structure", "apply", "XI-ZPT.23", file.path]
    for run in [
      await teacher.program.run(apply + ["--yes", "--remove", "du1"]),
      await teacher.program.run(apply, width: 80, input: ["y", "y"]),
    ] {
      #expect(run.status == 64)
      #expect(run.out.contains("More than half of the items would be removed"))
      #expect(run.err.contains("--remove-all"))
    }
    #expect(teacher.control.requestLog.allSatisfy { $0.method == "GET" })
    #expect(await teacher.program.run(apply + ["--yes", "--remove-all"]).status == 0)
    #expect(await teacher("items XI-ZPT.23 --csv").lines.count == 2)
  }

  @Test(
    "A copy names the semester without the course, takes last year, and warns of a second grade")
  func copy() async throws {
    let teacher = try await Teacher.working()
    let copy = "structure copy XI-ZPT.23 --dry-run "
    #expect(await teacher(copy + "--from B211").err.contains("in B211"))
    #expect(await teacher(copy + "--from B251 --to B202").err.contains("in B202"))
    let year = await teacher.program.run(
      ["structure", "copy", "XI-ZPT.23", "--dry-run", "--from", "Last year"])
    let code = await teacher(copy + "--from B251")
    #expect(year.status == 0 && year.out == code.out)
    let other = await teacher(
      "structure copy XI-BEZ.22 --from-course XI-ZPT.23 --from B251 --only znamka --dry-run")
    #expect(other.out.contains("+ znamka") || other.status == 65)
  }
}
