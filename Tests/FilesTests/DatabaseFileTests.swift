import Foundation
import TestSupport
import Testing

@testable import Files

@Suite("The file of a database")
struct DatabaseFileTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private var url: URL { folder.file("cache/data.sqlite") }
  private var file: DatabaseFile { DatabaseFile(url) }

  private func content() throws -> String { try String(contentsOf: url, encoding: .utf8) }

  private func names() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: url.deletingLastPathComponent().path)
  }

  private func fill(_ text: String) -> (_ path: String) throws -> Void {
    {
      try Data(text.utf8).write(to: URL(filePath: $0 + "-journal")); try append(text, to: $0)
    }
  }

  private func append(_ text: String, to path: String) throws {
    let handle = try #require(FileHandle(forWritingAtPath: path))
    try handle.write(contentsOf: Data(text.utf8))
    try handle.close()
  }

  @Test("is made for its owner only, with its folder, and never over another one")
  func created() throws {
    #expect(try !file.exists())
    #expect(file.identity == nil)
    try file.create(fill("one"))
    #expect(try file.exists())
    try file.create(fill("two"))
    #expect(try content() == "one")
    #expect(try names() == ["data.sqlite"])
    var status = stat()
    try #require(stat(url.path, &status) == 0)
    #expect(status.st_mode & 0o777 == 0o600)
    try #require(stat(url.deletingLastPathComponent().path, &status) == 0)
    #expect(status.st_mode & 0o777 == 0o700)
  }

  @Test("replaces another one, its journals, and even a folder")
  func replaced() throws {
    try file.create(fill("one"))
    let identity = file.identity
    try Data().write(to: URL(filePath: url.path + "-journal"))
    try file.replace(fill("two"))
    #expect(file.identity != identity)
    #expect(try content() == "two")
    #expect(try names() == ["data.sqlite"])
    #expect(file.erase())
    try FileManager.default.createDirectory(
      at: url.appending(path: "inner"), withIntermediateDirectories: true)
    #expect(file.isObstructed)
    try file.replace(fill("three"))
    #expect(try content() == "three")
    #expect(!file.isObstructed)
    #expect(file.erase())
    #expect(try names().isEmpty)
  }

  @Test("is not left half made")
  func failed() throws {
    struct Failure: Error {}
    let makes: [((String) throws -> Void) throws -> Void] = [
      { try file.create($0) }, { try file.replace($0) },
    ]
    for make in makes {
      #expect(throws: Failure.self) {
        try make { path in
          try append("half", to: path)
          throw Failure()
        }
      }
    }
    #expect(try names().isEmpty)
  }

  @Test("is obstructed by a pipe under its name or its journal's")
  func obstructed() throws {
    try file.create(fill("one"))
    #expect(!file.isObstructed)
    try #require(mkfifo(url.path + "-journal", 0o600) == 0)
    #expect(file.isObstructed)
  }
}
