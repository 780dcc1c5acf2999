import AppTestSupport
import Foundation
import GradesTesting
import TestSupport
import Testing

/// `grades logout`, and logins that end by themselves.
@Suite("Logging out", .inTurn)
struct LogoutTests {
  @Test("Erases the user's credentials and data, and nobody else's")
  func logout() async throws {
    let first = try await TestService.shared()
    let second = try await TestService.started()
    var program = try await Program.signedIn(to: first)
    _ = await program("courses")
    // The same files with another service's address; both are signed in.
    program.environment["GRADES_API_URL"] = second.apiURL.absoluteString
    let both = try Data(contentsOf: program.paths.credentialsFile)
    try await program.signIn(to: second, as: "obojial1")
    try merge(both, into: program.paths.credentialsFile)
    #expect(await program("courses").status == 0)

    let run = await program("logout")
    #expect(run.status == 0)
    #expect(run.out == "")
    #expect(
      run.err == "Logged out. Credentials and stored data were deleted.\n")
    #expect(await program("courses").status == 77)
    #expect(await program("courses --offline").status != 0)
    #expect(await program("logout --lang cs").said == "Nejste přihlášeni.\n")

    program.environment["GRADES_API_URL"] = first.apiURL.absoluteString
    let kept = await program("courses --offline")
    #expect(kept.status == 0)
    #expect(kept.lines.first?.hasSuffix("Adéla Zkušební") == true)
    #expect(await program("courses").status == 0)
  }

  @Test("Names the folder of backups of courses, which stay")
  func backups() async throws {
    let program = try await Program.signedIn(to: TestService.shared())
    let folder = program.paths.structureBackupsFolder
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let file = folder.appending(path: "backup-XI-ZPT-23-B261-20261121T120000Z.json")
    try Data("{}".utf8).write(to: file)
    let run = await program("logout")
    #expect(run.status == 0)
    #expect(
      program.plain(run.said).hasSuffix(
        "stay in HOME/.local/state/grades/structure-backups/. Delete them if you no longer need them.\n"
      ),
      "\(run.err)")
    #expect(FileManager.default.fileExists(atPath: file.path))
  }

  @Test("Erases what is behind links, too")
  func links() async throws {
    let program = try await Program.signedIn(to: TestService.shared())
    _ = await program("courses")
    let file = program.paths.cacheFile
    let other = URL(filePath: file.path + ".elsewhere")
    try FileManager.default.moveItem(at: file, to: other)
    try #require(symlink(other.path, file.path) == 0)
    let run = await program("logout")
    #expect(run.status == 0, "\(run.err)")
    let cache = try Data(contentsOf: other)
    #expect(cache.range(of: Data("zkusade1".utf8)) == nil)
  }

  @Test("A token in the environment cannot be logged out")
  func givenToken() async throws {
    let service = try await TestService.shared()
    let token = try await service.control.issueTokens(username: "zkusade1").access
    let program = try Program(at: service, environment: ["GRADES_TOKEN": token])
    let run = await program("logout")
    #expect(run.status == 0)
    #expect(run.err == "You are not logged in.\n")
  }

  private func merge(_ earlier: Data, into file: URL) throws {
    var document = try #require(
      JSONSerialization.jsonObject(with: Data(contentsOf: file)) as? [String: Any])
    let other = try #require(JSONSerialization.jsonObject(with: earlier) as? [String: Any])
    let hosts = try #require(document["hosts"] as? [String: Any])
    let others = try #require(other["hosts"] as? [String: Any])
    document["hosts"] = hosts.merging(others) { $1 }
    try JSONSerialization.data(withJSONObject: document).write(to: file)
  }
}
