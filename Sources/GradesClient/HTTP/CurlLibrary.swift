import CCurl
import Foundation
import Synchronization

/// The libcurl of this machine, opened on first use.
///
/// Linking it would add 8 to 10 ms to each start of a program, even without a request.
struct CurlLibrary: @unchecked Sendable {
  // Unchecked because of the pointer: its target is filled once, before it is shared, and is
  // neither changed nor freed afterwards.
  let functions: OpaquePointer

  /// The name under which the dynamic linker finds libcurl.
  static var usualName: String {
    #if os(macOS)
      "/usr/lib/libcurl.4.dylib"
    #else
      "libcurl.so.4"
    #endif
  }

  private static let opened = Mutex<[String: CurlLibrary]>([:])

  /// The library of that name; nil if it is not installed or is older than 7.68 (2020).
  static func open(_ name: String) -> CurlLibrary? {
    // libcurl's global initialisation must not run concurrently, so all of it is under the lock.
    opened.withLock { opened in
      if let library = opened[name] { return library }
      guard let functions = ccurl_open(name) else { return nil }
      let library = CurlLibrary(functions: functions)
      opened[name] = library
      return library
    }
  }
}
