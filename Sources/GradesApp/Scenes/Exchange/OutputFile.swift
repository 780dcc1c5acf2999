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

  /// Throws a ``Failure`` if the file must not be written, or cannot be, before any work is done.
  func check() throws {
    var isFolder: ObjCBool = false
    let exists = FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
    if exists, !isFolder.boolValue, !replacesExisting {
      throw Failure(.cannotWrite, .exportFileExists, [.file: path])
    }
    let end = path.lastIndex(of: "/")
    let folder = end.map { String(path[...$0]) } ?? "."
    guard !isFolder.boolValue, access(folder, W_OK) == 0 else {
      throw Failure.unwritable(path, isDiskFull: false)
    }
  }

  func write(_ data: Data) async throws {
    let file = self
    try await onOwnThread {
      // It may have been made since.
      try file.check()
      do throws(SystemError) {
        try SmallFile(URL(filePath: file.path)).replace(with: data, isLocked: false)
      } catch {
        throw Failure.unwritable(file.path, isDiskFull: error.meansFull)
      }
    }
  }
}
