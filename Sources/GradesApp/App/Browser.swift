import Foundation

/// Opens an address in the user's browser.
public struct Browser: Sendable {
  /// Opens the address; says whether something could be started.
  public var open: @Sendable (URL) async -> Bool

  /// Makes a browser of a function.
  public init(open: @escaping @Sendable (URL) async -> Bool) { self.open = open }

  /// The system's browser: `$BROWSER`, else `xdg-open`, else `open`; without any of them none.
  public static let system = Browser { url in
    let environment = ProcessInfo.processInfo.environment
    let wished = environment["BROWSER"].map { [$0] } ?? []
    let folders = (environment["PATH"] ?? "").split(separator: ":").map(String.init)
    for name in wished + ["xdg-open", "open"] {
      let places = name.hasPrefix("/") ? [name] : folders.map { $0 + "/" + name }
      guard let program = places.first(where: FileManager.default.isExecutableFile) else {
        continue
      }
      return start(program, with: url)
    }
    return false
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
