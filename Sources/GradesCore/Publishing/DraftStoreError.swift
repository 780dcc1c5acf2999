import Files
import Foundation
import GRDB

/// Why drafts cannot be read or kept. The file is never deleted: it may hold the only copy of a user's work.
package enum DraftStoreError: Error, Hashable, Sendable {
  /// The file is damaged; a person has to check it.
  case damaged(URL)
  /// What was asked for cannot be read; everything else can.
  case unreadable(URL, DraftDamage)
  /// A newer version of the program wrote the file.
  case newerVersion(URL)
  /// The folder or the file may not be read or written.
  case notAccessible(URL)
  case full(URL)
  /// Reading or writing the disk failed, also where the user's quota is used up; nothing was stored.
  case failing(URL)
  /// Another process holds the file for too long; nothing was kept.
  case busy(URL)
  /// SQLite's own number for anything else.
  case other(URL, code: Int)

  /// Says what an error of the system or of SQLite means for the file; other errors stay what they are.
  static func converted(_ error: any Error, file: URL) -> any Error {
    if let error = error as? SystemError {
      return error.meansFull ? DraftStoreError.full(file) : DraftStoreError.notAccessible(file)
    }
    guard let error = error as? DatabaseError else { return error }
    switch error.resultCode.primaryResultCode {
    case .SQLITE_CORRUPT, .SQLITE_NOTADB, .SQLITE_FORMAT, .SQLITE_MISMATCH:
      return DraftStoreError.damaged(file)
    case .SQLITE_PERM, .SQLITE_READONLY, .SQLITE_CANTOPEN, .SQLITE_AUTH:
      return DraftStoreError.notAccessible(file)
    case .SQLITE_IOERR: return DraftStoreError.failing(file)
    case .SQLITE_FULL: return DraftStoreError.full(file)
    case .SQLITE_BUSY, .SQLITE_LOCKED: return DraftStoreError.busy(file)
    case .SQLITE_ERROR where error.message?.contains("no such") == true:
      // A table or a column that every version has is missing.
      return DraftStoreError.damaged(file)
    default: return DraftStoreError.other(file, code: Int(error.resultCode.rawValue))
    }
  }
}

/// The refusal to change cells whose last request may still be carried out by the service.
package struct UnconfirmedCells: Error, Hashable, Sendable {
  package let cells: Set<GradeCell>
  /// The end of the last quiet period among them; a reading after it settles them.
  package let until: Date
  /// How many other changes that were asked for with them are stored as drafts.
  package var kept = 0
}
