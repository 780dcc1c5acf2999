import AppTestSupport
import Foundation
import GradesTesting
import TestSupport
import Testing

/// What shells offer while a command is typed: from what is stored, never from the network. One test after
/// the other: which shell asks is a variable of the argument parser.
@Suite("Completions", .inTurn, .serialized)
struct CompletionTests {
  @Test("There is a script for each shell", arguments: ["bash", "zsh", "fish"])
  func scripts(shell: String) async throws {
    let program = try Program()
    let run = await program("completion \(shell)")
    #expect(run.status == 0)
    #expect(run.err == "")
    for word in ["courses", "settings", "login", "production", "hidden-courses", "service-account"]
    {
      #expect(run.out.contains(word), "\(word)")
    }
    // Courses and semesters are asked for while one types.
    for question in ["---completion course -- positional@0", "---completion courses -- --semester"]
    {
      #expect(run.out.contains(question), "\(question)")
    }
    // What help does not list is not offered either.
    #expect(!run.out.contains("grades options"))
    // The parser's own option gives a script as well.
    let plain = await program("--generate-completion-script \(shell)")
    #expect(plain.status == 0)
    #expect(plain.out.contains("---completion course -- positional@0"))
  }

  @Test("Courses and semesters that were seen are offered")
  func stored() async throws {
    let (program, service) = try await Program.atService()
    for semester in ["B241", "B252", "current"] {
      #expect(await program("courses --semester \(semester)").status == 0)
    }
    #expect(await program("course XI-QQQ").status == 65)
    service.control.resetRequestLog()

    let courses = await complete(program, "course", "positional@0", "grades course XI-P", index: 2)
    let small = await complete(program, "course", "positional@0", "grades course xi-p", index: 2)
    #expect(small.lines == courses.lines.map { $0.lowercased() })
    #expect(courses.status == 0)
    #expect(
      courses.lines == [
        "XI-BEZ.22", "XI-DAT.23", "XI-EKO.21", "XI-LOG.23", "XI-MAT.21", "XI-PGA.21",
        "XI-PRJ.22", "XI-SIT.21", "XI-TEO.24", "XI-TVA", "XI-WEB.22", "XI-ZPT.23",
      ])
    #expect(await program("settings set pinned-courses XI-TEO.24,XI-PRJ.22").status == 0)
    let pinned = await complete(program, "course", "positional@0", "grades course XI-P", index: 2)
    #expect(pinned.lines.prefix(3) == ["XI-TEO.24", "XI-PRJ.22", "XI-BEZ.22"])
    #expect(pinned.lines.sorted() == courses.lines.sorted())
    #expect(await program("completion bash").out.contains("complete -o filenames -o nosort -F"))
    let semesters = ["current", "previous", "next", "B261", "B252", "B241"]
    for command in ["courses", "course"] {
      let run = await complete(
        program, command, "--semester", "grades \(command) --semester B", index: 3)
      #expect(run.lines == semesters)
    }
    #expect(service.control.requestCount == 0)
  }

  @Test("Values of the setting whose name is there")
  func settings() async throws {
    let program = try await Program.signedIn(to: .shared())
    #expect(await program("courses --semester B252").status == 0)
    for (key, values) in [
      ("semester", ["current", "previous", "next", "B252"]), ("language", ["system", "cs", "en"]),
      ("notify", ["yes", "no"]), ("hide-ungraded", ["yes", "no"]),
      ("host", ["production", "development", "demo"]),
      ("hidden-courses", ["XI-PGA.21", "XI-WEB.22", "none"]), ("colour", []),
    ] {
      let run = await complete(
        program, "settings set", "positional@1", "grades settings set \(key)", index: 4)
      #expect(run.status == 0)
      #expect(run.lines.filter { !$0.isEmpty } == values, "\(key)")
    }
  }

  @Test("Nothing is stored, nobody is signed in, or the files are damaged: no complaint")
  func nothing() async throws {
    let empty = try Program()
    let run = await complete(empty, "course", "positional@0", "grades course", index: 2)
    #expect(run.status == 0)
    #expect(run.out == "\n")
    #expect(run.err == "")

    let damaged = try await Program.signedIn(to: .shared())
    #expect(await damaged("courses").status == 0)
    try damaged.write(.init("no database".utf8), to: damaged.paths.cacheFile)
    let other = await complete(damaged, "course", "positional@0", "grades course", index: 2)
    #expect(other.status == 0)
    #expect(other.err == "")
    try damaged.write(.init("no credentials".utf8), to: damaged.paths.credentialsFile)
    try damaged.write(.init("no settings".utf8), to: damaged.paths.settingsFile)
    let third = await complete(damaged, "course", "positional@0", "grades course", index: 2)
    #expect(third.status == 0)
    #expect(third.err == "")
  }

  @Test("What a shell could run, or a terminal obey, is never offered")
  func hostile() async throws {
    let (program, service) = try await Program.atService(as: "ucitezk1")
    let names = [
      "du1", "úkol_2.a", "$(touch pwned)", "`id`", "a;id", "a b", "a\tb", "\u{1B}[2J", "~root",
      "--yes", "x'y", "\"q\"", "a\\b", "*", "a\u{202E}b", "$HOME", "a|b", "a&b", "<a", "#a", "!1",
    ]
    let offered = ["du1", "úkol_2.a"]
    func answer(_ path: String, _ key: String) throws {
      let list = names.map { [key: $0, "name": "N", "valueType": "NUMBER"] }
      let body = String(decoding: try JSONSerialization.data(withJSONObject: list), as: UTF8.self)
      service.control.add(
        Fault(
          "GET", path, times: nil,
          .answer(
            status: 200, headers: ["Content-Type": "application/json;charset=UTF-8"], body: body)))
    }
    try answer("/definitions", "identifier")
    try answer("/student-groups", "studentGroupId")
    for command in ["items XI-ZPT.23", "groups XI-ZPT.23"] {
      let run = await program(command)
      #expect(run.status == 0, "\(command): \(run.err)")
    }
    for option in ["--item", "--group"] {
      let run = await complete(
        program, "export", option, "grades export XI-ZPT.23 \(option)", index: 4)
      #expect(run.lines == offered, "\(option)")
    }
  }

  /// Asks as the generated scripts do; the cursor stands at the beginning of the word.
  private func complete(
    _ program: Program, _ command: String, _ argument: String, _ line: String, index: Int
  ) async -> Program.Run {
    var words = line.split(separator: " ").map(String.init)
    if words.count <= index { words.append("") }
    return await program.run(
      ["---completion"] + command.split(separator: " ").map(String.init)
        + ["--", argument, "\(index)", "\(words[index].count)"] + words)
  }
}
