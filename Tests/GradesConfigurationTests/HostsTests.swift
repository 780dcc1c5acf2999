import Foundation
import GradesConfiguration
import Testing

@Suite("Hosts and what belongs to them")
struct HostsTests {
  @Test("The demo is embedded, has a client of its own, and no address until it runs")
  func demo() throws {
    let configuration = try Run().resolve(.init(host: "demo"))
    #expect(configuration.host.name == .demo)
    #expect(configuration.host.isEmbedded)
    #expect(configuration.host.identity == "demo")
    #expect(configuration.addresses == nil)
    #expect(configuration.clientID == "grades-demo")
    #expect(configuration.clientSecret == "grades-demo-secret")
    #expect(configuration.redirectURI.absoluteString == "http://127.0.0.1:8765/callback")
  }

  @Test("The user's own client and login server do not reach the demo")
  func demoKeepsToItself() throws {
    let run = try Run(
      file: """
        {"client-id": "mine", "client-secret": "m", "token-url": "https://example.org/token",
         "timeouts": {"request": 7}}
        """)
    let environment = ["GRADES_CLIENT_ID": "mine too", "GRADES_CLIENT_SECRET": "m2"]
    let configuration = try run.resolve(.init(host: "demo"), environment: environment)
    #expect(configuration.clientID == "grades-demo")
    #expect(configuration.clientSecret == "grades-demo-secret")
    #expect(configuration.host.isEmbedded)
    #expect(configuration.timeouts.request == .seconds(7))
    let section = try Run(file: #"{"hosts": {"demo": {"client-id": "xi-zpt-scripts"}}}"#)
    #expect(try section.resolve(.init(host: "demo")).clientID == "xi-zpt-scripts")
  }

  @Test("A demo that runs elsewhere is named by its API; the login pages are beside it")
  func servedDemo() throws {
    let configuration = try Run().resolve(environment: [
      "GRADES_HOST": "demo", "GRADES_API_URL": "http://127.0.0.1:8080/api/v1/",
    ])
    #expect(!configuration.host.isEmbedded)
    #expect(configuration.host.identity == "demo api=http://127.0.0.1:8080/api/v1")
    let addresses = try #require(configuration.addresses)
    #expect(addresses.api.absoluteString == "http://127.0.0.1:8080/api/v1")
    #expect(addresses.authorize.absoluteString == "http://127.0.0.1:8080/oauth/authorize")
    #expect(addresses.token.absoluteString == "http://127.0.0.1:8080/oauth/token")
    #expect(addresses.checkToken?.absoluteString == "http://127.0.0.1:8080/oauth/check_token")
    #expect(configuration.clientID == "grades-demo")
  }

  @Test("A command about the embedded service does not look at addresses or a token for another")
  func forcedDemo() throws {
    let run = try Run(file: #"{"hosts": {"demo": {"api-url": "http://127.0.0.1:9/api"}}}"#)
    let environment = [
      "GRADES_HOST": "production", "GRADES_API_URL": "https://example.org/api",
      "GRADES_TOKEN": "t0ken",
    ]
    let configuration = try run.resolve(
      .init(usesEmbeddedService: true), environment: environment)
    #expect(configuration.host.isEmbedded)
    #expect(configuration.addresses == nil)
    #expect(configuration.givenToken == nil)
  }

  @Test(
    "Every other address has an identity of its own, so that no token goes astray",
    arguments: [
      (["GRADES_API_URL": "https://grades.fit.cvut.cz/api/v1/"], "production"),
      (
        ["GRADES_API_URL": "https://example.org/api/v1"],
        "production api=https://example.org/api/v1"
      ),
      (
        ["GRADES_TOKEN_URL": "https://example.org/token"],
        "production token=https://example.org/token"
      ),
      (
        ["GRADES_AUTHORIZE_URL": "http://localhost:1/a", "GRADES_HOST": "development"],
        "development authorize=http://localhost:1/a"
      ),
      (
        ["GRADES_API_URL": "http://[::1]:8080/api", "GRADES_TOKEN_URL": "http://[::1]:8080/token"],
        "production api=http://[::1]:8080/api token=http://[::1]:8080/token"
      ),
    ])
  func identities(environment: [String: String], identity: String) throws {
    #expect(try Run().resolve(environment: environment).host.identity == identity)
  }

  @Test(
    "Sentences call a host by its name, or by its machine where that is another one",
    arguments: [
      ([:], "production"), (["GRADES_TOKEN_URL": "https://example.org/token"], "production"),
      (["GRADES_API_URL": "https://example.org/api/v1"], "example.org"),
      (["GRADES_API_URL": "http://[::1]:8080/api"], "[::1]:8080"),
      (["GRADES_HOST": "demo"], "demo"),
      (["GRADES_HOST": "demo", "GRADES_API_URL": "http://127.0.0.1:18120"], "127.0.0.1:18120"),
    ])
  func shortNames(environment: [String: String], name: String) throws {
    #expect(try Run().resolve(environment: environment).host.shortName == name)
  }

  @Test("A token of another login server is not shown to the built-in one")
  func checkToken() throws {
    let other = ["GRADES_TOKEN_URL": "https://example.org/token"]
    #expect(try Run().resolve(environment: other).addresses?.checkToken == nil)
    let run = try Run(file: #"{"check-token-url": "https://example.org/check"}"#)
    let configuration = try run.resolve(environment: other)
    #expect(configuration.addresses?.checkToken?.absoluteString == "https://example.org/check")
    #expect(
      configuration.host.identity
        == "production token=https://example.org/token check-token=https://example.org/check")
  }
}
