/// A notice about the cache, which never fails a request.
package enum CacheNotice: Hashable, Sendable {
  /// The file was damaged or of another version, and was replaced by an empty one; or a document in it was
  /// damaged.
  case rebuilt
  /// Nothing can be stored, at least in this run; what is stored can perhaps still be read.
  case unavailable(Reason)

  package enum Reason: Hashable, Sendable {
    /// The folder or the file may not be written, or the folder cannot be made.
    case notWritable
    case full
    /// Another process holds the file for too long.
    case busy
    /// SQLite's own number for anything else.
    case other(code: Int)
  }
}
