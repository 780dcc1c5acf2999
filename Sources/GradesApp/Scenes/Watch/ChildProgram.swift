import Files
import Foundation
import Subprocess
import SystemPackage

/// A program that is started in a process group of its own, or in the terminal.
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

  /// How it ended; failed, with the status that a shell would give it.
  enum Outcome: Equatable { case notStarted, succeeded, failed(Int32) }

  /// Runs it to its end; cancelling the task ends it as well. Its output goes to standard error, because standard
  /// output is for data.
  func run() async -> Outcome {
    guard !usesTerminal else { return await runInTerminal() }
    let limit = timeLimit
    return await withTaskGroup(of: Outcome?.self) { group in
      group.addTask { await start() }
      group.addTask {
        try? await Task.sleep(for: limit)
        return nil
      }
      // The time limit ends the program by cancelling it.
      let first = await group.next() ?? nil
      group.cancelAll()
      return if let first { first } else { await group.next().flatMap(\.self) ?? .notStarted }
    }
  }

  /// Waits for a program that has the terminal. The keys that interrupt it are not meant for this one.
  private func runInTerminal() async -> Outcome {
    let (interrupt, quit) = (signal(SIGINT, SIG_IGN), signal(SIGQUIT, SIG_IGN))
    var attributes = termios()
    let isTerminal = tcgetattr(STDIN_FILENO, &attributes) == 0
    let outcome = await start()
    signal(SIGINT, interrupt)
    signal(SIGQUIT, quit)
    // A program that was killed leaves the terminal as it needed it.
    if isTerminal { tcsetattr(STDIN_FILENO, TCSADRAIN, &attributes) }
    return outcome
  }

  private func start() async -> Outcome {
    var options = PlatformOptions()
    if !usesTerminal { options.processGroupID = 0 }
    // Signals go to what it has started, too; one that does not end is killed.
    options.teardownSequence = [
      .gracefulShutDown(toProcessGroup: !usesTerminal, allowedDurationToNextStep: .seconds(5))
    ]
    do {
      let isTyped = usesTerminal && input.isEmpty
      let result = try await Subprocess.run(
        .path(FilePath(file)), arguments: Arguments(arguments),
        // A zero ends a variable, and texts of the service may have one.
        environment: .custom(environment.map { "\($0)=\($1)".utf8.filter { $0 != 0 } + [0] }),
        platformOptions: options,
        input: isTyped
          ? .currentStandardInput
          : .fileDescriptor(try inputFile(), closeAfterSpawningProcess: true),
        output: usesTerminal ? .currentStandardOutput : .currentStandardError,
        error: .currentStandardError)
      return switch result.terminationStatus {
      case .exited(0): .succeeded
      case .exited(let code): .failed(code)
      case .signaled(let signal): .failed(128 + signal)
      }
    } catch {
      return .notStarted
    }
  }

  /// A file without a name, not a pipe: the library ends this process when a program ends before it has read
  /// all that is written to its pipe.
  private func inputFile() throws -> FileDescriptor {
    var template = Array((NSTemporaryDirectory() + "/grades-XXXXXX").utf8CString)
    let number = mkstemp(&template)
    guard number >= 0 else { throw Errno(rawValue: errno) }
    unlink(template)
    let file = FileDescriptor(rawValue: number)
    do {
      try file.writeAll(input)
      try file.seek(offset: 0, from: .start)
    } catch {
      try? file.close()
      throw error
    }
    return file
  }
}

extension ChildProgram {
  /// A program with its options as in a variable, for the terminal; nil where there is none. As git does it, a
  /// shell reads what has one of its characters, such as quotes; further arguments follow.
  init?(line: String, in environment: [String: String]) {
    let isForShell = line.contains(where: "|&;<>()$`\\\"'*?[#~=%".contains)
    let words =
      isForShell
      ? ["sh", "-c", line + " \"$@\"", line]
      : line.split(whereSeparator: \.isWhitespace).map(String.init)
    guard let name = words.first, let file = Executable.find(name, in: environment) else {
      return nil
    }
    self.init(
      file: file, arguments: Array(words.dropFirst()), environment: environment.withoutSecrets,
      usesTerminal: true)
  }
}
