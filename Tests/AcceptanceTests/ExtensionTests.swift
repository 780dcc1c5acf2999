import AppTestSupport
import Foundation
import TestSupport
import Testing

/// Programs `grades-NAME` on `PATH`.
@Suite("Programs of one's own", .hangLimit, .inTurn)
struct ExtensionTests {
  private func program(_ name: String, _ script: String) throws -> Program {
    var program = try Program(environment: [
      "GRADES_TOKEN": "token-1", "GRADES_CLIENT_SECRET": "secret-1",
    ])
    try FakeProgram.install("grades-" + name, script, in: program.home)
    program.environment["PATH"] = program.home.url.path + ":/usr/bin:/bin"
    return program
  }

  @Test("Run as commands, with their arguments, streams and exit status")
  func run() async throws {
    let program = try program("hello", "cat; echo \"[$*]\"; echo problem >&2; exit 7")
    let run = try await program.process("hello -x --json a") { process in
      try process.type("typed")
      process.closeInput()
      return try await process.end()
    }
    #expect(run.status == 7)
    #expect(run.out == "typed\n[-x --json a]\n")
    #expect(run.err == "problem\n")
    let help = try await program.execute("help hello")
    #expect(help.out.hasSuffix("[--help]\n"))
  }

  @Test("Get the token of the environment, the host and the profile that were named, and no secret")
  func environment() async throws {
    let program = try program("hello", "env; echo \"[$*]\"")
    let run = try await program.execute("--host demo --lang cs --profile=work hello a")
    #expect(run.status == 0)
    #expect(run.out.contains("GRADES_TOKEN=token-1\n") && !run.out.contains("secret-1"))
    #expect(run.out.contains("GRADES_HOST=demo\n"))
    #expect(run.out.contains("GRADES_PROFILE=work\n"))
    #expect(run.out.hasSuffix("[a --lang cs]\n"))
    // Behind its own `--` they would be none.
    let operands = try await program.execute("--host demo --lang=cs -v hello a -- -b c")
    #expect(operands.out.hasSuffix("[a --lang=cs -v -- -b c]\n"))
    for empty in ["--host=", "--profile=", "--host=nowhere"] {
      let mistake = try await program.execute("\(empty) hello a")
      #expect(mistake.status == 64)
      #expect(mistake.out == "")
    }
  }

  @Test("Are listed at the end of the help for all commands, and in no other help")
  func help() async throws {
    let program = try program("hello", "echo mine")
    for name in ["courses", "bad name", "-x"] + (10..<20).map({ "tool\($0)" }) {
      try FakeProgram.install("grades-" + name, "exit 1", in: program.home)
    }
    try Data().write(to: program.home.file("grades-data"))
    for question in ["--help", "help", "-h"] {
      let help = try await program.execute(question)
      #expect(
        // The text of each program beside it ends with `.sh`.
        help.out.contains(
          """
          Extensions:
            courses.sh, hello, hello.sh, tool10, tool10.sh, tool11, tool11.sh, tool12,
            tool12.sh, tool13, tool13.sh, tool14, tool14.sh, tool15, tool15.sh, tool16,
            tool16.sh, tool17, tool17.sh, tool18, …
          """), "\(help.out.suffix(400))")
    }
    #expect(!(try await program.execute("help courses")).out.contains("hello"))
  }

  @Test("End by signals as they would alone")
  func signals() async throws {
    let program = try program("hello", "echo ready; exec sleep 60")
    let run = try await program.process("hello") { process in
      _ = await process.out.line(with: "ready")
      process.send(SIGTERM)
      return try await process.end()
    }
    #expect(run.status == -SIGTERM)
    // A reader that goes away ends them as it ends others.
    let pipe = try await self.program("yes", "exec yes").process("yes", hasReader: false) {
      try await $0.end()
    }
    #expect(pipe.status == -SIGPIPE)
  }

  @Test("Never take the place of a command")
  func builtIn() async throws {
    let program = try program("manual", "echo mine")
    #expect(try await program.execute("manual").out != "mine\n")
    let odd = try await program.execute("manual --no-such-option")
    #expect(odd.status == 64)
    #expect(odd.out == "")
    let help = try self.program("help", "echo mine")
    for line in ["help", "help courses", "help courses --lang cs", "help nothing extra"] {
      #expect(try await help.execute(line).out.contains("mine") == false, "\(line)")
    }
  }

  @Test("Are asked for their help, with options before and behind", arguments: ["", " --lang cs"])
  func help(options: String) async throws {
    let program = try program("hello", #"echo "mine $1""#)
    #expect(try await program.execute("help hello\(options)").out == "mine --help\n")
  }

  @Test(
    "Are suggested, and other words are unknown commands", arguments: ["helo", "../hello", "-"])
  func unknown(word: String) async throws {
    let program = try program("hello", "echo mine")
    let run = try await program.execute(word)
    #expect(run.status == 64)
    #expect(run.out == "")
    if word == "helo" { #expect(run.err.contains("“hello”")) }
  }
}
