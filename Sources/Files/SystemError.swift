import Foundation

package struct SystemError: Error, Hashable, Sendable {
  package let code: Int32

  package init(code: Int32) { self.code = code }

  /// The error of the system call that failed last on this thread.
  package static var last: SystemError { SystemError(code: errno) }

  /// Whether there is no room: on the disk, within the user's quota, or within a limit of the process.
  package var meansFull: Bool { [ENOSPC, EDQUOT, EFBIG].contains(code) }

  /// Throws the last error unless a system call returned 0.
  static func check(_ result: Int32) throws(SystemError) { if result != 0 { throw last } }
}
