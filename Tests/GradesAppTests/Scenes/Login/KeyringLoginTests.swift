import AppTestSupport
import Foundation
import TestSupport
import Testing

@Suite("The keyring", .inTurn)
struct KeyringLoginTests {
  @Test("is what the configuration asks for, from login to logout")
  func login() async throws {
    let folder = try TemporaryFolder()
    try FakeSecretTool.install(in: folder)
    var program = try Program(
      environment: ["PATH": "\(folder.url.path):/usr/bin:/bin", "KEYRING": folder.url.path])
    // A slow machine is no slow keyring.
    program.requestClock.pause = { _ in try await Task.sleep(for: .seconds(86_400)) }
    let paths = program.paths
    try program.write(
      Data(#"{"credential-store": "keyring"}"#.utf8), to: paths.configurationFile)
    #expect(await program("login --demo").status == 0)
    let secret = try String(contentsOf: folder.file("secret"), encoding: .utf8)
    #expect(secret.contains("accessToken"))
    let file = try String(contentsOf: paths.credentialsFile, encoding: .utf8)
    #expect(file.contains(#""accessToken": """#))
    #expect(file.contains("zkusade1"))
    #expect(await program("courses").status == 0)
    #expect(await program("logout --yes").status == 0)
    #expect(try !folder.names().contains("secret"))

    try FileManager.default.removeItem(at: folder.file("secret-tool"))
    let run = await program("login --demo")
    #expect(run.status == 69)
    #expect(run.said.contains("“credential-store”"))
    #expect(run.said.contains("secret-tool is missing"))
  }
}
