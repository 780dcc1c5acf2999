import Foundation
import GradesConfiguration
import TestSupport
import Testing

@Suite("Mistakes in the configuration")
struct MistakesTests {
  typealias Reason = ConfigurationError.Reason

  struct Case: CustomTestStringConvertible, Sendable {
    let file: String
    let line: Int?
    let key: String?
    let reason: Reason

    init(_ file: String, _ line: Int?, _ key: String?, _ reason: Reason) {
      self.file = file
      self.line = line
      self.key = key
      self.reason = reason
    }

    var testDescription: String { file }
  }

  private static let hosts = ["production", "development", "demo"]

  @Test(
    "A mistake in the file is named with its line and key",
    arguments: [
      Case("", 1, nil, .unexpectedEnd),
      Case("{\n\"client-id\": \"a\",\n", 3, nil, .unexpectedEnd),
      Case("{\n  \"client-id\": \"a\"\n  \"scopes\": []\n}", 3, nil, .unexpected("\"")),
      Case("{\n  \"client-id\": \"a\",\n}", 3, nil, .unexpected("}")),
      Case("{\n  \"client-id\": \"a\n}", 2, nil, .unterminatedText),
      Case("{\n  // comment\n}", 2, nil, .unexpected("/")),
      Case("{}\n{}", 2, nil, .unexpected("{")),
      Case("{\"client-id\": 'a'}", 1, nil, .unexpected("'")),
      Case("{\"client-id\": \"\\x\"}", 1, nil, .unexpected("x")),
      Case("{\"timeouts\": {\"login\": 01}}", 1, nil, .unexpected("}")),
      Case("{\"timeouts\": {\"login\": 1.}}", 1, nil, .unexpected("}")),
      Case("{\"timeouts\": {\"login\": tru}}", 1, nil, .unexpected("}")),
      Case("{\"a\u{0}\": 1}", 1, nil, .unterminatedText),
      Case("{\u{1}}", 1, nil, .unexpected("U+1")),
      Case("[]", 1, nil, .notObject),
      Case("\n\n3", 3, nil, .notObject),
      Case(
        "{\n\"client-ID\": \"a\"}", 2, "client-ID", .unknownKey(suggestion: "client-id")),
      Case("{\"api-ulr\": \"a\"}", 1, "api-ulr", .unknownKey(suggestion: "api-url")),
      Case("{\"colour\": \"a\"}", 1, "colour", .unknownKey(suggestion: nil)),
      Case("{\"host-s\": {}}", 1, "host-s", .unknownKey(suggestion: "hosts")),
      Case(
        "{\"timeouts\":\n{\"logn\": 1}}", 2, "timeouts.logn", .unknownKey(suggestion: "login")),
      Case(
        "{\"credential-store\": \"pocket\"}", 1, "credential-store",
        .unknownStore("pocket", known: ["file", "keyring"])),
      Case("{\"timeouts\": 5}", 1, "timeouts", .notObject),
      Case("{\"timeouts\": {\"login\": \"5\"}}", 1, "timeouts.login", .notNumber),
      Case(
        "{\"timeouts\": {\"login\": 0}}", 1, "timeouts.login",
        .outOfRange(minimum: 0.1, maximum: 86_400)),
      Case(
        "{\"timeouts\": {\"login\": 1e999}}", 1, "timeouts.login",
        .outOfRange(minimum: 0.1, maximum: 86_400)),
      Case("{\"client-id\": 5}", 1, "client-id", .notText),
      Case("{\"client-id\": [\"a\"]}", 1, "client-id", .notText),
      Case("{\"client-secret\": \"\"}", 1, "client-secret", .empty),
      Case("{\"scopes\": \"a\"}", 1, "scopes", .notTexts),
      Case("{\"scopes\": [\"a\", 1]}", 1, "scopes", .notTexts),
      Case("{\"scopes\": []}", 1, "scopes", .empty),
      Case("{\"client-id\": \"a\",\n\"client-id\": \"b\"}", 2, "client-id", .duplicateKey),
      Case("{\"host\": \"prod\"}", 1, "host", .unknownHost("prod", known: hosts, suggestion: nil)),
      Case(
        "{\"hosts\": {\n\"develpment\": {}}}", 2, "hosts.develpment",
        .unknownHost("develpment", known: hosts, suggestion: "development")),
      Case("{\"hosts\": []}", 1, "hosts", .notObject),
      Case("{\"hosts\": {\"demo\": 1}}", 1, "hosts.demo", .notObject),
      Case(
        "{\"hosts\": {\"demo\": {\n\"host\": \"demo\"}}}", 2, "hosts.demo.host",
        .unknownKey(suggestion: nil)),
      Case(
        "{\"hosts\": {\"demo\": {\"timeouts\": {\n\"login\": true}}}}", 2,
        "hosts.demo.timeouts.login", .notNumber),
      Case(
        "{\"hosts\": {\"production\": {\"api-url\":\n\"grades\"}}}", 1,
        "hosts.production.api-url", .invalidURL("grades")),
    ])
  func file(_ mistake: Case) throws {
    let run = try Run(file: mistake.file)
    #expect(
      try run.mistake()
        == ConfigurationError(
          file: run.paths.configurationFile.path, line: mistake.line, key: mistake.key,
          reason: mistake.reason))
  }

  @Test("A section of another host is checked too")
  func otherHost() throws {
    let run = try Run(file: #"{"hosts": {"development": {"client-id": 1}}}"#)
    #expect(try run.mistake(.init(host: "production"))?.key == "hosts.development.client-id")
  }

  @Test(
    "Addresses are https, or http on this machine",
    arguments: [
      ("grades.fit.cvut.cz/api/v1", Reason.invalidURL("grades.fit.cvut.cz/api/v1")),
      ("ftp://example.org/", .invalidURL("ftp://example.org/")),
      ("https://", .invalidURL("https://")),
      ("https:///api", .invalidURL("https:///api")),
      ("https://user:word@example.org", .invalidURL("https://user:word@example.org")),
      ("https://example.org/api?x=1", .invalidURL("https://example.org/api?x=1")),
      ("https://example.org/api#x", .invalidURL("https://example.org/api#x")),
      ("https://example.org:99999/api", .invalidURL("https://example.org:99999/api")),
      ("https://exam ple.org/api", .invalidURL("https://exam ple.org/api")),
      ("http://example.org/api", .insecureURL("http://example.org/api")),
      ("HTTP://example.org/api", .insecureURL("HTTP://example.org/api")),
      ("http://127.0.0.1.example.org/", .insecureURL("http://127.0.0.1.example.org/")),
      ("http://127.0.0/", .insecureURL("http://127.0.0/")),
      ("http://localhost.example.org/", .insecureURL("http://localhost.example.org/")),
      ("http://[::2]/", .insecureURL("http://[::2]/")),
    ])
  func addresses(_ address: String, _ reason: Reason) throws {
    #expect(
      try Run().mistake(environment: ["GRADES_API_URL": address])
        == ConfigurationError(key: "GRADES_API_URL", reason: reason))
  }

  @Test(
    "These addresses are taken",
    arguments: [
      "https://example.org", "https://example.org:8443/a/b", "http://localhost:8080/api",
      "http://LOCALHOST/api", "http://127.0.0.1:1/api", "http://127.8.9.1/", "http://[::1]:9/api",
      "HTTPS://example.org/api",
    ])
  func goodAddresses(_ address: String) throws {
    #expect(try Run().mistake(environment: ["GRADES_API_URL": address]) == nil)
  }

  @Test(
    "The browser comes back to a port of this machine",
    arguments: [
      "http://127.0.0.1/callback", "https://127.0.0.1:8765/callback", "http://example.org:80/",
      "cz.fit.grades://callback", "http://127.0.0.1:0/", "http://127.0.0.1:8765/?a=b", "callback",
    ])
  func redirects(_ address: String) throws {
    #expect(
      try Run().mistake(environment: ["GRADES_REDIRECT_URI": address])
        == ConfigurationError(key: "GRADES_REDIRECT_URI", reason: .invalidRedirect(address)))
  }

  @Test("Flags and variables are named as they are written")
  func names() throws {
    let run = try Run()
    #expect(
      try run.mistake(.init(host: "demmo"))
        == ConfigurationError(
          key: "--host",
          reason: .unknownHost("demmo", known: Self.hosts, suggestion: "demo")))
    #expect(
      try run.mistake(environment: ["GRADES_HOST": "x"])
        == ConfigurationError(
          key: "GRADES_HOST", reason: .unknownHost("x", known: Self.hosts, suggestion: nil)))
    #expect(
      try run.mistake(.init(timeout: -1))
        == ConfigurationError(
          key: "--timeout", reason: .outOfRange(minimum: 0.1, maximum: 86_400)))
    #expect(try run.mistake(.init(timeout: .nan))?.key == "--timeout")
  }

  @Test("A file that cannot be read is not taken for a missing one")
  func unreadable() throws {
    let run = try Run()
    let path = run.paths.configurationFile
    try FileManager.default.createDirectory(at: path, withIntermediateDirectories: true)
    #expect(
      try run.mistake() == ConfigurationError(file: path.path, reason: .unreadableFile))
  }

  @Test("Bytes that are no text, too many of them, and too deep nesting are refused")
  func hostile() throws {
    let run = try Run(file: "")
    let path = run.paths.configurationFile
    func reason(_ bytes: [UInt8]) throws -> Reason? {
      try Data(bytes).write(to: path)
      return try run.mistake()?.reason
    }
    #expect(try reason([0x7B, 0xFF, 0x7D]) == .notUTF8)
    #expect(try reason(Array(repeating: 0x20, count: 1 << 20 + 1)) == .tooLarge)
    #expect(try reason(Array(repeating: UInt8(ascii: "["), count: 100_000)) == .tooDeep)
  }

  @Test("No damage to a file can end the program")
  func fuzz() throws {
    let text = """
      {"host": "demo", "scopes": ["a", "b\\u00e1\\n"], "timeouts": {"login": 1.5e1},
       "hosts": {"demo": {"client-id": null}}}
      """
    let run = try Run(file: text)
    let path = run.paths.configurationFile
    #expect(try run.mistake() == nil)
    var random = SeededNumbers(1)
    for _ in 0..<300 {
      var bytes = Array(text.utf8)
      for _ in 0..<Int.random(in: 1...3, using: &random) where bytes.count > 1 {
        let index = Int.random(in: 0..<bytes.count, using: &random)
        switch Int.random(in: 0..<3, using: &random) {
        case 0: bytes[index] = UInt8.random(in: 0...255, using: &random)
        case 1: bytes.remove(at: index)
        default: bytes.removeLast(bytes.count - index - 1)
        }
      }
      try Data(bytes).write(to: path)
      if let mistake = try run.mistake() { #expect(mistake.file == path.path) }
    }
  }

  @Test("A configuration without its mistakes names all of them")
  func without() throws {
    let run = try Run(file: "{\n  \"tiemouts\": {}\n}")
    let found = try GradesConfiguration.withoutMistakes(
      flags: .init(),
      environment: [
        "GRADES_HOST": "developmnt", "GRADES_API_URL": "https://grades.example/api/v1",
        "GRADES_PROFILE": "a b", "GRADES_TOKEN": "t", "GRADES_CLIENT_SECRET": "s",
      ], paths: run.paths)
    #expect(found.mistakes.count == 3)
    #expect(found.mistakes.map(\.line).contains(2))
    #expect(
      Set(found.mistakes.compactMap(\.key)).isSuperset(of: ["GRADES_HOST", "GRADES_PROFILE"]))
    #expect(found.configuration.host.name == .production)
    #expect(found.configuration.addresses?.api.absoluteString == "https://grades.example/api/v1")
    // The token belongs to the address; the client could belong to a login server in the file.
    #expect(found.configuration.givenToken == "t")
    #expect(found.configuration.clientSecret == nil)
    #expect(throws: ConfigurationError.self) {
      try GradesConfiguration.withoutMistakes(
        flags: .init(host: "developmnt"), environment: [:], paths: run.paths)
    }
  }

  @Test(
    "A token is not used where its address could be in what has a mistake",
    arguments: [
      (["GRADES_API_URL": "ftp://grades.example"], "{}"), (["GRADES_HOST": "developmnt"], "{}"),
      ([:], "{"),
    ] as [([String: String], String)])
  func secrets(environment: [String: String], file: String) throws {
    let run = try Run(file: file)
    let found = try GradesConfiguration.withoutMistakes(
      flags: .init(),
      environment: environment.merging(["GRADES_TOKEN": "t", "GRADES_CLIENT_SECRET": "s"]) { $1 },
      paths: run.paths)
    #expect(found.mistakes.count == 1)
    #expect(found.configuration.givenToken == nil)
    #expect(found.configuration.clientSecret == nil)
  }
}
