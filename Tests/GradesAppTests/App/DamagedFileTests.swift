import AppTestSupport
import Foundation
import GradesConfiguration
import TestSupport
import Testing

/// Files of ours that something has damaged: said, never overwritten unseen, never a crash.
@Suite("Damaged files", .inTurn)
struct DamagedFileTests {
  @Test("The cache is set up again, with a notice")
  func cache() async throws {
    let program = try await Program.signedIn(to: .shared())
    let before = await program("courses")
    try program.write(Data("no database".utf8), to: program.paths.cacheFile)
    let after = await program("courses")
    #expect(after.status == 0)
    #expect(after.out == before.out)
    #expect(after.err == "The stored data was damaged or of another version, and has been reset.\n")
    let healed = await program("courses --offline")
    #expect(healed.status == 0)
    #expect(healed.err == "Offline; showing data from less than a minute ago.\n")
  }

  @Test("A cache that cannot be stored is done without")
  func noCache() async throws {
    let program = try await Program.signedIn(
      to: .shared(), environment: ["XDG_CACHE_HOME": "/dev/null"])
    let run = await program("courses")
    #expect(run.status == 0)
    #expect(run.out.hasPrefix("Winter 2026/27 (B261)"))
    #expect(
      run.err == """
        Cannot store data in /dev/null/grades/cache.sqlite; continuing without it.

        """)
  }

  @Test("Credentials are set aside and said where")
  func credentials() async throws {
    let program = try await Program.signedIn(to: .shared())
    let file = program.paths.credentialsFile
    try program.write(Data("{\"hosts\": ".utf8), to: file)
    let run = await program("courses --lang cs")
    #expect(run.status == 77)
    let folder = file.deletingLastPathComponent()
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
      .filter { !$0.hasSuffix(".lock") }
    #expect(names.count == 1)
    let aside = folder.appending(path: try #require(names.first))
    #expect(try String(contentsOf: aside, encoding: .utf8) == "{\"hosts\": ")
    let said = program.plain(run.err, try await .shared())
    #expect(
      said == """
        Uložené přihlašovací údaje byly poškozené a byly přesunuty do \
        \(program.plain(aside.path)). Přihlaste se znovu.
        Chyba: Nejste přihlášeni (127.0.0.1:PORT). Přihlaste se příkazem \
        „grades login“.

        """)
  }

  @Test(
    "Settings stop the program, and are left as they are",
    arguments: [
      ("{", "HOME/.config/grades/settings.json"), ("[]", "HOME/.config/grades/settings.json"),
      (#"{"semester": "autumn"}"#, "semester"), (#"{"hide-ungraded": "maybe"}"#, "hide-ungraded"),
      (#"{"language": "de"}"#, "language"), (#"{"hidden-courses": 5}"#, "hidden-courses"),
    ])
  func settings(content: String, named: String) async throws {
    let program = try await Program.signedIn(to: .shared())
    let file = program.paths.settingsFile
    try program.write(Data(content.utf8), to: file)
    let others = ["courses", "settings", "status", "course XI-EKO.21"]
    for command in ["settings set notify no"] + (content == "{" ? others : []) {
      let run = await program(command)
      #expect(run.status == 78)
      #expect(run.out == "")
      #expect(program.plain(run.err).contains("HOME/.config/grades/settings.json"))
      #expect(program.plain(run.err).contains(named))
      #expect(run.err.split(separator: "\n").count == 1)
    }
    #expect(try String(contentsOf: file, encoding: .utf8) == content)
  }

  @Test(
    "A damaged log is replaced by an empty one, which is said once",
    arguments: ["watch --once", "changes"])
  func log(command: String) async throws {
    let program = try await Program.signedIn(to: .shared())
    #expect(await program(command).status == 0)
    try program.write(Data("no database".utf8), to: program.paths.logFile)
    let run = await program(command)
    #expect(run.status == 0)
    #expect(run.err.hasPrefix("Could not read the log of changes; it starts over.\n"))
    #expect(await program(command).err == "")
  }

  @Test("What is no note of the last scene opens Courses, and gives way", arguments: [true, false])
  func lastScene(isPipe: Bool) async throws {
    let program = try await Program.signedIn(to: .shared())
    let host = try GradesConfiguration(
      environment: program.environment, paths: program.paths
    ).host
    let file = try program.paths.lastSceneFile(of: host)
    try program.write(Data(), to: file)
    if isPipe {
      try FileManager.default.removeItem(at: file)
      try #require(mkfifo(file.path, 0o600) == 0)
    } else {
      // A good note at the start of a gibibyte.
      try program.write(Data(#"["settings"]"#.utf8), to: file)
      try #require(truncate(file.path, 1 << 30) == 0)
    }
    let app = program.open("--last", columns: 80, rows: 16)
    #expect(await app.text.contains("grades · Courses"))
    #expect(await app.hangUp().err == "")
    #expect(try String(contentsOf: file, encoding: .utf8) == #"["courses"]"#)
  }

  @Test("The demo's data are not overwritten when they are something else")
  func demoData() async throws {
    let program = try Program()
    let file = program.paths.demoDataFile
    try program.write(Data("a letter".utf8), to: file)
    let run = await program("demo")
    #expect(run.status == 73)
    #expect(
      program.plain(run.err).hasSuffix(
        """
        Error: Cannot use HOME/.local/state/grades/demo.sqlite for the embedded service: it \
        cannot be opened, or contains other data. Move it away, or choose another file with \
        --data; for the demo, try “grades demo --reset”.

        """))
    #expect(try String(contentsOf: file, encoding: .utf8) == "a letter")
    let serve = await program("serve --data \(file.path)")
    #expect(serve.status == 73)
    #expect(serve.err.hasPrefix("Error: Cannot use \(file.path) for the embedded service"))
  }
}
