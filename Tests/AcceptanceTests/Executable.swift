import Foundation
import TestSupport
import Testing

/// The program as a process of its own, as it was built beside the tests.
struct Executable: Sendable {
  /// How a process ended and what it left behind.
  struct End: Sendable {
    var status: Int32
    var wasSignalled: Bool
    var out: String
    var err: String
  }

  /// Nothing in such a message that could have been typed by a person.
  struct NotBuilt: Error { let folder: String }

  /// Where the program is.
  let url: URL
  /// The whole environment of the processes.
  var environment: [String: String]

  /// Finds the program next to the tests' own executable.
  init(environment: [String: String]) throws {
    var folder = try #require(Bundle.main.executableURL).deletingLastPathComponent()
    // On some systems the tests lie inside a bundle in that folder.
    while folder.path != "/" {
      let candidate = folder.appending(path: "grades")
      var isFolder: ObjCBool = false
      if FileManager.default.fileExists(atPath: candidate.path, isDirectory: &isFolder),
        !isFolder.boolValue, FileManager.default.isExecutableFile(atPath: candidate.path)
      {
        url = candidate
        self.environment = environment
        return
      }
      folder.deleteLastPathComponent()
    }
    throw NotBuilt(folder: Bundle.main.bundlePath)
  }

  /// The program with the files and the service of another one, which runs in this process.
  init(like program: Program) throws {
    // No browser can be found, and nothing of the machine's own settings.
    try self.init(
      environment: program.environment.merging(["PATH": "/nonexistent"]) { $1 })
  }

  /// Runs a command line to its end.
  func callAsFunction(_ arguments: String) async throws -> End {
    await (try start(arguments)).end()
  }

  /// Starts a command line, written as in a shell without quotes. Its input is empty; `output` takes
  /// the place of a pipe that is read.
  func start(_ arguments: String, output: FileHandle? = nil) throws -> RunningProgram {
    try RunningProgram(
      url, arguments.split(separator: " ").map(String.init), environment, output: output)
  }
}

/// A process under way. Nothing here blocks a thread that tasks share.
struct RunningProgram: Sendable {
  private let id: Int32
  private let ends = Occurrences<(status: Int32, wasSignalled: Bool)>()
  private let out: ReadPipe
  private let err: ReadPipe

  init(
    _ url: URL, _ arguments: [String], _ environment: [String: String], output: FileHandle?
  ) throws {
    let process = Process()
    process.executableURL = url
    process.arguments = arguments
    process.environment = environment
    process.standardInput = FileHandle.nullDevice
    let (out, err) = (Pipe(), Pipe())
    process.standardOutput = output ?? out
    process.standardError = err
    process.terminationHandler = { [ends] process in
      ends.record((process.terminationStatus, process.terminationReason == .uncaughtSignal))
    }
    try process.run()
    id = process.processIdentifier
    if output != nil { try out.fileHandleForWriting.close() }
    self.out = ReadPipe(out)
    self.err = ReadPipe(err)
  }

  /// Sends a signal.
  func send(_ signal: Int32) { kill(id, signal) }

  /// Waits until standard output has said something.
  func says(_ text: String) async -> String { await out.text { $0.contains(text) } }

  /// Waits until standard error has said something.
  func complains(_ text: String) async -> String { await err.text { $0.contains(text) } }

  /// Waits for the end of the process and of everything that it wrote.
  func end() async -> Executable.End {
    let end = await ends.first(1)[0]
    return Executable.End(
      status: end.status, wasSignalled: end.wasSignalled, out: await out.text { _ in false },
      err: await err.text { _ in false })
  }
}

/// What comes out of a pipe, read by a thread of its own.
private struct ReadPipe: Sendable {
  /// Pieces, and nil at the end.
  private let pieces = Occurrences<Data?>()

  init(_ pipe: Pipe) {
    let handle = pipe.fileHandleForReading
    let descriptor = handle.fileDescriptor
    Thread.detachNewThread { [pieces] in
      var buffer = [UInt8](repeating: 0, count: 65_536)
      while true {
        let count = read(descriptor, &buffer, buffer.count)
        if count < 0 && errno == EINTR { continue }
        guard count > 0 else { break }
        pieces.record(Data(buffer[..<count]))
      }
      pieces.record(nil)
      try? handle.close()
    }
  }

  /// All that was read, once it is enough or nothing more can come.
  func text(isEnough: (String) -> Bool) async -> String {
    var count = 1
    while true {
      let read = await pieces.first(count)
      let bytes = read.compactMap(\.self).reduce(Data(), +)
      let text = String(decoding: bytes, as: UTF8.self)
      if read.contains(where: { $0 == nil }) || isEnough(text) { return text }
      count += 1
    }
  }
}
