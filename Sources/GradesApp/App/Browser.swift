import Files
import Foundation

package struct Browser: Sendable {
  /// Opens the address; returns whether a program could be started.
  package var open: @Sendable (URL) async -> Bool
  package var exists: @Sendable () -> Bool = { true }

  package init(open: @escaping @Sendable (URL) async -> Bool) { self.open = open }

  package static let system = Browser.system(environment: ProcessInfo.processInfo.environment)

  /// The system's browser: the first of `$BROWSER` that can be started, else `xdg-open`, else `open`;
  /// without any of them none. `$BROWSER` is a list with colons of commands, each a program and options,
  /// among which `%s` stands for the address.
  ///
  /// Without a display, the system would start a browser in this very terminal.
  /// Nothing but a web address is opened: for others the system may start any program.
  package static func system(environment: [String: String]) -> Browser {
    var browser = Browser { url in
      guard ["http", "https"].contains(url.scheme?.lowercased()),
        let command = Browser.command(environment)
      else { return false }
      return start(command, with: url, environment)
    }
    browser.exists = { command(environment) != nil }
    return browser
  }

  private typealias Command = (program: String, arguments: [String])

  private static func command(_ environment: [String: String]) -> Command? {
    // A whole value that is a program has its spaces and colons in its name.
    let named = environment["BROWSER"] ?? ""
    let commands =
      [[named]] + named.split(separator: ":").map { $0.split(separator: " ").map(String.init) }
      + openers(environment).map { [$0] }
    return commands.lazy.compactMap { words in
      words.first.flatMap { Executable.find($0, in: environment) }.map {
        ($0, Array(words.dropFirst()))
      }
    }.first
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
    _ command: Command, with url: URL, _ environment: [String: String]
  ) -> Bool {
    let process = Process()
    // The browser outlives this program, and whatever it starts would inherit the secrets.
    process.environment = environment.withoutSecrets
    process.executableURL = URL(fileURLWithPath: command.program)
    let arguments = command.arguments.map { $0.replacing("%s", with: url.absoluteString) }
    let isPlaced = arguments != command.arguments
    process.arguments = isPlaced ? arguments : arguments + [url.absoluteString]
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
