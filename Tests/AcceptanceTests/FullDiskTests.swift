import AppTestSupport
import Foundation
import GradesTesting
import TestSupport
import Testing

/// What a teacher can do on a disk that takes nothing more, and what is there afterwards.
@Suite("A full disk", .enabled("\(SmallDisk.reason)") { await SmallDisk.isPossible() }, .inTurn)
struct FullDiskTests {
  private struct Expectation {
    let command: String
    var status: Int32 = 73
    let english: String
    let czech: String
  }

  private static let cacheSentences = (
    english: "Cannot store data in HOME/.cache/grades/cache.sqlite; continuing without it.",
    czech:
      "Do HOME/.cache/grades/cache.sqlite nelze ukládat data; pokračuje se bez ukládání."
  )

  private static func full(_ command: String, _ file: String) -> Expectation {
    Expectation(
      command: command, english: "Error: Cannot write HOME/\(file): the disk is full.",
      czech: "Chyba: Do souboru HOME/\(file) nelze zapsat: disk je plný.")
  }

  private static let drafts = ".local/state/grades/drafts.sqlite"

  private static let expectations = [
    Expectation(
      command: "courses", status: 0, english: cacheSentences.english,
      czech: cacheSentences.czech),
    full("set XI-ZPT.23 zkusade1:du2=2 --draft", drafts),
    full("settings set notify no", ".config/grades/settings.json"),
    Expectation(
      command: "watch --once", status: 0,
      english: "Could not save the log of changes; the next run starts it over.",
      czech: "Záznam změn nelze uložit; příští spuštění ho začne znovu."),
    full("discard --yes", drafts), full("publish --yes", drafts),
  ]

  @Test("is said, in both languages, and nothing is lost or half done", arguments: ["en", "cs"])
  func everyFile(language: String) async throws {
    let service = try await TestService.opened()
    let teacher = try await Program.teacherWithDraft(at: service)
    let before = await teacher("drafts --json")
    let courses = await teacher("courses --lang \(language)")
    try await SmallDisk.run(on: teacher, kibibytes: 512) { disk in
      try disk.fill()
      let files = try disk.files()
      for expected in Self.expectations {
        let run = try await disk.execute("\(expected.command) --lang \(language)")
        #expect(run.status == expected.status, "\(expected.command): \(run.err)")
        let sentence = language == "cs" ? expected.czech : expected.english
        #expect(
          teacher.plain(run.err).split(separator: "\n").contains { $0 == sentence }, "\(run.err)")
        if expected.command == "courses" { #expect(run.out == courses.out) }
      }
      let offline = try await disk.execute("courses --offline --lang \(language)")
      #expect(offline.status == 0)
      #expect(offline.out == courses.out)
      #expect(service.control.requestLog.allSatisfy { $0.method != "PUT" })
      #expect(try await disk.execute("drafts --json").out == before.out)
      let new = try Set(disk.files()).subtracting(files)
      #expect(new.allSatisfy { $0.hasSuffix(".lock") }, "\(new)")
      try disk.makeRoom()
      #expect(try await disk.execute("drafts --json").out == before.out)
      let published = try await disk.execute("publish --yes")
      #expect(published.status == 0, "\(published.err)")
    }
  }

  // To delete the cache makes room for the credentials' new content.
  @Test("does not keep anybody from signing out", arguments: [true, false])
  func signingOut(hasCache: Bool) async throws {
    let service = try await TestService.opened()
    let teacher = try await Program.teacherWithDraft(at: service)
    try await SmallDisk.run(on: teacher, kibibytes: 512) { disk in
      let (cache, credentials) = try (teacher.paths.cacheFile, teacher.paths.credentialsFile)
      if !hasCache { try FileManager.default.removeItem(at: disk.location(of: cache)) }
      try disk.fill()
      let run = try await disk.execute("logout --keep-drafts")
      #expect(run.status == 0, "\(run.err)")
      let left = try disk.files()
      let kept = try? String(contentsOf: disk.location(of: credentials), encoding: .utf8)
      #expect(kept?.contains("accessToken") != true)
      #expect(!left.contains(".cache/grades/cache.sqlite"))
      #expect(left.contains(Self.drafts))
    }
  }

  @Test(
    "leaves the drafts of who signs out, and says so",
    arguments: [
      (
        "en",
        """
        Logged out and deleted your credentials. The drafts and history could not be deleted; they \
        stay for your next login.
        Error: Cannot write HOME/.local/state/grades/drafts.sqlite: the disk is full.

        """
      ),
      (
        "cs",
        """
        Odhlášeno, přihlašovací údaje byly smazány. Koncepty a historii se smazat nepodařilo; \
        zůstávají do příštího přihlášení.
        Chyba: Do souboru HOME/.local/state/grades/drafts.sqlite nelze zapsat: disk je plný.

        """
      ),
    ])
  func remainingDrafts(language: String, said: String) async throws {
    let service = try await TestService.opened()
    let teacher = try await Program.teacherWithDraft(at: service)
    try await SmallDisk.run(on: teacher, kibibytes: 512) { disk in
      let file = disk.location(of: try teacher.paths.credentialsFile)
      let login = try Data(contentsOf: file)
      let before = try await disk.execute("drafts --json")
      try disk.fill()
      let run = try await disk.execute("logout --yes --lang \(language)")
      #expect(run.status == 73)
      #expect(teacher.plain(run.err).hasSuffix(said), "\(run.err)")
      let kept = try? String(contentsOf: file, encoding: .utf8)
      #expect(kept?.contains("accessToken") != true)
      #expect(try await disk.execute("courses").status == 77)
      // With room, and logged in again, they are there, and can be erased.
      try disk.makeRoom()
      try login.write(to: file)
      #expect(try await disk.execute("drafts --json").out == before.out)
      #expect(try await disk.execute("logout --yes").status == 0)
    }
  }

  @Test("that fills while values are on their way publishes nothing twice")
  func whilePublishing() async throws {
    let victim = try await Victim(.publish)
    let control = victim.service.control
    try await SmallDisk.run(on: victim.program, kibibytes: 512) { disk in
      control.resetRequestLog()
      let fault = control.add(Fault("PUT", "/", .run { try disk.fill() }))
      let run = try await disk.execute(victim.line)
      #expect(fault.hits == 1)
      #expect(run.status == 73, "\(run.err)")
      try disk.makeRoom()
      // The first one cannot say that it was published; the second one finds out.
      let next = try await disk.execute(victim.line)
      #expect(next.status == 0, "\(next.err)")
      let drafts = try await disk.execute("drafts")
      #expect(drafts.out + drafts.err == "No drafts.\n")
      #expect(control.requestLog.count { $0.method == "PUT" } == 1)
    }
    for cell in Victim.cells {
      let there = try await control.cell(
        course: "XI-ZPT.23", username: cell.username, item: cell.item)?.value
      #expect(there == .number(cell.new))
    }
    #expect(try await Victim.notifications(control) == victim.notified.mapValues { $0 + 1 })
    await victim.service.stop()
  }
}
