/// A notice about the cache, which never fails a request.
public enum CacheNotice: Hashable, Sendable {
  /// The file, or a document in it, was unusable and was replaced by an empty one.
  case rebuilt(Damage)
  /// Nothing can be stored, at least in this run; what is stored can perhaps still be read.
  case unavailable(Reason)

  /// The reason for replacing a file.
  public enum Damage: Hashable, Sendable {
    /// The file or a part of it is not what was written.
    case corrupt
    /// A newer version of the program wrote it.
    case newerVersion
  }

  /// Why nothing can be stored.
  public enum Reason: Hashable, Sendable {
    /// The folder or the file may not be written, or the folder cannot be made.
    case notWritable
    /// The disk is full.
    case full
    /// Another process holds the file for too long.
    case busy
    /// SQLite's own number for anything else.
    case other(code: Int)
  }
}
