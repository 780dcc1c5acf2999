import AppTestSupport
import Foundation
import GRDB
import GradesTesting
import TestSupport
import Testing

/// Limits and permissions that every user can meet; no disk of their own is needed for them.
@Suite("Where writing is refused", .inTurn)
struct RefusedWritingTests {
  /// Whether what `make sanitize` loads for the thread sanitizer is there.
  private static let writesFilesItself =
    ProcessInfo.processInfo.environment["LD_PRELOAD"]?.contains("seen-locks") == true

  @Test(
    "a limit or a quota is no fault of the program",
    .disabled(
      if: Self.writesFilesItself, "The thread sanitizer writes a file of its own at the start."))
  func limit() async throws {
    let service = try await TestService.opened()
    let teacher = try await Program.teacherWithDraft(at: service)
    let before = await teacher("drafts --json")
    let limited = ["/bin/sh", "-c", "trap '' XFSZ; ulimit -f 0; exec \"$@\"", "sh"]
    let failing = [
      "en": "Error: Cannot read or write HOME/.local/state/grades/drafts.sqlite: disk error, or "
        + "disk quota exceeded.\n",
      "cs":
        "Chyba: Soubor HOME/.local/state/grades/drafts.sqlite nelze číst ani zapisovat: "
        + "chyba disku, nebo vyčerpaná kvóta.\n",
    ]
    for (language, sentence) in failing {
      for command in ["set XI-ZPT.23 zkusade1:du2=2 --draft", "publish --yes", "discard --yes"] {
        let run = try await teacher.execute("\(command) --lang \(language)", through: limited)
        #expect(run.status == 73, "\(command)")
        #expect(teacher.plain(run.err).hasSuffix(sentence), "\(command): \(run.err)")
      }
    }
    let settings = try await teacher.execute("settings set notify no", through: limited)
    #expect(settings.status == 73)
    #expect(
      teacher.plain(settings.err)
        == "Error: Cannot write HOME/.config/grades/settings.json: the disk is full.\n")
    #expect(try await teacher.execute("courses", through: limited).status == 0)
    #expect(try await teacher.execute("watch --once", through: limited).status == 0)
    #expect(await teacher("drafts --json").out == before.out)
    #expect(service.control.requestLog.allSatisfy { $0.method != "PUT" })
  }

  @Test("folders that may only be read are read, and those that may not even be read are said")
  func permissions() async throws {
    let service = try await TestService.opened()
    let teacher = try await Program.teacherWithDraft(at: service)
    let before = await teacher("drafts --json")
    let courses = await teacher("courses")
    // Root may write everywhere, unless it has no rights over what is outside of its namespace.
    let bound = geteuid() == 0 ? ["/usr/bin/env", "unshare", "--user"] : []
    let folders = try [
      teacher.paths.configurationFolder, teacher.paths.cacheFolder, teacher.paths.stateFolder,
    ]
    func permit(_ mode: Int) throws {
      for folder in folders {
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: folder.path)
      }
    }
    defer { try? permit(0o700) }
    try permit(0o500)
    for file in try folders.flatMap({ folder in
      try FileManager.default.contentsOfDirectory(atPath: folder.path).map {
        folder.appending(path: $0)
      }
    }) {
      try FileManager.default.setAttributes([.posixPermissions: 0o400], ofItemAtPath: file.path)
    }
    let shown = try await teacher.execute("courses", through: bound)
    try #require(shown.status == 0, "\(shown.err)")
    #expect(shown.out == courses.out)
    #expect(try await teacher.execute("drafts --json", through: bound).out == before.out)
    for command in [
      "set XI-ZPT.23 zkusade1:du2=2 --draft", "discard --yes", "publish --yes",
      "settings set notify no", "logout --keep-drafts",
    ] {
      let run = try await teacher.execute(command, through: bound)
      #expect(run.status == 73, "\(command): \(run.err)")
      #expect(run.err.contains("Check the permissions of the file and its folder."))
      // Logging out names each part that remains.
      let remains = run.err.contains("cache.sqlite; it still contains your data.")
      #expect(remains == command.hasPrefix("logout"), "\(run.err)")
    }
    try permit(0)
    for command in [
      "courses", "drafts", "settings", "status", "set XI-ZPT.23 zkusade1:du2=2 --draft",
    ] {
      let run = try await teacher.execute(command, through: bound)
      #expect([73, 77, 78].contains(run.status), "\(command): \(run.status) \(run.err)")
      #expect(
        run.err.hasPrefix("Error: ") || run.err.contains("\nError: "), "\(command): \(run.err)")
    }
    try permit(0o700)
    #expect(await teacher("drafts --json").out == before.out)
  }

  @Test(
    "output that arrives nowhere makes the run fail",
    arguments: [
      ("courses", "en", "Error: Could not write all of the output: the disk is full.\n"),
      ("courses --json", "cs", "Chyba: Výstup se nepodařilo zapsat celý: disk je plný.\n"),
      ("--version", "en", "Error: Could not write all of the output: the disk is full.\n"),
    ])
  func output(command: String, language: String, sentence: String) async throws {
    let user = try await Program.signedIn(
      to: .shared(), environment: ["LANG": language + "_CZ.UTF-8"])
    let full = ["/bin/sh", "-c", "exec \"$@\" > /dev/full", "sh"]
    let run = try await user.execute(command, through: full)
    #expect(run.status == 73)
    #expect(run.err.hasSuffix(sentence), "\(run.err)")
  }

  @Test("changes that were not shown stay new")
  func changes() async throws {
    let service = try await TestService.opened()
    let user = try await Program.signedIn(to: service, now: { Date() })
    #expect(await user("changes").status == 0)
    try await service.control.changeAsColleague(
      course: "XI-ZPT.23", username: "zkusade1", item: "du1", value: 1)
    let full = ["/bin/sh", "-c", "exec \"$@\" > /dev/full", "sh"]
    #expect(try await user.execute("changes", through: full).status == 73)
    #expect(!(await user("changes").out.contains("No changes.")))
    #expect(await user("changes").out.contains("No changes."))
  }

  @Test("what a closed stream would have got goes to no file and to no connection")
  func closedStreams() async throws {
    let service = try await TestService.opened()
    let user = try await Program.signedIn(to: service, now: { Date() })
    #expect(await user("courses").status == 0)
    let credentials = try Data(contentsOf: user.paths.credentialsFile)
    for closing in ["<&-", ">&-", "2>&-", "<&- >&- 2>&-"] {
      let closed = ["/bin/sh", "-c", "exec \"$@\" \(closing)", "sh"]
      let run = try await user.execute("courses", through: closed)
      #expect(
        run.status == (closing.contains(" >&-") || closing.hasPrefix(">") ? 73 : 0), "\(closing)")
      if run.status == 0 { #expect(run.out == demoCourses) }
      #expect(try Data(contentsOf: user.paths.credentialsFile) == credentials)
      let lock = try user.paths.credentialsFile.path + ".lock"
      if FileManager.default.fileExists(atPath: lock) {
        #expect(try Data(contentsOf: URL(filePath: lock)).isEmpty)
      }
    }
    let cache = try DatabaseQueue(path: user.paths.cacheFile.path)
    #expect(
      try await cache.read { try String.fetchAll($0, sql: "PRAGMA integrity_check") } == ["ok"])
  }
}
