import Files
import Foundation
import Synchronization

/// A program that is started without a shell: in a process group of its own, or in the terminal.
struct ChildProgram: Sendable {
  let file: String
  var arguments: [String] = []
  var environment: [String: String]
  /// What it can read on its standard input.
  var input = Data()
  /// After this it is ended.
  var timeLimit: Duration = .seconds(60)
  /// Whether it has the terminal until it ends, without a time limit; it reads ``input`` if there is some.
  var usesTerminal = false

  /// How it ended.
  enum Outcome { case notStarted, succeeded, failed }

  /// Runs it to its end; cancelling the task ends it as well.
  ///
  /// Its output goes to standard error, because standard output is for data.
  func run() async -> Outcome {
    let child = Child(leadsGroup: !usesTerminal)
    return await withTaskCancellationHandler {
      await onOwnThread { usesTerminal ? runInTerminal(child) : run(child) }
    } onCancel: {
      child.end()
    }
  }

  /// Waits for a program that has the terminal. The keys that interrupt it are not meant for this one.
  private func runInTerminal(_ child: Child) -> Outcome {
    let (interrupt, quit) = (signal(SIGINT, SIG_IGN), signal(SIGQUIT, SIG_IGN))
    var attributes = termios()
    let isTerminal = tcgetattr(STDIN_FILENO, &attributes) == 0
    defer {
      signal(SIGINT, interrupt)
      signal(SIGQUIT, quit)
      // A program that was killed leaves the terminal as it needed it.
      if isTerminal { tcsetattr(STDIN_FILENO, TCSADRAIN, &attributes) }
    }
    return run(child)
  }

  private func run(_ child: Child) -> Outcome {
    let text = usesTerminal && input.isEmpty ? STDIN_FILENO : inputFile()
    defer { if let text, text != STDIN_FILENO { close(text) } }
    guard let text, let process = start(text) else { return .notStarted }
    child.begin(process)
    let limit = DispatchWorkItem { child.end() }
    defer { limit.cancel() }
    if !usesTerminal {
      let seconds = Double(timeLimit.components.seconds)
      DispatchQueue.global().asyncAfter(deadline: .now() + seconds, execute: limit)
    }
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0, errno == EINTR {}
    child.forget()
    return status == 0 ? .succeeded : .failed
  }

  /// A file without a name: a reader that ends early cannot hold up or end the writer, as with a pipe.
  private func inputFile() -> Int32? {
    var template = Array(
      (NSTemporaryDirectory() + "/grades-XXXXXX").utf8CString)
    let file = mkstemp(&template)
    guard file >= 0 else { return nil }
    unlink(template)
    _ = fcntl(file, F_SETFD, FD_CLOEXEC)
    do { try Descriptor.write(input, to: file) } catch {
      close(file)
      return nil
    }
    lseek(file, 0, SEEK_SET)
    return file
  }

  private func start(_ input: Int32) -> pid_t? {
    var actions = posix_spawn_file_actions_t()
    var attributes = posix_spawnattr_t()
    posix_spawn_file_actions_init(&actions)
    posix_spawnattr_init(&attributes)
    defer {
      posix_spawn_file_actions_destroy(&actions)
      posix_spawnattr_destroy(&attributes)
    }
    if input != STDIN_FILENO { posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO) }
    let outputs = usesTerminal ? (STDOUT_FILENO, STDERR_FILENO) : (STDERR_FILENO, STDOUT_FILENO)
    posix_spawn_file_actions_adddup2(&actions, outputs.0, outputs.1)
    // Signals that this program ignores or holds back are not its child's business.
    var signals = sigset_t()
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    for signal in [SIGINT, SIGTERM, SIGHUP, SIGPIPE, SIGQUIT] { sigaddset(&signals, signal) }
    posix_spawnattr_setsigdefault(&attributes, &signals)
    posix_spawnattr_setpgroup(&attributes, 0)
    posix_spawnattr_setflags(
      &attributes,
      Int16(
        (usesTerminal ? 0 : POSIX_SPAWN_SETPGROUP) | POSIX_SPAWN_SETSIGMASK
          | POSIX_SPAWN_SETSIGDEF))
    var process: pid_t = 0
    let result = Self.withCStrings([file] + arguments) { arguments in
      Self.withCStrings(environment.map { "\($0)=\($1)" }) { environment in
        posix_spawn(&process, file, &actions, &attributes, arguments, environment)
      }
    }
    return result == 0 ? process : nil
  }

  /// Texts as C has them. A zero would end a text early, so what has one is cut there.
  private static func withCStrings<Result>(
    _ texts: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> Result
  ) -> Result {
    let copies = texts.map { strdup($0) }
    defer { for copy in copies { free(copy) } }
    return body(copies + [nil])
  }

  /// The running process; signals go to it, and to what it has started if it leads a process group.
  private final class Child: Sendable {
    private struct State {
      var process: pid_t?
      var isCancelled = false
    }

    private let state = Mutex(State())
    private let leadsGroup: Bool

    init(leadsGroup: Bool) { self.leadsGroup = leadsGroup }

    func begin(_ process: pid_t) {
      state.withLock { state in
        state.process = process
        if state.isCancelled { send(SIGTERM, to: process) }
      }
    }

    private func send(_ signal: Int32, to process: pid_t) {
      kill(leadsGroup ? -process : process, signal)
    }

    /// In seconds, how long a program may take to end after it was asked to.
    private static let grace = 5.0

    func end() {
      end(with: SIGTERM)
      DispatchQueue.global().asyncAfter(deadline: .now() + Self.grace) {
        self.end(with: SIGKILL)
      }
    }

    private func end(with signal: Int32) {
      state.withLock { state in
        state.isCancelled = true
        if let process = state.process { send(signal, to: process) }
      }
    }

    /// The number may soon be another process's.
    func forget() { state.withLock { $0.process = nil } }
  }
}
