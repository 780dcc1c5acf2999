import AppTestSupport
import Foundation
import TestSupport
import Testing

/// Completion in the shells themselves, with the program that they ask.
@Suite("Completion in shells", .hangLimit, .inTurn)
struct CompletionShellTests {
  private static func isInstalled(_ name: String) -> Bool {
    ["/bin/", "/usr/bin/"].contains { FileManager.default.isExecutableFile(atPath: $0 + name) }
  }

  /// A program with two profiles of the demo and one of the user's own programs.
  private func program(for shell: String) async throws -> (program: Program, script: URL) {
    var program = try Program(now: { Date() })
    for name in ["home", "work"] {
      #expect(await program("login --demo --profile \(name)").status == 0)
    }
    // Its text beside it ends with `.sh`.
    try FakeProgram.install("grades-hello", "exit", in: program.home)
    let folder = try GradesProcess.executable.deletingLastPathComponent().path
    program.environment["PATH"] = "\(folder):\(program.home.url.path):/usr/bin:/bin"
    let script = program.home.file("completion.\(shell)")
    try Data(await program("completion \(shell)").out.utf8).write(to: script)
    return (program, script)
  }

  /// What a command prints, within a time limit; `typed` comes on its standard input.
  private func run(
    _ command: [String], typed: String = "", in program: Program
  ) async throws -> String {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = ["timeout", "60"] + command
    process.environment = program.environment.merging(["TERM": "dumb"]) { $1 }
    let (input, output) = (program.home.file("input"), program.home.file("output"))
    try Data(typed.utf8).write(to: input)
    try Data().write(to: output)
    process.standardInput = try FileHandle(forReadingFrom: input)
    process.standardOutput = try FileHandle(forWritingTo: output)
    process.standardError = FileHandle.nullDevice
    _ = try await process.exitStatus()
    return try String(contentsOf: output, encoding: .utf8)
  }

  @Test("bash", .enabled(if: isInstalled("bash")))
  func bash() async throws {
    let (program, script) = try await program(for: "bash")
    func candidates(_ line: String) async throws -> [Substring] {
      let words = line.split(separator: " ", omittingEmptySubsequences: false).map { "'\($0)'" }
      let call = """
        source '\(script.path)'
        COMP_WORDS=(\(words.joined(separator: " "))); COMP_CWORD=\(words.count - 1)
        COMP_LINE='\(line)'; COMP_POINT=\(line.count)
        _grades grades "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD - 1]}"
        printf '%s\\n' "${COMPREPLY[@]}"
        """
      return try await run(["bash", "--norc", "-c", call], in: program).split(separator: "\n")
    }
    #expect(try await candidates("grades courses --profile ") == ["home", "work"])
    #expect(try await candidates("grades courses --profile w") == ["work"])
    #expect(try await candidates("grades courses --host production --profile ") == [])
    #expect(try await candidates("grades hell") == ["hello", "hello.sh"])
  }

  @Test("fish", .enabled(if: isInstalled("fish") && isInstalled("script")))
  func fish() async throws {
    let (program, script) = try await program(for: "fish")
    let found = program.home.file("found")
    // It completes what is typed at a terminal.
    func candidates(_ line: String) async throws -> [Substring] {
      let typed = "source '\(script.path)'\ncomplete -C '\(line)' > '\(found.path)'\nexit\n"
      _ = try await run(
        ["script", "-qec", "fish --no-config", "/dev/null"], typed: typed, in: program)
      // Its explanation follows each of them.
      return try String(contentsOf: found, encoding: .utf8).split(separator: "\n")
        .map { $0.prefix { $0 != "\t" } }.sorted()
    }
    #expect(try await candidates("grades courses --profile ") == ["home", "work"])
    #expect(try await candidates("grades courses --profile w") == ["work"])
    #expect(try await candidates("grades hell") == ["hello", "hello.sh"])
  }

  @Test("zsh", .enabled(if: isInstalled("zsh")))
  func zsh() async throws {
    let (program, script) = try await program(for: "zsh")
    // In a terminal of its own: Tab completes the line, and another key prints and empties it.
    let driver = program.home.file("driver.zsh")
    try Data(
      """
      zmodload zsh/zpty
      zpty shell zsh -f -i
      zpty -w shell "PROMPT=; autoload -U compinit; compinit -u -D; source ${(q)1}; \
      show() { print -r -- \\"LINE=<\\$BUFFER>\\"; BUFFER= }; zle -N show; bindkey '^G' show; \
      print REA''DY"
      zpty -r shell out '*READY*'
      for line in "${@:2}"; do
        zpty -w -n shell "$line"$'\\t\\a'
        zpty -r shell out '*LINE=<*>*'
        print -r -- "${${out##*LINE=<}%%>*}"
      done
      zpty -d shell
      """.utf8
    ).write(to: driver)
    let lines = try await run(
      [
        "zsh", "-f", driver.path, script.path, "grades courses --profile w",
        "grades courses --profile h",
        "grades hello.",
      ], in: program)
    #expect(
      lines == "grades courses --profile work \ngrades courses --profile home \ngrades hello.sh \n")
  }
}
