import Foundation

/// A folder of its own for one test, deleted with the value.
package final class TemporaryFolder: Sendable {
  /// The folder.
  package let url: URL

  /// Makes an empty folder that only this user may enter.
  package init() throws {
    url = FileManager.default.temporaryDirectory
      .appendingPathComponent("grades-tests-\(UUID().uuidString)", isDirectory: true)
    try FileManager.default.createDirectory(
      at: url, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  /// The path of a file in the folder; the file need not exist.
  package func file(_ name: String) -> URL { url.appendingPathComponent(name) }

  /// The names of everything in the folder, sorted.
  package func names() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: url.path).sorted()
  }
}
