import Foundation
import Synchronization
import TestSupport

/// The built executable in a process of its own, with pipes for its streams.
///
/// Nothing here has a time limit, and no thread of Swift's pool ever waits for a process: pipes are
/// read by threads of their own, the end comes through a continuation.
package final class GradesProcess: Sendable {
  /// Why there is no executable to run.
  package struct NotBuilt: Error {
    /// Where it should be.
    package let path: String
  }

  /// Where the executable is: beside the tests, since one build makes both.
  package static var executable: URL {
    get throws {
      let bundle =
        Bundle.allBundles.first { $0.bundleURL.pathExtension == "xctest" } ?? .main
      let folder =
        bundle.bundleURL.pathExtension == "xctest"
        ? bundle.bundleURL.deletingLastPathComponent() : bundle.bundleURL
      let file = folder.appendingPathComponent("grades")
      guard FileManager.default.isExecutableFile(atPath: file.path) else {
        throw NotBuilt(path: file.path)
      }
      return file
    }
  }

  /// What every process gets of the tests' own environment: the way to programs, and what
  /// `make sanitize` sets for programs that are built for it.
  package static var environment: [String: String] {
    let environment = ProcessInfo.processInfo.environment
    let names = ["PATH", "LD_PRELOAD", "ASAN_OPTIONS", "TSAN_OPTIONS"]
    return ["PATH": "/usr/local/bin:/usr/bin:/bin"]
      .merging(names.compactMap { name in environment[name].map { (name, $0) } }) { $1 }
  }

  /// What comes on standard output.
  package let out: ProcessOutput
  /// What comes on standard error.
  package let err: ProcessOutput
  /// How the process ended, once it has.
  private let ended = Occurrences<Int32>()
  private let input: Int32
  private let inputIsOpen = Mutex(true)
  /// Used by one thread at a time: to start, and under the lock to send a signal.
  private let process: Mutex<Process?>

  /// Starts a program with its arguments. `hasReader` false makes standard output a pipe without a reader.
  init(_ command: [String], environment: [String: String], hasReader: Bool) throws {
    let process = Process()
    process.executableURL = URL(filePath: command[0])
    process.arguments = Array(command.dropFirst())
    process.environment = environment
    let (out, err) = (try DescriptorPair(), try DescriptorPair())
    // Sockets, because a write to a pipe whose reader has ended would end the tests.
    let input = try DescriptorPair(sockets: true)
    process.standardOutput = FileHandle(fileDescriptor: out.writing)
    process.standardError = FileHandle(fileDescriptor: err.writing)
    process.standardInput = FileHandle(fileDescriptor: input.reading)
    process.terminationHandler = { [ended] process in
      let isSignal = process.terminationReason == .uncaughtSignal
      ended.record(isSignal ? -process.terminationStatus : process.terminationStatus)
    }
    if !hasReader { close(out.reading) }
    // A shell in the background ignores these, which the tests and their processes would inherit.
    Self.restoreIgnoredSignals()
    defer { for descriptor in [out.writing, err.writing, input.reading] { close(descriptor) } }
    do {
      try process.run()
    } catch {
      for descriptor in [err.reading, input.writing] { close(descriptor) }
      if hasReader { close(out.reading) }
      throw error
    }
    self.out = ProcessOutput(reading: hasReader ? out.reading : nil)
    self.err = ProcessOutput(reading: err.reading)
    self.input = input.writing
    self.process = Mutex(process)
  }

  private static func restoreIgnoredSignals() {
    for number in [SIGINT, SIGQUIT] {
      var action = sigaction()
      sigaction(number, nil, &action)
      let isIgnored = unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self) == 1
      if isIgnored { signal(number, SIG_DFL) }
    }
  }

  /// Gives the process a line on its standard input.
  package func type(_ line: String) throws {
    try inputIsOpen.withLock { isOpen in
      guard isOpen else { throw POSIXError(.EPIPE) }
      guard sendAll(Array((line + "\n").utf8), to: input) else {
        throw POSIXError(.EPIPE)
      }
    }
  }

  /// Ends standard input.
  package func closeInput() {
    inputIsOpen.withLock { isOpen in
      if isOpen { close(input) }
      isOpen = false
    }
  }

  /// The number of the process.
  package var identifier: Int32 { process.withLock { $0?.processIdentifier ?? 0 } }

  /// Sends a signal, unless the process has ended.
  package func send(_ signal: Int32) {
    process.withLock { process in
      if let process, process.isRunning { kill(process.processIdentifier, signal) }
    }
  }

  /// How the process ended, after everything that it wrote was read. A signal that ended it counts
  /// as a negative status.
  package func end() async throws -> Program.Run {
    let status = try await ended.first(1)[0]
    return Program.Run(status: status, out: await out.whole(), err: await err.whole())
  }

  /// Ends the process whatever it does.
  func finish() async {
    closeInput()
    send(SIGKILL)
    _ = await ended.has(1)
  }
}

extension Program {
  /// Starts the built executable for this program's user and ends it, at the latest, with the body.
  /// `through` is a command that starts the one that is appended to it.
  package func process<Value: Sendable>(
    _ arguments: String, through wrapper: [String] = [], hasReader: Bool = true,
    _ body: (GradesProcess) async throws -> Value
  ) async throws -> Value {
    try await process(
      wrapper + [GradesProcess.executable.path] + arguments.split(separator: " ").map(String.init),
      hasReader: hasReader, body)
  }

  /// Starts any program with its arguments in the environment of this program's user.
  func process<Value: Sendable>(
    _ command: [String], hasReader: Bool = true,
    _ body: (GradesProcess) async throws -> Value
  ) async throws -> Value {
    // One after the other, so that no process inherits the pipes of another one.
    let process = try starts.withLock { _ in
      try GradesProcess(
        command, environment: environment.merging(GradesProcess.environment) { own, _ in own },
        hasReader: hasReader)
    }
    let result: Result<Value, any Error>
    do { result = .success(try await body(process)) } catch { result = .failure(error) }
    await process.finish()
    return try result.get()
  }

  /// Runs the built executable to its end, with nothing on its standard input.
  package func execute(
    _ arguments: String, through wrapper: [String] = [], hasReader: Bool = true
  ) async throws -> Run {
    try await process(arguments, through: wrapper, hasReader: hasReader) { process in
      process.closeInput()
      return try await process.end()
    }
  }

  /// Runs the built executable several times at once.
  package func execute(_ arguments: String, times: Int) async throws -> [Run] {
    try await withThrowingTaskGroup(of: Run.self) { group in
      for _ in 0..<times { group.addTask { try await execute(arguments) } }
      return try await group.reduce(into: []) { $0.append($1) }
    }
  }
}

private let starts = Mutex(())
