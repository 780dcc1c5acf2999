import AppTestSupport
import Files
import Foundation
import TestSupport
import Testing

/// The scripts that complete command lines, in the shells themselves.
@Suite("Scripts for completion", .inTurn)
struct CompletionScriptTests {
  private static func path(of shell: String) -> String? {
    ["/bin/", "/usr/bin/", "/usr/local/bin/"].map { $0 + shell }
      .first { FileManager.default.isExecutableFile(atPath: $0) }
  }

  /// Runs a shell; nil where it is not installed.
  private func run(
    _ shell: String, _ arguments: [String]
  ) async throws -> (status: Int32, out: String)? {
    guard let path = Self.path(of: shell) else { return nil }
    return try await onOwnThread {
      let process = Process()
      process.executableURL = URL(filePath: path)
      process.arguments = arguments
      let pipe = Pipe()
      (process.standardOutput, process.standardError) = (pipe, pipe)
      process.standardInput = FileHandle.nullDevice
      try process.run()
      let output = pipe.fileHandleForReading.readDataToEndOfFile()
      process.waitUntilExit()
      return (process.terminationStatus, String(decoding: output, as: UTF8.self))
    }
  }

  private func script(
    _ shell: String, width: Int? = nil
  ) async throws -> (program: Program, file: URL, text: String) {
    let program = try Program()
    let shown = await program("completion \(shell)", width: width)
    #expect(shown.status == 0)
    let file = program.home.file("completion.\(shell)")
    try Data(shown.out.utf8).write(to: file)
    return (program, file, shown.out)
  }

  @Test("No line is broken, and the shell takes the script", arguments: ["bash", "zsh", "fish"])
  func syntax(shell: String) async throws {
    let (program, file, text) = try await script(shell)
    #expect(try await script(shell, width: 40).text == text)
    guard let checked = try await run(shell, ["-n", file.path]) else { return }
    #expect(checked.status == 0, "\(checked.out)")
    #expect(checked.out == "")
    withExtendedLifetime(program) {}
  }

  @Test("bash offers commands, also after help", .enabled(if: path(of: "bash") != nil))
  func bash() async throws {
    let (program, file, _) = try await script("bash")
    func candidates(_ line: String) async throws -> [String] {
      let words = line.split(separator: " ", omittingEmptySubsequences: false).map { "'\($0)'" }
      let call = """
        source '\(file.path)'
        PATH='\(program.home.url.path)':/usr/bin:/bin
        COMP_WORDS=(\(words.joined(separator: " "))); COMP_CWORD=\(words.count - 1)
        COMP_LINE='\(line)'; COMP_POINT=\(line.count)
        _grades grades "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD - 1]}"
        printf '%s\\n' "${COMPREPLY[@]}"
        """
      let output = try await run("bash", ["--norc", "-c", call])?.out ?? ""
      return Set(output.split(separator: "\n").map(String.init)).sorted()
    }
    try FakeProgram.install("grades-hello", "exit", in: program.home)
    try FakeProgram.install("grades-he$(id)", "exit", in: program.home)
    #expect(try await candidates("grades he") == ["hello", "hello.sh", "help"])
    #expect(try await candidates("grades cou") == ["course", "courses"])
    #expect(try await candidates("grades help cou") == ["course", "courses"])
    #expect(try await candidates("grades courses --js") == ["--json"])
    #expect(try await candidates("grades courses --host d") == ["demo", "development"])
    withExtendedLifetime(program) {}
  }
}
