import Foundation
import Testing

@testable import GradesConfiguration

@Suite("Which source of the configuration wins")
struct LayersTests {
  @Test("Without anything, the production service at its known addresses")
  func builtIn() throws {
    let configuration = try Run().resolve()
    #expect(configuration.host.name == .production)
    #expect(configuration.host.identity == "production")
    #expect(!configuration.host.isEmbedded)
    let addresses = try #require(configuration.addresses)
    #expect(addresses.api.absoluteString == "https://grades.fit.cvut.cz/api/v1")
    #expect(addresses.authorize.absoluteString == "https://auth.fit.cvut.cz/oauth/authorize")
    #expect(addresses.token.absoluteString == "https://auth.fit.cvut.cz/oauth/token")
    #expect(addresses.checkToken?.absoluteString == "https://auth.fit.cvut.cz/oauth/check_token")
    #expect(configuration.redirectURI.absoluteString == "http://127.0.0.1:8765/callback")
    #expect(configuration.scopes == ["cvut:grades:user-read"])
    #expect(configuration.writeScopes == ["cvut:grades:user-write"])
    #expect(configuration.serviceAccountScopes == ["cvut:grades:course-restricted"])
    #expect(configuration.clientID == nil)
    #expect(configuration.clientSecret == nil)
    #expect(configuration.givenToken == nil)
    #expect(
      configuration.timeouts
        == .init(
          connect: .seconds(10), request: .seconds(60), login: .seconds(300),
          quietPeriod: .seconds(120)))
    #expect(configuration.colour == .auto)
  }

  @Test("The quiet period is longer than a request, unless the user's file says otherwise")
  func quietPeriod() throws {
    let slow = try Run(file: "{\"timeouts\": { \"request\": 300 }}")
    #expect(try slow.resolve().timeouts.quietPeriod == .seconds(360))
    let own = try Run(file: "{\"timeouts\": { \"quiet-period\": 5 }}")
    #expect(try own.resolve().timeouts.quietPeriod == .seconds(5))
  }

  @Test("Flags beat the environment, that beats the user's file")
  func order() throws {
    let run = try Run(
      file: """
        {
          "host": "development",
          "client-id": "of the file",
          "client-secret": "secret of the file",
          "timeouts": { "request": 5.5, "quiet-period": 30 },
          "hosts": { "development": { "client-id": "of the file's host", "timeouts": {"login": 60} } }
        }
        """)
    var configuration = try run.resolve()
    #expect(configuration.host.name == .development)
    #expect(
      configuration.addresses?.api.absoluteString
        == "https://rozvoj.fit.cvut.cz/evolution-dev/classification-dev/api/v1")
    #expect(configuration.clientID == "of the file's host")
    #expect(configuration.clientSecret == "secret of the file")
    #expect(
      configuration.timeouts
        == .init(
          connect: .seconds(10), request: .seconds(5.5), login: .seconds(60),
          quietPeriod: .seconds(30)))

    let environment = [
      "GRADES_HOST": "production", "GRADES_CLIENT_ID": "of the environment",
      "GRADES_CLIENT_SECRET": "", "GRADES_REDIRECT_URI": "http://localhost:8080",
    ]
    configuration = try run.resolve(environment: environment)
    #expect(configuration.host.name == .production)
    #expect(configuration.clientID == "of the environment")
    #expect(configuration.clientSecret == "secret of the file", "an empty variable is not set")
    #expect(configuration.redirectURI.absoluteString == "http://localhost:8080")

    configuration = try run.resolve(
      .init(host: "development", timeout: 2), environment: environment)
    #expect(configuration.host.name == .development)
    #expect(configuration.timeouts.request == .seconds(2))
  }

  @Test("Another file can be given, and must be there")
  func otherFile() throws {
    let run = try Run(file: #"{"client-id": "usual"}"#)
    let other = run.home.file("other.json")
    try Data(#"{"client-id": "other"}"#.utf8).write(to: other)
    #expect(try run.resolve(.init(configurationFile: other)).clientID == "other")
    let missing = run.home.file("missing.json")
    #expect(
      try run.mistake(.init(configurationFile: missing))
        == ConfigurationError(file: missing.path, reason: .missingFile))
  }

  @Test("A token and colour are passed on")
  func rest() throws {
    let configuration = try Run().resolve(
      .init(),
      environment: ["GRADES_TOKEN": "t0ken", "NO_COLOR": "1"])
    #expect(configuration.givenToken == "t0ken")
    #expect(configuration.colour == .never)
    let plain = try Run().resolve(environment: ["GRADES_TOKEN": "", "NO_COLOR": ""])
    #expect(plain.givenToken == nil)
    #expect(plain.colour == .auto)
    #expect(try Run().resolve(.init(colour: .never)).colour == .never)
  }

  @Test("A null in the file is as if the key was not there, a byte order mark does no harm")
  func tolerance() throws {
    let run = try Run(file: "\u{FEFF}\r\n{\"client-id\": null, \"hosts\": {}}\r\n")
    #expect(try run.resolve().clientID == nil)
  }

  @Test("What is printed of a configuration holds no secret")
  func secrets() throws {
    let configuration = try Run().resolve(
      environment: [
        "GRADES_CLIENT_ID": "client", "GRADES_CLIENT_SECRET": "s3cret", "GRADES_TOKEN": "t0ken",
      ])
    #expect(configuration.clientSecret == "s3cret")
    var dumped = ""
    dump(configuration, to: &dumped)
    for text in ["\(configuration)", String(reflecting: configuration), dumped] {
      #expect(text.contains("production"))
      #expect(!text.contains("s3cret"))
      #expect(!text.contains("t0ken"))
    }
  }
}
