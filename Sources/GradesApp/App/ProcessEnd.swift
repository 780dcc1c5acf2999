import Foundation

/// Ends the process with a status for the shell, without the exit handlers of C libraries.
///
/// OpenSSL's handler frees what curl's thread still uses when it ends at the same moment: the process
/// would die of a signal after its work was done. A terminal in use is given back all the same.
public func endProcess(_ status: Int32) -> Never {
  fflush(nil)
  quick_exit(status)
}
