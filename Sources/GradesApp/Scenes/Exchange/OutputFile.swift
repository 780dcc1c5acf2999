import Files
import Foundation

/// A file that the user names for a result. It is readable by its owner only, because it has grades.
struct OutputFile: Sendable {
  private let path: String
  private let replacesExisting: Bool

  init(_ path: String, replacesExisting: Bool) {
    self.path = path
    self.replacesExisting = replacesExisting
  }

  /// Throws ``Failure/fileExists(path:)`` if the file must not be written, before any work is done.
  func check() throws {
    if !replacesExisting, FileManager.default.fileExists(atPath: path) {
      throw Failure.fileExists(path: path)
    }
  }

  /// Writes the whole file in one step.
  func write(_ data: Data) async throws {
    let file = self
    try await onOwnThread {
      // It may have been made since.
      try file.check()
      do throws(SystemError) {
        try SmallFile(URL(filePath: file.path)).replace(with: data, isLocked: false)
      } catch {
        throw Failure.file(
          FileProblem(path: file.path, kind: error.code == ENOSPC ? .diskFull : .unwritable))
      }
    }
  }
}
