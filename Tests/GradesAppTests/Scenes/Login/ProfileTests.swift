import AppTestSupport
import Foundation
import GradesConfiguration
import GradesLocalization
import GradesTesting
import TestSupport
import Testing

@testable import GradesApp

/// `--profile` and `GRADES_PROFILE`: several logins of one host.
@Suite("Profiles", .inTurn)
struct ProfileTests {
  /// A program in which a student has logged in without a profile, and a teacher as `work`.
  private func program(at service: TestService) async throws -> Program {
    let program = try await Program.signedIn(to: service)
    try await logIn(program, to: service, as: "ucitezk1", profile: "work")
    return program
  }

  private func logIn(
    _ program: Program, to service: TestService, as username: String, profile: String
  ) async throws {
    let tokens = try await service.control.issueTokens(username: username)
    let run = await program.run(
      ["login", "--token-stdin", "--profile", profile], piped: [tokens.access])
    try #require(run.status == 0, "\(run.err)")
  }

  @Test("A login with a profile leaves the others, and the host in use, as they are")
  func logins() async throws {
    let service = try await TestService.started()
    let program = try await program(at: service)
    let before = try await Program.signedIn(to: service)
    let plain = await program("courses")
    #expect(plain.out == (await before("courses")).out)
    let work = await program("courses --profile work")
    #expect(work.status == 0)
    #expect(work.out != plain.out)
    #expect(work.out == (await program("--profile work courses")).out)
    var other = program
    other.environment["GRADES_PROFILE"] = "work"
    #expect(await other("courses --offline").status == 0)
    // The command line is stronger than the environment, and an empty variable is none.
    try await logIn(program, to: service, as: "obojial1", profile: "both.2")
    #expect(await other("status --profile both.2 --json").out.contains("obojial1"))
    other.environment["GRADES_PROFILE"] = ""
    #expect(await other("courses").out == plain.out)
    // Without a word about the host it is that of the profile.
    var elsewhere = program
    elsewhere.environment["GRADES_HOST"] = nil
    #expect(await elsewhere("status --profile work --json").out.contains("ucitezk1"))
  }

  @Test("What is stored, drafted and remembered belongs to one of them")
  func separate() async throws {
    let service = try await TestService.started()
    let program = try await program(at: service)
    // The same person twice: only the profile differs.
    try await logIn(program, to: service, as: "ucitezk1", profile: "home")
    #expect(await program("courses --profile work").status == 0)
    #expect(await program("courses --profile home --offline").status == 69)
    let draft = await program("set XI-ZPT.23 zkusade1:du1=3 --draft --profile work")
    #expect(draft.status == 0, "\(draft.err)")
    #expect(await program("drafts --json --profile work").out.contains("du1"))
    #expect(!(await program("drafts --json --profile home")).out.contains("du1"))
    let logout = await program("logout --profile work --yes")
    #expect(logout.status == 0, "\(logout.err)")
    #expect(await program("courses").status == 0)
    #expect(await program("courses --profile home").status == 0)
    #expect(await program("courses --profile work").status == 77)
    let bytes = try Data(contentsOf: program.paths.credentialsFile)
    #expect(bytes.range(of: Data("profile=work".utf8)) == nil)
  }

  @Test("The status lists them and marks the one in use")
  func status() async throws {
    let service = try await TestService.started()
    let program = try await program(at: service)
    _ = await program("courses")
    let plain = await program("status")
    #expect(plain.out.contains("Logins       without a profile: zkusade1 (used)\n"))
    #expect(plain.out.contains("             work: ucitezk1\n"))
    let work = await program("status --profile work --lang cs")
    #expect(work.out.contains(", profil work\n"))
    #expect(work.out.contains("work: ucitezk1 (používá se)\n"))
    let document = try #require(
      try JSONSerialization.jsonObject(
        with: Data(await program("status --json --profile work").out.utf8)) as? [String: Any])
    #expect(document["profile"] as? String == "work")
    #expect((document["logins"] as? [[String: Any]])?.map { $0["used"] as? Bool } == [false, true])
    let unknown = await program("status --profile nowhere")
    #expect(unknown.status == 77)
    #expect(unknown.out.contains("not logged in"))
  }

  @Test("A token excludes a profile that is typed, and is used instead of that of the environment")
  func token() async throws {
    let service = try await TestService.started()
    var program = try await program(at: service)
    let token = try await service.control.issueTokens(username: "obojial1")
    program.environment["GRADES_TOKEN"] = token.access
    for command in ["courses", "status", "--profile work courses"] {
      let typed = await program(command.contains("work") ? command : command + " --profile work")
      #expect(typed.status == 64)
      #expect(typed.said == "Error: --profile and GRADES_TOKEN cannot be used together.\n")
    }
    #expect(await program("manual --profile work").status == 0)
    for profile in ["work", "nowhere"] {
      program.environment["GRADES_PROFILE"] = profile
      #expect(await program("courses").status == 0)
      let status = await program("status")
      #expect(status.out.contains("(obojial1)\n"))
      #expect(
        status.out.contains(
          "from GRADES_TOKEN; profile \(profile) (GRADES_PROFILE) is ignored")
      )
      #expect(!status.out.contains("(used)"))
    }
    let document = await program("status --json")
    #expect(document.out.contains("\"profile\": null,\n  \"signedIn\": true"))
    #expect(!document.out.contains("\"used\": true"))
  }

  @Test("Logging out and in is about the profile of the environment, also beside a token")
  func storedLogins() async throws {
    let service = try await TestService.started()
    var program = try await program(at: service)
    #expect(await program("courses").status == 0)
    let token = try await service.control.issueTokens(username: "obojial1").access
    program.environment["GRADES_PROFILE"] = "work"
    #expect(await program("courses").status == 0)
    program.environment["GRADES_TOKEN"] = token
    #expect(await program("logout --yes").status == 0)
    program.environment["GRADES_TOKEN"] = nil
    #expect(await program("courses").status == 77)
    let cache = try Data(contentsOf: program.paths.cacheFile)
    #expect(cache.range(of: Data("ucitezk1".utf8)) == nil)
    program.environment["GRADES_PROFILE"] = nil
    #expect(await program("courses --offline").out.contains("Adéla"))
  }

  @Test("With a token, logins that cannot be read are unknown", arguments: [true, false])
  func unreadableLogins(namesHost: Bool) async throws {
    let service = try await TestService.started()
    var program = try await program(at: service)
    program.environment["GRADES_TOKEN"] = "token"
    if !namesHost {
      program.environment["GRADES_HOST"] = nil
      program.environment["GRADES_API_URL"] = nil
    }
    let file = program.paths.credentialsFile
    try FileManager.default.removeItem(at: file)
    try FileManager.default.createDirectory(at: file, withIntermediateDirectories: true)
    let status = await program("status")
    #expect(status.status == 0, "\(status.err)")
    #expect(status.out.contains("Logins       unknown\n"))
    #expect(await program("status --json").out.contains("\"logins\": null"))
    // What would send the token does not guess where to.
    #expect((await program("courses").said).contains("credentials.json") == !namesHost)
    program.environment["GRADES_TOKEN"] = nil
    #expect(await program("status").status != 0)
  }

  @Test(
    "An option without its value does not take the next word",
    arguments: ["--profile", "--host"])
  func withoutValue(option: String) async throws {
    let program = try Program()
    for line in ["\(option)= courses", "courses \(option)="] {
      let run = await program(line)
      #expect(run.status == 64)
      #expect(run.out == "")
      #expect(run.said.contains("\(option) <") && run.said.contains("needs a value."))
    }
  }

  @Test("What needs no login works with a profile that has none")
  func withoutLogin() async throws {
    let program = try Program(now: { .usual })
    for command in [
      "settings --offline", "settings get semester", "settings set language cs", "logout --yes",
    ] {
      let run = await program(command + " --profile new")
      #expect(run.status == 0, "\(command): \(run.err)")
    }
    #expect(await program("settings service --profile new").status == 77)
  }

  @Test("One without a login is named, with the near one and the command that logs in")
  func unknown() async throws {
    let service = try await TestService.started()
    let program = try await program(at: service)
    let near = await program("courses --profile wrok")
    #expect(near.status == 77)
    #expect(
      near.said.contains(
        "Log in with “grades login --profile wrok”. Did you mean work?"))
    // What was to be logged out may be the near one.
    let logout = await program("logout --profile wrok --yes")
    #expect(logout.status == 77)
    #expect(logout.said.contains("Did you mean work?"))
    #expect(await program("courses --profile work").status == 0)
    let far = await program("courses --profile other --host demo --lang cs")
    #expect(far.said.contains("Přihlaste se příkazem „grades login --host demo --profile other“."))
  }

  @Test(
    "Names are short, of letters, digits and - _ .",
    arguments: ["a/b", "..", "-x", ".x", "é", "a b", "a\nb", "", String(repeating: "a", count: 41)])
  func names(name: String) async throws {
    var program = try Program()
    let flag = await program.run(["status", "--profile=\(name)"])
    #expect(flag.status == 64)
    #expect(flag.err.hasPrefix("Error: "))
    program.environment["GRADES_PROFILE"] = name
    #expect(await program("status").status == (name.isEmpty ? 77 : 78))
  }

  @Test("Commands that sentences print have it")
  func hints() async throws {
    let service = try await TestService.started()
    var program = try await program(at: service)
    program.now = { .usual.addingTimeInterval(86_400) }
    let run = await program("courses --profile work --json")
    #expect(run.said.contains("“grades login --profile work”"))
    let plain = await program("courses --json")
    #expect(!plain.said.contains("--profile") && !plain.said.contains("--host"))
    // Once, also where the command is a part of another sentence.
    let doctor = await program("doctor --offline --profile wrok")
    #expect(doctor.said.contains("Log in with “grades login --profile wrok”."), "\(doctor.err)")
  }

  @Test("Commands in sentences have the profile once, whatever the sentences are about")
  func hintsInside() throws {
    let profile = try #require(ProfileName("work"))
    let hints = CommandHints(host: nil, profile: profile)
    for (text, named) in [
      ("grades status", "grades status --profile work"),
      ("grades demo --reset", "grades demo --profile work --reset"),
      ("grades structure apply X", "grades --profile work structure apply X"),
      ("grades manual, grades serve", "grades manual, grades serve"),
    ] {
      #expect(hints.naming(in: text) == named)
    }
    let strings = hints.editing(Strings.load(.english))
    let inner = strings(.publishAgain, [.command: .command("grades publish XI-AAA")])
    #expect(inner == "Try again with “grades publish --profile work XI-AAA”.")
    // What users and the service have written stays as it is.
    #expect(strings(.problemNotANumber, [.value: .text(inner)]).contains(inner))
    let command = "grades login --profile work"
    #expect(strings(.publishAgain, [.command: .text(command)]).contains("“\(command)”"))
  }

  @Test("Commands in sentences have the host that was typed, once")
  func hostInHints() throws {
    let profile = try #require(ProfileName("work"))
    let hints = CommandHints(host: "development", profile: profile)
    for (text, named) in [
      (
        "“grades login”, “grades login --demo”",
        "“grades login --host development --profile work”, “grades login --profile work --demo”"
      ),
      (
        "grades structure backups",
        "grades --host development --profile work structure backups"
      ),
      ("grades demo --reset", "grades demo --profile work --reset"),
      ("grades login --host production", "grades login --profile work --host production"),
    ] {
      #expect(hints.naming(in: text) == named)
    }
    let moved = hints.moved(to: "demo").editing(Strings.load(.english))
    #expect(
      moved(.draftsKept, [.count: .count(2)]).contains(
        "“grades publish --host demo --profile work”"))
    let untyped = CommandHints(host: nil, profile: nil).moved(to: "demo")
    #expect(untyped.naming(in: "grades status") == "grades status")
  }

  @Test("Their names and what is stored of them are completed")
  func completion() async throws {
    let service = try await TestService.started()
    let program = try await program(at: service)
    #expect(await program("courses").status == 0)
    #expect(await program("courses --profile work").status == 0)
    let names = await program.run(
      [
        "---completion", "courses", "--", "--profile", "3", "0", "grades", "courses", "--profile",
        "",
      ]
    )
    #expect(names.completions == ["work"])
    func courses(_ words: [String]) async -> [String] {
      await program.run(
        ["---completion", "course", "--", "positional@0", "\(words.count)", "0"] + words + [""]
      ).completions
    }
    let work = await courses(["grades", "course", "--profile", "work"])
    #expect(!work.isEmpty)
    let plain = await courses(["grades", "course"])
    #expect(work != plain)
    // Bash makes three words of an option with its value.
    #expect(await courses(["grades", "course", "--profile", "=", "work"]) == work)
    // The host counts as it does for the command.
    #expect(await courses(["grades", "course", "--host", "demo"]) == plain)
    for host in ["development", "nowhere"] {
      #expect(await courses(["grades", "course", "--host", host]) == [])
    }
    var elsewhere = program
    elsewhere.environment["GRADES_HOST"] = nil
    let last = await elsewhere.run(
      ["---completion", "course", "--", "positional@0", "2", "0", "grades", "course", ""])
    #expect(last.completions == plain)
    let others = await program.run(
      [
        "---completion", "courses", "--", "--profile", "5", "0", "grades", "courses", "--host",
        "development", "--profile", "",
      ])
    #expect(others.completions == [])
  }

  @Test("The demo has them, too")
  func demo() async throws {
    let program = try Program(now: { .usual })
    #expect(await program("login --demo --as teacher --profile t").status == 0)
    #expect(await program("status --profile t").status == 0)
    #expect(await program("status").status == 77)
    let run = await program("courses --profile t")
    #expect(run.status == 0, "\(run.err)")
    let demo = await program("demo --profile t")
    #expect(demo.said.contains(" --host demo --profile t, grades --help\n"), "\(demo.err)")
  }

  @Test("What a profile of one host remembers is nothing of another's, and ends with its login")
  func hosts() async throws {
    let first = try await TestService.started()
    let second = try await TestService.started()
    let program = try await program(at: first)
    var other = program
    other.environment["GRADES_API_URL"] = second.apiURL.absoluteString
    try await logIn(other, to: second, as: "ucitezk1", profile: "work")
    let file = program.home.file("table.csv")
    try Data("username,HW\nzkusade1,3\n".utf8).write(to: file)
    func plan(_ program: Program, _ more: [String] = []) async -> String {
      await program.run(
        ["import", "XI-ZPT.23", file.path, "--dry-run", "--json", "--profile", "work"] + more
      ).out
    }
    let host = try GradesConfiguration(
      flags: .init(profile: "work"), environment: program.environment, paths: program.paths
    ).host
    try program.write(
      Data(#"{"column-titles": {"XI-ZPT.23": {"HW": "du1"}}}"#.utf8),
      to: program.paths.headersFile(of: host))
    #expect(await plan(program).contains("\"du1\""))
    #expect(!(await plan(other)).contains("\"du1\""))
    #expect(await other("logout --yes --profile work").status == 0)
    #expect(await plan(program).contains("\"du1\""))
    #expect(await program("logout --yes --profile work").status == 0)
    let names = try FileManager.default.contentsOfDirectory(
      atPath: program.paths.configurationFolder.path)
    #expect(!names.contains { $0.hasPrefix("headers") && $0.hasSuffix(".json") })
  }

  @Test("The last screen belongs to one login, and ends with it")
  func lastScene() async throws {
    let service = try await TestService.started()
    let program = try await program(at: service)
    let state = program.paths.stateFolder
    func files() throws -> [String] {
      try FileManager.default.contentsOfDirectory(atPath: state.path)
        .filter { $0.hasPrefix("last-scene") }
    }
    for option in ["--open settings", "--last"] {
      let app = program.open("\(option) --profile work", columns: 80, rows: 24)
      #expect(await app.text.contains("Settings"))
      #expect(await app.hangUp().err == "")
      #expect(try files().count == 1)
    }
    let plain = program.open("--last", columns: 80, rows: 24)
    #expect(await plain.text.contains("Courses"))
    #expect(await plain.hangUp().err == "")
    #expect(try files().count == 2)
    #expect(await program("logout --yes --profile work").status == 0)
    #expect(try files().count == 1)
    #expect(await program("logout --yes").status == 0)
    #expect(try files() == [])
  }
}

extension Program.Run {
  /// What a shell would offer.
  fileprivate var completions: [String] {
    lines.filter { !$0.allSatisfy(\.isWhitespace) }
  }
}
