import Files
import Foundation

/// A file that the user names, or standard input.
struct InputFile: Sendable {
  let name: String
  private let streams: Streams

  init(_ name: String, streams: Streams) {
    self.name = name
    self.streams = streams
  }

  var lastName: String { name.split(separator: "/").last.map(String.init) ?? name }

  var isStandardInput: Bool { name == "-" }

  /// The bytes, at most one more than the limit, so that the reader can tell that there are too
  /// many. Throws a ``Failure``, and `CancellationError` at once when the task is
  /// cancelled: a pipe may never end.
  func read(upTo limit: Int) async throws -> Data {
    let (name, streams) = (name, streams)
    if isStandardInput { return try await abandonOnCancel { await streams.readAll(limit + 1) } }
    // A file may be a pipe or on a slow network.
    return try await abandonOnCancel {
      try await onOwnThread { try Self.bytes(of: name, limit: limit + 1) }
    }
  }

  private static func bytes(of name: String, limit: Int) throws -> Data {
    let file = open(name, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else {
      let exists = FileManager.default.fileExists(atPath: name)
      throw Failure(.refused, exists ? .errorFileUnreadable : .errorFileNotFound, [.file: name])
    }
    defer { close(file) }
    do { return Data(try Descriptor.read(file, upTo: limit)) } catch {
      throw Failure(
        .refused, error.code == EISDIR ? .errorFileFolder : .errorFileUnreadable, [.file: name])
    }
  }
}
