import AppTestSupport
import Foundation
import Synchronization
import TestSupport
import Testing

/// A window of tmux, which is a terminal that many use, under its own server.
///
/// tmux says in its control mode when something was written to the window, so nobody has to look
/// again and again.
final class TmuxWindow: Sendable {
  /// Where tmux is; nil where it is not installed.
  static let executable: String? = {
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/usr/local/bin")
      .split(separator: ":")
    return folders.map { "\($0)/tmux" }.first { FileManager.default.isExecutableFile(atPath: $0) }
  }()

  private let folder: TemporaryFolder
  private let process: Mutex<Process>
  private let input: FileHandle
  private let lines = Occurrences<String>()
  private let ended = Occurrences<Void>()

  /// Runs a command line of the shell for a program's user.
  init(_ command: String, of program: Program, columns: Int, rows: Int) throws {
    folder = try TemporaryFolder()
    let (process, stdin, stdout) = (Process(), Pipe(), Pipe())
    process.executableURL = URL(filePath: Self.executable ?? "tmux")
    process.arguments = [
      "-S", folder.file("socket").path, "-f", "/dev/null", "-u", "-C", "new-session", "-x",
      "\(columns)", "-y", "\(rows)", command,
    ]
    process.environment = program.environment
      .merging(["TERM": "xterm-256color", "SHELL": "/bin/sh"]) { own, _ in own }
      .merging(GradesProcess.environment) { own, _ in own }
    process.standardInput = stdin
    process.standardOutput = stdout
    process.standardError = FileHandle.nullDevice
    // Threads of Swift's pool block signals, and what they start would do so too: nothing in the
    // window could be ended.
    var (none, before) = (sigset_t(), sigset_t())
    sigemptyset(&none)
    pthread_sigmask(SIG_SETMASK, &none, &before)
    defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
    try process.run()
    self.process = Mutex(process)
    input = stdin.fileHandleForWriting
    let reading = stdout.fileHandleForReading
    Thread.detachNewThread { [lines, ended] in
      var rest = Data()
      while case let data = reading.availableData, !data.isEmpty {
        rest += data
        while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
          lines.record(String(decoding: rest[..<end], as: UTF8.self))
          rest = Data(rest[rest.index(after: end)...])
        }
      }
      lines.record("%exit")
      ended.record(())
    }
  }

  /// Ends the server and all that runs in it.
  func close() async {
    send("kill-server")
    _ = await ended.has(1)
    try? input.close()
  }

  /// Presses keys by tmux's names for them.
  func press(_ keys: String) { send("send-keys \(keys)") }

  /// Changes the window's size.
  func resize(columns: Int, rows: Int) { send("refresh-client -C \(columns)x\(rows)") }

  /// What is seen once a text is among it, looking again whenever something was written; what was
  /// seen last when tmux ends.
  @discardableResult
  func shows(_ text: String, sourceLocation: SourceLocation = #_sourceLocation) async -> String {
    var next = lines.all.count
    send("capture-pane -p")
    var (reply, last): ([String]?, String) = (nil, "")
    while true {
      guard await lines.has(next + 1) else {
        Issue.record("“\(text)” was never seen, but:\n\(last)", sourceLocation: sourceLocation)
        return last
      }
      let line = lines.all[next]
      next += 1
      if line == "%exit" || line.hasPrefix("%exit ") { return last }
      if line.hasPrefix("%begin ") {
        reply = []
      } else if line.hasPrefix("%end ") || line.hasPrefix("%error ") {
        let shown = (reply ?? []).joined(separator: "\n")
        reply = nil
        // Other commands have no reply.
        guard !shown.isEmpty else { continue }
        last = shown
        if shown.contains(text) { return shown }
      } else if reply != nil {
        reply?.append(line)
      } else if line.hasPrefix("%output ") || line.hasPrefix("%layout-change") {
        send("capture-pane -p")
      }
    }
  }

  private func send(_ command: String) { try? input.write(contentsOf: Data((command + "\n").utf8)) }
}
