import CCurl
import Foundation
import Synchronization

/// libcurl as it is on this machine, opened on first use.
///
/// Linking it would cost every start of a program 8 to 10 ms, also where nothing is asked of the
/// network.
struct CurlLibrary: @unchecked Sendable {
  // Unchecked because of the pointer: what it points at is filled once, before anybody else sees
  // it, and is neither changed nor freed afterwards.
  let functions: OpaquePointer

  /// The name under which the dynamic linker knows libcurl.
  static var usualName: String {
    #if os(macOS)
      "/usr/lib/libcurl.4.dylib"
    #else
      "libcurl.so.4"
    #endif
  }

  private static let opened = Mutex<[String: CurlLibrary]>([:])

  /// The library of that name; nil where it is not installed or is older than 7.68 (2020).
  static func open(_ name: String) -> CurlLibrary? {
    // libcurl's own preparation must not run twice at once, so all of it is under the lock.
    opened.withLock { opened in
      if let library = opened[name] { return library }
      guard let functions = ccurl_open(name) else { return nil }
      let library = CurlLibrary(functions: functions)
      opened[name] = library
      return library
    }
  }
}
