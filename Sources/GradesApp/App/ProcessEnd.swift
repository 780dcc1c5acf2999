import Foundation

/// Ends the process with a status for the shell, without the exit handlers of C libraries.
///
/// OpenSSL's handler frees what curl's thread still uses when it ends at the same moment: the process
/// would die of a signal after its work was done. A terminal in use is given back all the same. All
/// output is written at once, so there is nothing to flush; flushing would wait for the reader of a
/// line from standard input.
public func endProcess(_ status: Int32) -> Never { quick_exit(status) }
