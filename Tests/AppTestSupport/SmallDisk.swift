import Foundation

/// A small disk in the place of a program's home, which only processes see that are started on it.
///
/// It is a file system in memory, in a namespace of its own. A shell keeps that open; with it
/// everything is gone.
package struct SmallDisk: Sendable {
  /// The system does not let a process have a disk of its own.
  package struct Refused: Error {}

  private let program: Program
  private let keeper: GradesProcess

  /// Why a test must be left out where ``isPossible()`` is false.
  package static let reason: String = "needs a namespace with a disk of its own"

  /// Whether this user may have such a disk here.
  package static func isPossible() async -> Bool {
    do {
      return try await run(on: Program(), kibibytes: 64) { disk in
        try await disk.forbidWriting()
        return try await disk.execute("--version").status == 0
      }
    } catch {
      return false
    }
  }

  /// Copies the program's home to a disk of some size, and does something with it.
  package static func run<Value: Sendable>(
    on program: Program, kibibytes: Int, _ body: (SmallDisk) async throws -> Value
  ) async throws -> Value {
    let script = """
      set -e; copy=$(mktemp -d); cp -a "$1/." "$copy"; mount -t tmpfs -o "size=$2k" none "$1"
      cp -a "$copy/." "$1"; rm -rf "$copy"; echo ready
      while read -r line; do eval "$line"; echo done; done
      """
    return try await program.process(
      ["/usr/bin/env", "unshare"] + (geteuid() == 0 ? [] : ["--user", "--map-root-user"])
        + ["--mount", "sh", "-c", script, "sh", program.home.url.path, "\(kibibytes)"]
    ) { keeper in
      guard await keeper.out.line(with: "ready") != nil else { throw Refused() }
      return try await body(SmallDisk(program: program, keeper: keeper))
    }
  }

  /// The command that starts another one on the disk.
  package var wrapper: [String] {
    let namespaces = "/proc/\(keeper.identifier)/ns"
    return ["/usr/bin/env", "nsenter", "--mount=\(namespaces)/mnt"]
      + (geteuid() == 0 ? [] : ["--user=\(namespaces)/user", "--preserve-credentials"])
  }

  /// Runs the built executable on the disk.
  package func execute(_ arguments: String) async throws -> Program.Run {
    try await program.execute(arguments, through: wrapper)
  }

  /// Runs the built executable on the disk, with its standard output in a file there.
  package func execute(_ arguments: String, into file: URL) async throws -> Program.Run {
    try await program.execute(
      arguments, through: wrapper + ["sh", "-c", "exec \"$@\" > \"$0\"", file.path])
  }

  /// Where a file of the program is, seen from here.
  package func location(of file: URL) -> URL {
    URL(filePath: "/proc/\(keeper.identifier)/root" + file.path)
  }

  /// The paths of all files in the home, sorted.
  package func files() throws -> [String] {
    try FileManager.default.subpathsOfDirectory(atPath: location(of: program.home.url).path)
      .sorted()
  }

  private var ballast: URL { location(of: program.home.file("ballast")) }

  /// Takes all room that is left.
  package func fill() throws {
    let file = open(ballast.path, O_CREAT | O_WRONLY | O_APPEND | O_CLOEXEC, 0o600)
    guard file >= 0 else { throw Refused() }
    defer { close(file) }
    let page = [UInt8](repeating: 0x5A, count: 4096)
    while write(file, page, page.count) > 0 {}
  }

  /// Gives the room back.
  package func makeRoom() throws { try FileManager.default.removeItem(at: ballast) }

  /// Makes the disk one that can only be read.
  package func forbidWriting() async throws {
    try keeper.type("mount -o remount,ro '\(program.home.url.path)' && echo forbidden || exit 1")
    guard await keeper.out.line(with: "forbidden") != nil else { throw Refused() }
  }
}
