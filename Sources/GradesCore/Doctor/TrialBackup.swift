import Files
import Foundation

/// The file that has what a trial must restore, one for each login, for its owner only.
public struct TrialBackup: Sendable {
  /// The file.
  public let file: URL

  /// Names the file of a login.
  ///
  /// - Parameter host: the host with its profile, as in ``DraftOwner/host``.
  public init(folder: URL, host: String) {
    file = folder.appending(path: "trial-\(Checksum.name(of: host)).json")
  }

  /// The cell that waits to be restored; nil for none. Throws a ``TrialProblem``.
  public func cell() async throws -> TrialCell? { try await read()?.cell }

  /// Deletes the file, with which the original value and note are lost here. Returns whether nothing is left of it;
  /// a trial that runs needs it.
  public func erase() -> Bool {
    guard FileManager.default.fileExists(atPath: file.path) else { return true }
    guard let lock = try? lock() else { return false }
    defer { lock.release() }
    guard SmallFile(file).erase() else { return false }
    unlink(FileLock.file(beside: file).path)
    return true
  }

  /// The record of a trial that was interrupted; nil for none.
  func read() async throws -> TrialRecord? {
    try await onOwnThread {
      let bytes: [UInt8]?
      do { bytes = try SmallFile(file).read() } catch {
        throw TrialProblem.backupUnreadable(file)
      }
      guard let bytes else { return nil }
      do { return try TrialRecord(bytes) } catch { throw TrialProblem.backupDamaged(file) }
    }
  }

  /// Writes a record; it is on the disk when this returns.
  func write(_ record: TrialRecord) async throws {
    try await onOwnThread {
      do throws(SystemError) {
        try PrivateFolder(of: file).makeTrusted()
        try SmallFile(file).replace(with: Array(record.jsonText.utf8))
      } catch { throw TrialProblem.backupUnwritable(file, isFull: error.meansFull) }
    }
  }

  func remove() async {
    await onOwnThread { try? FileManager.default.removeItem(at: file) }
  }

  /// Lets one process at a time try.
  func lock() throws -> FileLock {
    let lock: FileLock?
    do throws(SystemError) {
      try PrivateFolder(of: file).makeTrusted()
      lock = try FileLock.take(FileLock.file(beside: file))
    } catch { throw TrialProblem.backupUnwritable(file, isFull: error.meansFull) }
    guard let lock else { throw TrialProblem.busy }
    return lock
  }
}
