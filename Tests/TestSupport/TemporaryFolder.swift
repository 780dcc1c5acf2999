import Foundation

/// A folder of its own for one test, deleted with the value.
public final class TemporaryFolder: Sendable {
  /// The folder.
  public let url: URL

  /// Makes an empty folder that only this user may enter.
  public init() throws {
    url = FileManager.default.temporaryDirectory
      .appendingPathComponent("grades-tests-\(UUID().uuidString)", isDirectory: true)
    try FileManager.default.createDirectory(
      at: url, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  /// The path of a file in the folder; the file need not exist.
  public func file(_ name: String) -> URL { url.appendingPathComponent(name) }

  /// The names of everything in the folder, sorted.
  public func names() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: url.path).sorted()
  }
}
