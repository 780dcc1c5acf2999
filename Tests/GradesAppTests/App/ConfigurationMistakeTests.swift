import AppTestSupport
import Foundation
import TestSupport
import Testing

private let file = "HOME/.config/grades/config.json"

/// Mistakes in the configuration: file, line or key, reason, status 78.
@Suite("Mistakes in the configuration", .inTurn)
struct ConfigurationMistakeTests {
  @Test(
    "In the user's file",
    arguments: [
      (
        "{\n  \"hosts\": {\n    \"production\": { \"clientid\": \"x\" }\n  }\n}",
        "\(file), line 3, “hosts.production.clientid”: unknown key. Did you mean "
          + "client-id?"
      ),
      (
        "{\n  \"host\": \"demo\"\n  \"client-id\": \"x\"\n}",
        "\(file), line 3: unexpected “\"” (JSON)"
      ),
      (
        "{ \"timeouts\": {\n\"connect\": \"soon\" } }",
        "\(file), line 2, “timeouts.connect”: must be a number"
      ),
      (
        "{ \"api-url\": \"http://grades.example.org/api/v1\" }",
        "\(file), line 1, “api-url”: “http://grades.example.org/api/v1” is not encrypted; use "
          + "https (http is allowed only for this computer)"
      ),
      ("{", "\(file), line 1: unexpected end of file (JSON)"),
    ])
  func userFile(content: String, sentence: String) async throws {
    let program = try Program()
    try program.write(Data(content.utf8), to: program.paths.configurationFile)
    for command in content == "{" ? ["courses", "login", "status", "settings"] : ["courses"] {
      let run = await program(command)
      #expect(run.status == 78)
      #expect(run.out == "")
      #expect(program.plain(run.err) == "Error: \(sentence)\n")
    }
  }

  @Test("In Czech, and with --json")
  func czech() async throws {
    let program = try Program()
    try program.write(Data("{".utf8), to: program.paths.configurationFile)
    let run = await program("courses --lang cs --json")
    #expect(run.status == 78)
    #expect(
      program.plain(run.err) == "Chyba: \(file), řádek 1: neočekávaný konec souboru (JSON)\n")
  }

  @Test(
    "In the environment and in flags",
    arguments: [
      (
        ["GRADES_HOST": "produktion"], "courses",
        "GRADES_HOST: unknown value “produktion”; use production, development, demo. "
          + "Did you mean production?"
      ),
      (
        [:], "courses --host foo",
        "--host: unknown value “foo”; use production, development, demo"
      ),
      (["GRADES_API_URL": "grades"], "courses", "GRADES_API_URL: “grades” is not a web address"),
      ([:], "courses --timeout 0", "--timeout: must be between 0.1 and 86400"),
    ])
  func environment(
    environment: [String: String], command: String, sentence: String
  ) async throws {
    let run = await (try Program(environment: environment))(command)
    // What the command line itself says is a mistake of use.
    #expect(run.status == (sentence.hasPrefix("--") ? 64 : 78))
    #expect(run.err == "Error: \(sentence)\n")
  }

  @Test(
    "The embedded service is at no other host",
    arguments: ["demo --host nowhere", "demo --host production", "login --demo --host production"])
  func embedded(command: String) async throws {
    let host = command.split(separator: " ")[command.hasPrefix("demo") ? 2 : 3]
    let run = await (try Program())(command)
    #expect(run.status == 64)
    #expect(run.err == "Error: Invalid value “\(host)” for --host. Use demo.\n")
  }

  @Test("The embedded service ends with the program: nobody can log in to it from elsewhere")
  func noBrowser() async throws {
    let run = await (try Program())("login --host demo --no-browser")
    #expect(run.status == 64)
    #expect(run.err == "Error: --no-browser and --host demo cannot be used together.\n")
  }
}
