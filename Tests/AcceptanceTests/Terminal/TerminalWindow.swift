import AppTestSupport
import Foundation
import Synchronization
import Terminal
import TestSupport
import Testing

/// A window with a terminal in it, of which a program is the first process, as when a terminal
/// emulator starts one.
///
/// A waiting test looks again after each piece of what the program writes; only the limit of the whole
/// test ends that.
final class TerminalWindow: Sendable {
  private struct Impossible: Error {
    let call: String
    let code: Int32
  }

  private let controller: Int32
  private let terminal: Int32
  private let process: pid_t
  private let screen: Mutex<EmulatedScreen>
  private let pieces = Occurrences<Void>()
  private let ended = Occurrences<Int32>()
  private let typing = DispatchQueue(label: "typing")
  private let before: [Int]

  /// Starts the built executable for a program's user, or another program.
  init(
    _ arguments: String, of program: Program, columns: Int = 80, rows: Int = 24,
    executable: String? = nil
  ) throws {
    // The program's end is kept open here, so that the settings can be looked at afterwards.
    (controller, terminal) = try PseudoTerminal.open(
      columns: UInt16(columns), rows: UInt16(rows))
    var name = [CChar](repeating: 0, count: 128)
    guard ttyname_r(terminal, &name, name.count) == 0 else {
      throw Impossible(call: "ttyname", code: errno)
    }
    screen = Mutex(EmulatedScreen(size: Size(columns: columns, rows: rows)))
    before = Self.attributes(of: terminal)
    let path = try executable ?? GradesProcess.executable.path
    let variables = ["TERM": "xterm-256color", "PS1": "ready> "]
      .merging(GradesProcess.environment) { own, _ in own }
      .merging(program.environment) { $1 }
    process = try Self.spawn(
      path, [path] + arguments.split(separator: " ").map(String.init),
      variables.map { "\($0)=\($1)" }, at: name)
    read()
    awaitEnd()
  }

  deinit {
    if !hasEnded { kill(process, SIGKILL) }
    // The reader ends when the last program has closed the terminal.
    close(terminal)
    close(controller)
  }

  // MARK: What is seen

  /// What is seen once it is as wanted; what was seen at the test's time limit, with an issue.
  @discardableResult
  func shows(
    sourceLocation: SourceLocation = #_sourceLocation, _ isWanted: (EmulatedScreen) -> Bool
  ) async -> String {
    while true {
      let count = pieces.all.count
      let shown = screen.withLock { $0 }
      if isWanted(shown) { return shown.text }
      guard await pieces.has(count + 1) else {
        Issue.record("Never as wanted, but:\n\(shown.text)", sourceLocation: sourceLocation)
        return shown.text
      }
    }
  }

  /// What is seen once a text is among it.
  @discardableResult
  func shows(_ text: String, sourceLocation: SourceLocation = #_sourceLocation) async -> String {
    await shows(sourceLocation: sourceLocation) { $0.text.contains(text) }
  }

  /// Whether the terminal is as before the program: its settings, the screen, the modes.
  var isRestored: Bool {
    get async {
      // What was written before the end may still be on its way.
      await shows { !$0.isAlternate && $0.modes == [7, 25] }
      return Self.attributes(of: terminal) == before
    }
  }

  // MARK: What is done

  /// Types text, or sequences of keys; everything, however long it takes.
  func type(_ text: String) { type(Array(text.utf8)) }

  /// Sends bytes, without waiting until the program has read them.
  func type(_ bytes: [UInt8]) {
    let controller = dup(controller)
    // One after the other, and never on a thread of Swift's pool, since the program may be slow.
    typing.async {
      var rest = bytes[...]
      while !rest.isEmpty {
        let count = rest.withUnsafeBytes { write(controller, $0.baseAddress, $0.count) }
        if count > 0 { rest = rest.dropFirst(count) } else if errno != EINTR { break }
      }
      close(controller)
    }
  }

  /// Changes the window's size, which the terminal reports to the program.
  func resize(columns: Int, rows: Int) {
    let size = Size(columns: columns, rows: rows)
    screen.withLock { $0.resize(to: size) }
    Self.setSize(size, of: controller)
    send(SIGWINCH)
  }

  /// Sends a signal to the program.
  func send(_ signal: Int32) { if !hasEnded { kill(process, signal) } }

  /// How the program ended, once it has; a signal counts as a negative status.
  func end() async throws -> Int32 { try await ended.first(1)[0] }

  /// Whether the program has ended.
  var hasEnded: Bool { !ended.all.isEmpty }

  // MARK: The system

  private func read() {
    let source = dup(controller)
    _ = fcntl(source, F_SETFD, FD_CLOEXEC)
    // It must not hold the window, which would then never be closed.
    Thread.detachNewThread { [weak self] in
      var buffer = [UInt8](repeating: 0, count: 65_536)
      while true {
        let count = Foundation.read(source, &buffer, buffer.count)
        if count < 0, errno == EINTR { continue }
        guard count > 0, let self else { break }
        screen.withLock { $0.feed(buffer[..<count]) }
        pieces.record(())
      }
      close(source)
    }
  }

  private func awaitEnd() {
    Thread.detachNewThread { [process, ended, pieces] in
      var status: Int32 = 0
      while waitpid(process, &status, 0) < 0, errno == EINTR {}
      let signal = status & 0x7F
      ended.record(signal == 0 ? (status >> 8) & 0xFF : -signal)
      // Nothing more is written; who waits for it may look for the last time.
      pieces.record(())
    }
  }

  private static func setSize(_ size: Size, of descriptor: Int32) {
    var size = winsize(
      ws_row: UInt16(size.rows), ws_col: UInt16(size.columns), ws_xpixel: 0, ws_ypixel: 0)
    _ = ioctl(descriptor, UInt(TIOCSWINSZ), &size)
  }

  private static func attributes(of descriptor: Int32) -> [Int] {
    var attributes = termios()
    guard tcgetattr(descriptor, &attributes) == 0 else { return [] }
    let flags = [
      attributes.c_iflag, attributes.c_oflag, attributes.c_cflag, attributes.c_lflag,
    ].map(Int.init)
    return flags + withUnsafeBytes(of: attributes.c_cc) { $0.map(Int.init) }
  }

  /// Starts a program in a session of its own, whose terminal is the one with the name: the first one
  /// that it opens.
  private static func spawn(
    _ path: String, _ arguments: [String], _ environment: [String], at terminal: [CChar]
  ) throws -> pid_t {
    #if canImport(Darwin)
      var actions: posix_spawn_file_actions_t?
      var attributes: posix_spawnattr_t?
    #else
      var actions = posix_spawn_file_actions_t()
      var attributes = posix_spawnattr_t()
    #endif
    posix_spawn_file_actions_init(&actions)
    posix_spawnattr_init(&attributes)
    defer {
      posix_spawn_file_actions_destroy(&actions)
      posix_spawnattr_destroy(&attributes)
    }
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, terminal, O_RDWR, 0)
    for stream in [STDOUT_FILENO, STDERR_FILENO] {
      posix_spawn_file_actions_adddup2(&actions, STDIN_FILENO, stream)
    }
    // The C library's module leaves the flag of the system's interface out.
    let newSession: Int16 = 0x80
    var signals = sigset_t()
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    sigfillset(&signals)
    posix_spawnattr_setsigdefault(&attributes, &signals)
    posix_spawnattr_setflags(
      &attributes,
      newSession | Int16(POSIX_SPAWN_SETSIGMASK) | Int16(POSIX_SPAWN_SETSIGDEF))
    var process: pid_t = 0
    var words = arguments.map { strdup($0) } + [nil]
    var variables = environment.map { strdup($0) } + [nil]
    defer { for text in words + variables { free(text) } }
    let status = posix_spawn(&process, path, &actions, &attributes, &words, &variables)
    guard status == 0 else { throw Impossible(call: "posix_spawn", code: status) }
    return process
  }
}
