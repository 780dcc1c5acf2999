import Foundation

/// The system's table of signal actions.
enum SignalAction {
  /// Installs a handler for a signal; interrupted system calls are restarted.
  static func install(
    _ number: Int32, previous: UnsafeMutablePointer<sigaction>? = nil,
    _ handler: @escaping @convention(c) (Int32) -> Void
  ) {
    var action = sigaction()
    #if canImport(Glibc)
      action.__sigaction_handler.sa_handler = handler
    #elseif canImport(Musl)
      action.__sa_handler.sa_handler = handler
    #else
      action.__sigaction_u.__sa_handler = handler
    #endif
    action.sa_flags = Int32(SA_RESTART) | Int32(SA_ONSTACK)
    sigaction(number, &action, previous)
  }
}
