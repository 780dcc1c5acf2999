import Foundation
import GradesApp
import TestSupport
import Testing

@Suite("The system's browser", .inTurn)
struct BrowserTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test("gets the address as one argument, and no secret of this program")
  func environment() async throws {
    let browser = try browser(named: "xdg-open")
    let record = try await opened(
      "http://127.0.0.1:8765/authorize?a=1&b=$(id);c", with: browser,
      [
        "GRADES_TOKEN": "TOPSECRET", "GRADES_CLIENT_SECRET": "TOPSECRET", "GRADES_HOST": "demo",
        "DISPLAY": ":0", "PATH": "\(folder.url.path):/usr/bin:/bin",
      ])
    #expect(record.hasPrefix("1 http://127.0.0.1:8765/authorize?a=1&b=$(id);c\n"))
    #expect(record.contains("GRADES_HOST=demo\n"))
    #expect(!record.contains("TOPSECRET"))
  }

  @Test("is the one that the user names, if it can be started")
  func named() async throws {
    let browser = try browser(named: "my browser")
    try FileManager.default.createSymbolicLink(
      at: folder.file("listed"), withDestinationURL: folder.file("my browser"))
    let record = try await opened(
      "https://grades.example/", with: browser,
      ["BROWSER": folder.file("my browser").path, "PATH": "/usr/bin:/bin"])
    #expect(record.hasPrefix("1 https://grades.example/\n"))
    let listed = try await opened(
      "https://grades.example/", with: browser,
      [
        "BROWSER": "no-such-browser -x:listed --new-window %s", "PATH": "\(folder.url.path):/bin",
      ])
    #expect(listed.hasPrefix("2 --new-window https://grades.example/\n"))
    let nobody = Browser.system(environment: ["PATH": folder.file("empty").path])
    #expect(await nobody.open(try #require(URL(string: "https://grades.example/"))) == false)
  }

  @Test(
    "opens nothing but web addresses",
    arguments: ["file:///etc/passwd", "javascript:alert(1)", "ssh://grades.example", "-h", "x"])
  func otherAddresses(address: String) async throws {
    _ = try browser(named: "xdg-open")
    let system = Browser.system(environment: [
      "DISPLAY": ":0", "PATH": "\(folder.url.path):/usr/bin:/bin",
    ])
    #expect(await system.open(try #require(URL(string: address))) == false)
  }

  /// Makes a browser that writes its arguments and its environment into a pipe.
  private func browser(named name: String) throws -> URL {
    let pipe = folder.file("pipe")
    try #require(mkfifo(pipe.path, 0o600) == 0)
    let script = """
      #!/bin/sh
      { printf '%s %s\\n' "$#" "$*"; env; } > '\(pipe.path)'
      """
    let file = folder.file(name)
    try Data(script.utf8).write(to: file)
    try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: file.path)
    return pipe
  }

  /// What a browser wrote into its pipe.
  private func opened(
    _ address: String, with pipe: URL, _ environment: [String: String]
  ) async throws -> String {
    let url = try #require(URL(string: address))
    try #require(await Browser.system(environment: environment).open(url))
    return try await withCheckedThrowingContinuation { done in
      // Opening a pipe waits for its other end, hence a thread of its own.
      Thread.detachNewThread {
        done.resume(
          with: Result {
            let bytes = try FileHandle(forReadingFrom: pipe).readToEnd() ?? Data()
            return String(decoding: bytes, as: UTF8.self)
          })
      }
    }
  }
}
