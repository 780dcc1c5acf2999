import Files
import Foundation

/// Opens an address in the user's browser.
package struct Browser: Sendable {
  /// Opens the address; returns whether a program could be started.
  package var open: @Sendable (URL) async -> Bool
  /// Whether there is a program to start.
  package var exists: @Sendable () -> Bool = { true }

  package init(open: @escaping @Sendable (URL) async -> Bool) { self.open = open }

  package static let system = Browser.system(environment: ProcessInfo.processInfo.environment)

  /// The system's browser: `$BROWSER`, else `xdg-open`, else `open`; without any of them none.
  ///
  /// Without a display, the system would start a browser in this very terminal.
  /// Nothing but a web address is opened: for others the system may start any program.
  package static func system(environment: [String: String]) -> Browser {
    var browser = Browser { url in
      guard ["http", "https"].contains(url.scheme?.lowercased()),
        let program = Browser.program(environment)
      else { return false }
      return start(program, with: url, environment)
    }
    browser.exists = { program(environment) != nil }
    return browser
  }

  private static func program(_ environment: [String: String]) -> String? {
    let names = (environment["BROWSER"].map { [$0] } ?? []) + openers(environment)
    return names.lazy.compactMap { Executable.find($0, in: environment) }.first
  }

  private static func openers(_ environment: [String: String]) -> [String] {
    #if os(macOS)
      return ["open"]
    #else
      let hasDisplay = ["DISPLAY", "WAYLAND_DISPLAY", "WSL_DISTRO_NAME"].contains {
        environment[$0]?.isEmpty == false
      }
      return hasDisplay ? ["xdg-open", "open"] : []
    #endif
  }

  /// Starts the program without a shell and without its chatter in ours.
  private static func start(
    _ program: String, with url: URL, _ environment: [String: String]
  ) -> Bool {
    let process = Process()
    // The browser outlives this program, and whatever it starts would inherit the secrets.
    process.environment = environment.withoutSecrets
    process.executableURL = URL(fileURLWithPath: program)
    process.arguments = [url.absoluteString]
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    do {
      try process.run()
      return true
    } catch {
      return false
    }
  }
}
