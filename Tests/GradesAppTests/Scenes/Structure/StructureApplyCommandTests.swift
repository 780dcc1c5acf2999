import AppTestSupport
import Foundation
import GradesServer
import GradesTesting
import TestSupport
import Testing

/// A course's structure is changed from the command line.
@Suite("Structure apply", .inTurn)
struct StructureApplyCommandTests {
  /// A guarantor's program at a service of its own.
  private static func working() async throws -> (Program, TestService) {
    let service = try await TestService.started()
    return (
      try await Program.signedIn(to: service, as: DemoAccounts.colleague.username), service
    )
  }

  /// The export of a course in a file, edited.
  private static func file(
    of program: Program, _ edit: (String) -> String
  ) async throws -> (url: URL, text: String) {
    let export = await program("structure export XI-BEZ.22")
    #expect(export.status == 0)
    let text = edit(export.out)
    let url = program.home.url.appending(path: "course.yaml")
    try Data(text.utf8).write(to: url)
    return (url, text)
  }

  /// The course without `pokusy`, with another maximum and one more item at its end.
  private static func edited(_ text: String) -> String {
    guard let begin = text.range(of: "  - identifier: pokusy"),
      let end = text.range(of: "  - identifier: body")
    else { return text }
    return text[..<begin.lowerBound].replacing("maximum: 20", with: "maximum: 25")
      + text[end.lowerBound...]
      + "  - identifier: kviz\n    name:\n      cs: Kvíz\n      en: Quiz\n    type: QUIZ\n"
      + "    valueType: NUMBER\n    maximum: 3\n"
  }

  private static func writes(_ service: TestService) -> [String] {
    service.control.requestLog.filter { $0.method != "GET" }.map(\.method)
  }

  @Test("Without a terminal it needs --yes and each removal; then the export is the file")
  func apply() async throws {
    let (program, service) = try await Self.working()
    let (file, text) = try await Self.file(of: program, Self.edited)
    let command = ["structure", "apply", "XI-BEZ.22", file.path]
    service.control.resetRequestLog()
    #expect(await program.run(command).status == 64)
    #expect(service.control.requestLog.isEmpty)
    let dry = await program.run(command + ["--dry-run"])
    #expect(dry.status == 0)
    #expect(dry.out.contains("1 to add, 1 to change, 1 to remove."))
    let refused = await program.run(command + ["--yes"])
    #expect(refused.status == 64)
    #expect(refused.err.contains("pokusy"))
    #expect(Self.writes(service).isEmpty)
    let run = await program.run(command + ["--yes", "--remove", "pokusy"])
    #expect(run.status == 0)
    #expect(run.out.hasSuffix("Added: 1, changed: 1, removed: 1.\n"))
    #expect(run.err.contains("backup-XI-BEZ-22-B261-"))
    #expect(Self.writes(service) == ["POST", "PUT", "DELETE"])
    func items(_ text: String) -> Substring {
      text[(text.range(of: "items:")?.lowerBound ?? text.endIndex)...]
    }
    #expect(items(await program("structure export XI-BEZ.22").out) == items(text))
    let again = await program.run(command + ["--yes", "--remove", "pokusy"])
    #expect(again.status == 0)
    #expect(again.out.hasSuffix("No changes.\n"))
    #expect(Self.writes(service).count == 3)
  }

  @Test("On a terminal the identifier is typed; anything else changes nothing")
  func typed() async throws {
    let (program, service) = try await Self.working()
    let (file, _) = try await Self.file(of: program, Self.edited)
    let command = ["structure", "apply", "XI-BEZ.22", file.path]
    for answers in [["test"], ["pokusy", "n"], []] {
      #expect(await program.run(command, width: 80, input: answers).status == 130)
    }
    #expect(Self.writes(service).isEmpty)
    let run = await program.run(command, width: 80, input: ["pokusy", "y"])
    #expect(run.status == 0)
    #expect(run.err.contains("To remove it, type pokusy"))
    #expect(Self.writes(service).count == 3)
  }

  @Test("A backup is listed and brings items and values back, as drafts that notify no student")
  func restore() async throws {
    let (program, service) = try await Self.working()
    let (file, _) = try await Self.file(of: program, Self.edited)
    let before = await program("group XI-BEZ.22 ALL pokusy --csv").out
    let apply = ["structure", "apply", "XI-BEZ.22", file.path, "--yes", "--remove", "pokusy"]
    #expect(await program.run(apply).status == 0)
    let list = await program("structure backups --json")
    let document = try list.object()
    let backup = try #require((document["backups"] as? [[String: Any]])?.first)
    let path = try #require(backup["path"] as? String)
    #expect(path.contains("backup"))
    #expect(backup["items"] as? Int == 2)
    let restored = await program.run(["structure", "restore", path, "--yes"])
    #expect(restored.status == 0)
    #expect(restored.out.contains("In the backup"))
    #expect(
      restored.err.contains(
        "These items will come last, as Grades cannot change the order: pokusy."))
    #expect(restored.err.contains("publishing them does not notify students"))
    let asked = await program("publish XI-BEZ.22 --dry-run --notify")
    #expect(asked.out.contains("students will be notified."))
    let silent = await program("publish XI-BEZ.22 --dry-run")
    #expect(silent.out.contains("Nobody will be notified."))
    let published = await program("publish XI-BEZ.22 --yes")
    #expect(published.status == 0)
    let saves = service.control.requestLog.filter {
      $0.method == "PUT" && $0.path.hasSuffix("/student-classifications")
    }
    #expect(!saves.isEmpty && saves.allSatisfy { $0.query["notify"] == "false" })
    #expect(await program("group XI-BEZ.22 ALL pokusy --csv").out == before)
    #expect(await program("structure restore nothing.json --yes").status == 65)
  }

  @Test("Items are copied to another semester with other identifiers, without their values")
  func copy() async throws {
    let (program, _) = try await Self.working()
    let command =
      "structure copy XI-BEZ.22 --from-course XI-ZPT.23 --from B251 --to B261 --only projekt"
    let run = await program(command + " --map projekt=prace --yes")
    #expect(run.status == 0, "\(run.err)")
    #expect(run.out.hasSuffix("Added: 1, changed: 0, removed: 0.\n"))
    #expect(await program("items XI-BEZ.22 --csv").out.contains("prace,"))
    #expect(await program(command + " --map projekt --yes").status == 64)
    #expect(await program(command + " --map nic=prace --yes").status == 65)
  }

  @Test("Shown and hidden items, with the number of students")
  func visibility() async throws {
    let (program, _) = try await Self.working()
    let run = await program("items hide XI-BEZ.22 test", width: 80, input: ["y"])
    #expect(run.status == 0)
    #expect(run.err.contains("students will no longer see: Final test."))
    #expect(await program("items show XI-BEZ.22 \"te*\" --yes").status == 65)
    #expect(await program("items show XI-BEZ.22 te* --yes").status == 0)
    #expect(await program("items show XI-BEZ.22 te* --yes").out.hasSuffix("No changes.\n"))
    #expect(await program("items show XI-BEZ.22 nic --yes").status == 65)
    let plain = await program("items XI-BEZ.22")
    #expect(await program("items list XI-BEZ.22").out == plain.out)
  }

  @Test("Editors are listed, added and removed after a question")
  func editors() async throws {
    let (program, service) = try await Self.working()
    #expect(await program("editors XI-ZPT.23").out.contains("ucitezk1"))
    #expect(await program("editors add XI-ZPT.23 obojial1").status == 64)
    #expect(await program("editors add XI-ZPT.23 obojial1", width: 80, input: ["n"]).status == 130)
    #expect(await program("editors add XI-ZPT.23 obojial1 --yes").status == 0)
    #expect(await program("editors XI-ZPT.23 --json").out.contains("\"obojial1\""))
    #expect(await program.run(["editors", "add", "XI-ZPT.23", " ", "--yes"]).status == 64)
    // A response that is lost after the service removed the editor is no failure.
    service.control.add(Fault("DELETE", "/editors", .disconnectAfterHandling))
    let removed = await program("editors remove XI-ZPT.23 obojial1 --yes")
    #expect(removed.status == 0)
    #expect(removed.err == "Removed obojial1 as an editor of XI-ZPT.23.\n")
    #expect(!(await program("editors XI-ZPT.23").out.contains("obojial1")))
    let changes = service.control.requestLog.filter { $0.method != "GET" }
    #expect(changes.map(\.method) == ["PUT", "DELETE"])
    #expect(
      changes.allSatisfy {
        $0.path.hasSuffix("/public/courses/XI-ZPT.23/editors/obojial1") && $0.body.isEmpty
          && $0.query.isEmpty
      })
  }

  @Test("Who takes their own rights, or those of the last editor, is warned")
  func lastEditor() async throws {
    let (program, _) = try await Self.working()
    let own = DemoAccounts.colleague.username
    let others = await program("editors XI-BEZ.22").lines.dropFirst(2).filter { $0 != own }
    for other in others {
      #expect(await program("editors remove XI-BEZ.22 \(other) --yes").status == 0)
    }
    let last = await program("editors remove XI-BEZ.22 \(own)", width: 80, input: ["n"])
    #expect(last.status == 130)
    #expect(last.err.contains("This is you: you will no longer be able to change the items"))
    #expect(last.err.contains("\(own) is the last editor of XI-BEZ.22"))
  }

  @Test("A teacher who is no editor of the course changes nothing, and is refused with 77")
  func noEditor() async throws {
    let service = try await TestService.started()
    let teacher = try await Program.signedIn(to: service, as: DemoAccounts.teacher.username)
    let before = await teacher("structure export XI-BEZ.22")
    #expect(before.status == 0)
    let run = await teacher("items hide XI-BEZ.22 skoleni --yes")
    #expect(run.status == 77)
    #expect(run.err.contains("You do not have access to this"))
    #expect(run.err.contains("You are not an editor of this course"))
    #expect(await teacher("structure export XI-BEZ.22").out == before.out)
  }

  @Test("An item after --remove that the plan does not remove is named")
  func unusedRemoval() async throws {
    let (program, _) = try await Self.working()
    let (file, _) = try await Self.file(of: program, Self.edited)
    let run = await program.run([
      "structure", "plan", "XI-BEZ.22", file.path, "--remove", "pokusi",
    ])
    #expect(run.err == "--remove pokusi has no effect: the plan does not remove it.\n")
  }

  @Test("A plan of which nothing can be sent is shown with the reasons, also as a document")
  func nothingSendable() async throws {
    let (program, service) = try await Self.working()
    service.control.add(
      Fault(
        "GET", "/courses/XI-BEZ.22/definition", times: nil,
        .answer(
          status: 200, headers: ["Content-Type": "application/json"],
          body: #"""
            [{"id": 1, "identifier": "test", "parentId": null, "courseCode": "XI-BEZ.22",
            "semesterCode": "B261", "evaluationType": "MANUAL", "classificationType": "OTHER",
            "valueType": "NUMBER", "hidden": false, "index": 0, "maximumValue": 20,
            "colour": "red", "classificationTextDtos": [{"identifier": "cs", "name": "Test"},
            {"identifier": "en", "name": "Test"}]}]
            """#)))
    let (file, _) = try await Self.file(of: program) {
      $0.replacing("maximum: 20", with: "maximum: 25")
    }
    let command = ["structure", "apply", "XI-BEZ.22", file.path, "--yes"]
    let table = await program.run(command)
    #expect(table.status == 65)
    #expect(table.out.contains("~ test") && table.out.contains("colour"))
    let run = await program.run(command + ["--json"])
    #expect(run.status == 65)
    #expect(run.err.contains("colour"))
    let document = try run.object()
    #expect(document["notSent"] as? [String] == ["test"])
    #expect(Self.writes(service).isEmpty)
  }

  @Test("Backups of another host are named")
  func otherHost() async throws {
    let (program, _) = try await Self.working()
    let (file, _) = try await Self.file(of: program, Self.edited)
    let apply = ["structure", "apply", "XI-BEZ.22", file.path, "--yes", "--remove", "pokusy"]
    #expect(await program.run(apply).status == 0)
    #expect(!(await program("structure backups")).out.contains("127.0.0.1"))
    let folder = program.paths.structureBackupsFolder
    let name = try #require(
      FileManager.default.contentsOfDirectory(atPath: folder.path)
        .first { $0.hasPrefix("backup-") })
    let text = try String(contentsOf: folder.appending(path: name), encoding: .utf8)
    let host = try #require(text.firstMatch(of: #/"host": "([^"]*)"/#)?.output.1)
    try Data(text.replacing("\"host\": \"\(host)\"", with: "\"host\": \"elsewhere\"").utf8)
      .write(to: folder.appending(path: name))
    #expect(await program("structure backups").out.contains("XI-BEZ.22 B261, elsewhere"))
    #expect(await program("structure backups --json").out.contains("\"host\": \"elsewhere\""))
  }

  @Test("The values of an item that was computed for a while are restored")
  func restoreComputed() async throws {
    let (program, _) = try await Self.working()
    let values = "group XI-BEZ.22 ALL pokusy --csv"
    let before = await program(values).out
    let (file, _) = try await Self.file(of: program) {
      $0.replacing("minimum: 1\n", with: "expression: test\n")
    }
    let apply = await program.run(["structure", "apply", "XI-BEZ.22", file.path, "--yes"])
    #expect(apply.status == 0, "\(apply.err)")
    #expect(await program(values).out != before)
    let list = await program("structure backups --json")
    let document = try list.object()
    let path = try #require((document["backups"] as? [[String: Any]])?.first?["path"] as? String)
    let dry = await program.run(["structure", "restore", path, "--dry-run"])
    #expect(dry.err.contains("Computed values of pokusy will be cleared"), "\(dry.err)")
    let restore = await program.run(["structure", "restore", path, "--yes"])
    #expect(restore.status == 0 && !restore.err.contains("Not restored"), "\(restore.err)")
    #expect(restore.err.contains("that clear"), "\(restore.err)")
    #expect(await program("publish XI-BEZ.22 --yes").status == 0)
    // Also students who had none.
    let rows = before.split(separator: "\n")
    #expect(rows.contains { $0.hasSuffix(",") })
    #expect(await program(values).out == before, "\(restore.err)")
    // A draft over what is as it was is kept.
    let graded = try #require(rows.dropFirst().first { !$0.hasSuffix(",") })
    let student = graded.prefix { $0 != "," }
    #expect(await program("set XI-BEZ.22 \(student):pokusy=2 --draft").status == 0)
    let again = await program.run(["structure", "restore", path, "--yes"])
    #expect(again.err.contains("Not restored"), "\(again.err)")
    #expect(await program("drafts XI-BEZ.22 --json").out.contains("\"\(student)\""))
  }

  @Test("Restoring replaces neither a newer value nor a draft, and names what it leaves")
  func restoreNewer() async throws {
    let (program, _) = try await Self.working()
    let (file, _) = try await Self.file(of: program, Self.edited)
    let apply = ["structure", "apply", "XI-BEZ.22", file.path, "--yes", "--remove", "pokusy"]
    #expect(await program.run(apply).status == 0)
    let list = await program("structure backups --json")
    let document = try list.object()
    let path = try #require((document["backups"] as? [[String: Any]])?.first?["path"] as? String)
    let dry = await program.run(["structure", "restore", path, "--dry-run"])
    #expect(dry.err.contains("will be restored as drafts"))
    #expect(await program.run(["structure", "restore", path, "--yes"]).status == 0)
    let drafts = try #require(
      try JSONSerialization.jsonObject(
        with: Data(await program("drafts XI-BEZ.22 --json").out.utf8)) as? [String: Any])
    let student = try #require(
      (drafts["drafts"] as? [[String: Any]])?.first?["username"] as? String)
    #expect(await program("publish XI-BEZ.22 --yes").status == 0)
    let cell = "\(student):pokusy"
    let newer = await program("set XI-BEZ.22 \(cell)=17 --yes --no-notify --allow-out-of-bounds")
    #expect(newer.status == 0, "\(newer.err)")
    let again = await program.run(["structure", "restore", path, "--yes"])
    #expect(again.status == 0)
    #expect(
      again.err
        == "Not restored, because they have a newer value or a draft: \(cell).\n")
    #expect(await program("drafts XI-BEZ.22").out.contains("No drafts"))
  }
}
