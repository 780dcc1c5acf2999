import AppTestSupport
import Foundation
import TestSupport

/// A desktop of its own without a screen: an X server in memory, a D-Bus session that no other program is
/// on, and `dunst`, a notification daemon that can be asked what it has shown.
struct DesktopSession {
  /// What the daemon says of a notification.
  struct Shown: Equatable {
    var application: String
    var summary: String
    var body: String
  }

  private static let tools = ["Xvfb", "dbus-run-session", "dunst", "dunstctl", "notify-send"]
  private static let folders = ["/usr/local/bin", "/usr/bin", "/bin"]

  /// Whether everything for it is installed.
  static var isAvailable: Bool {
    tools.allSatisfy { tool in
      folders.contains { FileManager.default.isExecutableFile(atPath: "\($0)/\(tool)") }
    }
  }

  /// A bus that starts no programs, so that the daemon below is the one that is asked.
  private static let bus = """
    <busconfig><type>session</type><listen>unix:tmpdir=/tmp</listen><policy context="default">
    <allow send_destination="*"/><allow receive_sender="*"/><allow own="*"/></policy></busconfig>
    """

  /// `$1` is the program, what follows its arguments.
  private static let outside = """
    mkfifo "$DESK/display"
    Xvfb -displayfd 3 -nolisten tcp 3> "$DESK/display" 2> "$DESK/x.log" & x=$!
    trap 'kill $x' EXIT
    read -r number < "$DESK/display"
    DISPLAY=:$number dbus-run-session --config-file "$DESK/bus.conf" -- \\
      sh "$DESK/inside" "$@" 2>> "$DESK/x.log"
    """

  /// The daemon is there once it has shown something; what it shows goes to its history when closed.
  private static let inside = """
    dunst > "$DESK/dunst.log" 2>&1 & daemon=$!
    until notify-send --app-name=first there; do sleep 0.1; done
    "$@" > "$DESK/out" 2> "$DESK/err"
    echo $? > "$DESK/status"
    dunstctl close-all
    until dunstctl history > "$DESK/history" && grep -q '"there"' "$DESK/history"; do sleep 0.1; done
    kill $daemon
    """

  /// What came of a run, and what the daemon has shown.
  struct Outcome {
    var status: Int32?
    var said: String
    var shown: [Shown]
  }

  /// Runs the built executable for a user on such a desktop, and asks what was shown then.
  static func run(_ arguments: String, of program: Program) async throws -> Outcome {
    let folder = try TemporaryFolder()
    try Data(bus.utf8).write(to: folder.file("bus.conf"))
    try Data(inside.utf8).write(to: folder.file("inside"))
    let process = Process()
    process.executableURL = URL(filePath: "/bin/sh")
    process.arguments =
      ["-c", outside, "desktop", try GradesProcess.executable.path]
      + arguments.split(separator: " ").map(String.init)
    process.environment = program.environment.merging([
      "DESK": folder.url.path, "XDG_RUNTIME_DIR": folder.url.path,
      "PATH": folders.joined(separator: ":"), "LC_ALL": "C.UTF-8",
    ]) { $1 }
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try await withCheckedThrowingContinuation { (done: CheckedContinuation<Void, any Error>) in
      process.terminationHandler = { _ in done.resume() }
      do { try process.run() } catch { done.resume(throwing: error) }
    }
    func text(_ name: String) throws -> String {
      try String(contentsOf: folder.file(name), encoding: .utf8)
    }
    let status = try Int32(text("status").trimmingCharacters(in: .whitespacesAndNewlines))
    let history = try JSONDecoder().decode(History.self, from: Data(text("history").utf8))
    return Outcome(
      status: status, said: try text("err"),
      shown: history.shown.filter { $0.application != "first" })
  }

  /// What `dunstctl history` prints: values with their D-Bus types, the newest first.
  private struct History: Decodable {
    struct Text: Decodable { var data: String }
    struct Entry: Decodable { var appname, summary, body: Text }

    var data: [[Entry]]

    var shown: [Shown] {
      data.joined().reversed().map {
        Shown(application: $0.appname.data, summary: $0.summary.data, body: $0.body.data)
      }
    }
  }
}
