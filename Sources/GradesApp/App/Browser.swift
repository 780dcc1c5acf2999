import Foundation

/// Opens an address in the user's browser.
public struct Browser: Sendable {
  /// Opens the address; says whether something could be started.
  public var open: @Sendable (URL) async -> Bool

  /// Makes a browser of a function.
  public init(open: @escaping @Sendable (URL) async -> Bool) { self.open = open }

  /// The system's browser: `$BROWSER`, else `xdg-open`, else `open`; without any of them none.
  ///
  /// Without a display, the system would start a browser in this very terminal.
  public static let system = Browser { url in
    let environment = ProcessInfo.processInfo.environment
    let wished = environment["BROWSER"].map { [$0] } ?? []
    let folders = (environment["PATH"] ?? "").split(separator: ":").map(String.init)
    for name in wished + openers(environment) {
      let places = name.hasPrefix("/") ? [name] : folders.map { $0 + "/" + name }
      guard let program = places.first(where: FileManager.default.isExecutableFile) else {
        continue
      }
      return start(program, with: url)
    }
    return false
  }

  /// The system's own programs for addresses.
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
  private static func start(_ program: String, with url: URL) -> Bool {
    let process = Process()
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
