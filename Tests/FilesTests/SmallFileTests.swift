import Foundation
import TestSupport
import Testing

@testable import Files

@Suite("A small file")
struct SmallFileTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private var url: URL { folder.file("state/small.json") }
  private var file: SmallFile { SmallFile(url, limit: 8) }

  private func mode(_ url: URL) -> mode_t? {
    var status = stat()
    return stat(url.path, &status) == 0 ? status.st_mode & 0o777 : nil
  }

  @Test("is nil where there is none, also below a file")
  func missing() throws {
    #expect(try file.read() == nil)
    try Data().write(to: folder.file("state"))
    #expect(try file.read() == nil)
  }

  @Test("is replaced as a whole, for its owner only, and leaves nothing beside it")
  func replaced() throws {
    try PrivateFolder(of: url).make()
    #expect(mode(url.deletingLastPathComponent()) == 0o700)
    for isLocked in [true, false] {
      try file.replace(with: "one".utf8, isLocked: isLocked)
      #expect(try file.read() == Array("one".utf8))
      chmod(url.path, 0o644)
      try file.replace(with: "two".utf8, isLocked: isLocked)
      #expect(try file.read() == Array("two".utf8))
      #expect(mode(url) == 0o600)
    }
    #expect(
      try FileManager.default.contentsOfDirectory(
        atPath: url.deletingLastPathComponent().path) == ["small.json"])
  }

  @Test("is replaced where a link leads, and the link stays")
  func linked() throws {
    try PrivateFolder(of: url).make()
    let other = folder.file("dotfiles.json")
    try Data("old".utf8).write(to: other)
    try #require(symlink(other.path, url.path) == 0)
    try file.replace(with: "new".utf8)
    #expect(try String(contentsOf: other, encoding: .utf8) == "new")
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: url.path) == other.path)
  }

  @Test("is not written through what was planted under the new file's name")
  func planted() throws {
    try PrivateFolder(of: url).make()
    let other = folder.file("other")
    for plant in [symlink, link] {
      try Data("kept".utf8).write(to: other)
      try #require(plant(other.path, url.path + ".new") == 0)
      try file.replace(with: "new".utf8)
      #expect(try String(contentsOf: other, encoding: .utf8) == "kept")
    }
    try #require(mkdir(url.path + ".new", 0o700) == 0)
    #expect(throws: SystemError.self) { try file.replace(with: "newer".utf8) }
    #expect(try file.read() == Array("new".utf8))
  }

  @Test("has a limit, and is neither a pipe nor a folder nor a device")
  func refused() throws {
    try PrivateFolder(of: url).make()
    try file.replace(with: "12345678".utf8)
    #expect(try file.read()?.count == 8)
    try file.replace(with: "123456789".utf8)
    #expect(throws: SystemError(code: EFBIG)) { try file.read() }
    unlink(url.path)
    try #require(mkfifo(url.path, 0o600) == 0)
    #expect(throws: SystemError(code: EINVAL)) { try file.read() }
    unlink(url.path)
    try #require(symlink("/dev/zero", url.path) == 0)
    #expect(throws: SystemError(code: EINVAL)) { try file.read() }
    unlink(url.path)
    try #require(mkdir(url.path, 0o700) == 0)
    #expect(throws: SystemError(code: EINVAL)) { try file.read() }
  }

  @Test("with secrets loses the rights that others have to it and to its folder")
  func secrets() throws {
    let secret = PrivateFile(url)
    try secret.replace(with: "one".utf8)
    chmod(url.path, 0o644)
    chmod(url.deletingLastPathComponent().path, 0o755)
    #expect(try secret.read() == Array("one".utf8))
    #expect(mode(url) == 0o600)
    try secret.replace(with: "two".utf8)
    #expect(mode(url.deletingLastPathComponent()) == 0o700)
  }

  @Test("with secrets is not trusted when it belongs to another user")
  func owner() {
    #expect(Permissions.isTrusted(owner: 1000, by: 1000))
    #expect(Permissions.isTrusted(owner: 0, by: 1000))
    #expect(Permissions.isTrusted(owner: 1000, by: 0))
    #expect(!Permissions.isTrusted(owner: 1001, by: 1000))
  }

  @Test("that is damaged gets a name of its own every time")
  func setAside() throws {
    let secret = PrivateFile(url)
    for number in 1...3 {
      try secret.replace(with: "\(number)".utf8)
      let aside = try secret.setAside()
      #expect(aside.lastPathComponent == "small.damaged-\(number).json")
      #expect(try SmallFile(aside).read() == Array("\(number)".utf8))
      #expect(try secret.read() == nil)
    }
  }
}
