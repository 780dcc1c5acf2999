import Files
import Foundation
import TestSupport
import Testing

@Suite("A program to start")
struct ExecutableTests {
  @Test("is the first file in PATH that may be executed and is no folder, or a file by its path")
  func found() throws {
    let folder = try TemporaryFolder()
    for (name, mode) in [("plain/tool", 0o600), ("good/tool", 0o700)] {
      let file = folder.file(name)
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      #expect(
        FileManager.default.createFile(
          atPath: file.path, contents: Data(), attributes: [.posixPermissions: mode]))
    }
    try FileManager.default.createDirectory(
      at: folder.file("folders/tool"), withIntermediateDirectories: true)
    let path = ["missing", "folders", "plain", "good"].map { folder.file($0).path }
    let environment = ["PATH": path.joined(separator: ":")]
    let good = folder.file("good/tool").path
    #expect(Executable.find("tool", in: environment) == good)
    #expect(Executable.find(good, in: [:]) == good)
    #expect(Executable.find("tool", in: [:]) == nil)
    #expect(Executable.find(folder.file("folders/tool").path, in: environment) == nil)
  }

  @Test("has a name that is found by its beginning")
  func names() throws {
    let folder = try TemporaryFolder()
    for name in ["tool-one", "tool-two", "tools", "tool-", "other-tool-"] {
      #expect(FileManager.default.createFile(atPath: folder.file(name).path, contents: Data()))
    }
    let path = folder.file("").path
    let found = Executable.names(beginningWith: "tool-", in: path)
    #expect(found.sorted() == ["tool-", "tool-one", "tool-two"])
    #expect(Executable.names(beginningWith: "tool-", in: folder.file("missing").path).isEmpty)
    #expect(Executable.names(beginningWith: "tool-", in: folder.file("tools").path).isEmpty)
  }

  @Test("is not given credentials")
  func withoutSecrets() {
    let environment = ["HOME": "/", "GRADES_TOKEN": "token", "GRADES_CLIENT_SECRET": "secret"]
    #expect(environment.withoutSecrets == ["HOME": "/"])
  }
}
