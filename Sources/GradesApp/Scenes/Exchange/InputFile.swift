import Foundation

/// A file that the user names, or standard input.
struct InputFile: Sendable {
  /// The name as it was typed.
  let name: String
  private let streams: Streams

  /// Takes a name; `-` is standard input.
  init(_ name: String, streams: Streams) {
    self.name = name
    self.streams = streams
  }

  var isStandardInput: Bool { name == "-" }

  /// The bytes, at most one more than the limit, so that the reader can tell that there are too
  /// many. Throws ``Failure/input(path:_:)``, and `CancellationError` at once when the task is
  /// cancelled: a pipe may never end.
  func read(upTo limit: Int) async throws -> Data {
    let (name, streams) = (name, streams)
    if isStandardInput { return try await abandonOnCancel { await streams.readAll() } }
    // A file may be a pipe or on a slow network, and reading must not hold up other tasks.
    return try await abandonOnCancel {
      try await withCheckedThrowingContinuation { continuation in
        Thread.detachNewThread {
          continuation.resume(with: Result { try Self.bytes(of: name, limit: limit + 1) })
        }
      }
    }
  }

  private static func bytes(of name: String, limit: Int) throws -> Data {
    guard let file = FileHandle(forReadingAtPath: name) else {
      let exists = FileManager.default.fileExists(atPath: name)
      throw Failure.input(path: name, exists ? .unreadable : .missing)
    }
    defer { try? file.close() }
    do { return try file.read(upToCount: limit) ?? Data() } catch {
      var isFolder: ObjCBool = false
      _ = FileManager.default.fileExists(atPath: name, isDirectory: &isFolder)
      throw Failure.input(path: name, isFolder.boolValue ? .folder : .unreadable)
    }
  }
}
