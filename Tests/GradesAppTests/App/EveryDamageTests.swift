import AppTestSupport
import Foundation
import GradesConfiguration
import GradesServer
import GradesTesting
import TestSupport
import Testing

/// Every file of the program in every bad state: each command does its work or says what is wrong.
@Suite("Every file in every bad state", .inTurn)
struct EveryDamageTests {
  enum File: String, CaseIterable, Sendable {
    case configuration, settings, credentials, cache, drafts, log
  }

  enum Damage: String, CaseIterable, Sendable {
    case empty, half, picture, folder, pipe, device, huge
  }

  private static func url(of file: File, in paths: Paths) throws -> URL {
    switch file {
    case .configuration: return paths.configurationFile
    case .settings: return paths.settingsFile
    case .credentials: return paths.credentialsFile
    case .cache: return paths.cacheFile
    case .drafts: return paths.draftsFile
    case .log: return paths.logFile
    }
  }

  /// Puts something at a file's path that is no file, or one of a gibibyte.
  private static func put(_ damage: Damage, at url: URL) throws {
    switch damage {
    case .pipe: try #require(mkfifo(url.path, 0o600) == 0)
    case .device: try #require(symlink("/dev/zero", url.path) == 0)
    case .huge:
      let file = open(url.path, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0o600)
      try #require(file >= 0)
      defer { close(file) }
      try #require(ftruncate(file, 1 << 30) == 0)
    default:
      try FileManager.default.createDirectory(at: url, withIntermediateDirectories: false)
    }
  }

  private static func bytes(_ damage: Damage, of good: Data) -> Data? {
    switch damage {
    case .empty: Data()
    case .half: good.prefix(good.count / 2)
    case .picture: Data([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) + Data(count: 600)
    case .folder, .pipe, .device, .huge: nil
    }
  }

  /// What is said of something that cannot be one of the program's files; nil where a new one is made.
  private static func sentence(_ file: File, _ damage: Damage) -> String? {
    switch file {
    case .configuration:
      "HOME/.config/grades/config.json: "
        + (damage == .huge
          ? "too large for a configuration file" : "cannot be read")
    case .settings: "Cannot read HOME/.config/grades/settings.json. Check its permissions."
    case .credentials:
      "Cannot read HOME/.local/state/grades/credentials.json. Check its permissions."
    case .drafts:
      damage == .huge
        ? nil
        : "Cannot read the drafts in HOME/.local/state/grades/drafts.sqlite. Nothing was deleted; "
          + "move the file away to start over."
    case .cache, .log: nil
    }
  }

  @Test("Is met calmly", arguments: File.allCases, Damage.allCases)
  func damage(file: File, damage: Damage) async throws {
    let service = try await TestService.shared()
    let program = try await Program.signedIn(to: service, as: DemoAccounts.teacher.username)
    let paths = program.paths
    #expect(await program("settings set notify no").status == 0)
    #expect(await program("watch --once").status == 0)
    #expect(await program("set XI-ZPT.23 zkusade1:du1=1 --draft").status == 0)
    try program.write(Data("{\"host\": \"demo\"}".utf8), to: paths.configurationFile)
    let drafts = await program("drafts --json")
    #expect(drafts.status == 0, "\(drafts.err)")

    let url = try Self.url(of: file, in: paths)
    let good = try Data(contentsOf: url)
    let bad = Self.bytes(damage, of: good)
    try FileManager.default.removeItem(at: url)
    if let bad { try program.write(bad, to: url) } else { try Self.put(damage, at: url) }
    for line in [
      "status", "drafts", "watch --once", "set XI-ZPT.23 zkusade1:du2=2 --draft",
      "settings set notify yes",
    ] {
      let run = await program(line)
      #expect([0, 73, 77, 78].contains(run.status), "\(line): \(run.status) \(run.err)")
      // Without a login, status prints its report all the same; so it does where it sets drafts aside.
      if run.status != 0, line != "status" {
        #expect(run.err.contains("Error: "), "\(line): \(run.err)")
      }
      if [.folder, .pipe, .device, .huge].contains(damage) {
        if let sentence = Self.sentence(file, damage), line == "drafts" {
          #expect(program.plain(run.err) == "Error: \(sentence)\n")
          #expect(run.status == 78)
        }
      }
    }
    // What a person has made is as it was: the very bytes, or everything that was in them.
    switch file {
    case .configuration, .settings:
      if let bad { #expect(try Data(contentsOf: url) == bad) }
    case .drafts:
      let aside = url.deletingLastPathComponent().appending(path: "drafts.damaged-1.sqlite")
      let kept = FileManager.default.fileExists(atPath: aside.path) ? aside : url
      if let bad { #expect(try Data(contentsOf: kept) == bad) }
    case .credentials: break
    case .cache, .log:
      // These heal by themselves, and the next run has nothing to say.
      #expect(await program("courses").status == 0)
      let healed = await program("courses --offline")
      #expect(healed.status == 0, "\(healed.err)")
      #expect(!healed.err.contains("damaged"))
    }
    if file != .drafts {
      try? FileManager.default.removeItem(at: url)
      if file == .credentials { try await program.signIn(to: service, as: "ucitezk1") }
      let kept = try #require(
        JSONSerialization.jsonObject(with: Data(await program("drafts --json").out.utf8))
          as? [String: Any])
      let cells = (kept["drafts"] as? [[String: Any]])?.compactMap { $0["identifier"] as? String }
      #expect(cells?.contains("du1") == true, "\(kept)")
    }
  }
}
