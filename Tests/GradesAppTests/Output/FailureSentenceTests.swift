import Foundation
import GradesClient
import GradesConfiguration
import GradesLocalization
import TestSupport
import Testing

@testable import GradesApp

/// Every failure is a sentence in both languages and has a status for the shell.
@Suite("Failures as sentences", .inTurn)
struct FailureSentenceTests {
  @Test("Whole sentences without gaps, types or braces", arguments: Language.allCases)
  func sentences(language: Language) throws {
    let sentences = FailureSentence(
      .load(language), try configuration(), paths(), DateText(.load(.english), timeZone: .gmt))
    for failure in FailureCases.failures {
      let line = sentences.line(for: failure)
      let text = sentences.sentence(for: failure)
      #expect(!text.isEmpty, "\(failure)")
      #expect(!line.contains("\n"), "\(failure)")
      for sign in ["{", "}", "[]", "Optional", "GradesError", " nil", "  ", "()", "?.", ".."] {
        #expect(!text.contains(sign), "\(failure): \(text)")
      }
      // No name of a type or of a case: two capitals inside of one word.
      #expect(!text.contains(#/\b[a-z]+[a-z][A-Z][a-z]+[A-Z][a-z]+\b/#), "\(failure): \(text)")
      let isCancelled = failure == .cancelled || failure == .service(.cancelled)
      let title = language == .czech ? "Chyba: " : "Error: "
      #expect(line.hasPrefix(title) == !isCancelled, "\(failure): \(line)")
      // A configuration's mistakes are fragments; a service's detail is as it came.
      if failure.status == .configuration || failure.status == .software { continue }
      if failure.serviceError == .badRequest(detail: "Unknown course") { continue }
      #expect(text.last == "." || text.last == "?" || isCancelled, "\(failure): \(text)")
    }
  }

  @Test("The languages differ, and say the same things", arguments: FailureCases.failures)
  func bothLanguages(failure: Failure) throws {
    let (configuration, paths) = (try configuration(), paths())
    let texts = Language.allCases.map {
      FailureSentence(
        .load($0), configuration, paths, DateText(.load(.english), timeZone: .gmt)
      )
      .sentence(for: failure)
    }
    #expect(texts[0] != texts[1])
    for part in [
      "/home/jana/c.json", "/home/jana/.config/grades/config.json", "/home/jana/file.json",
      "GRADES_HOST",
      "XI-AAA.23", "XI-AAB", "B231", "8080", "8765", "autumn", "grades login", "503", "302",
      "--lang", "--yes", "--json", "--csv", "[2].username", "server_error",
    ] {
      #expect(texts[0].contains(part) == texts[1].contains(part), "\(part): \(texts)")
    }
  }

  @Test("Statuses for the shell, as sysexits has them")
  func statuses() {
    let expected: [(Failure, Int32)] = [
      (.exclusive("--json", "--csv"), 64), (.requires("--as", "--demo"), 64),
      (.needsTerminal(flag: "--yes"), 64), (.offlineImpossible, 64),
      (.invalidOption("--lang", typed: "de", allowed: []), 64),
      (.unknownSetting(typed: "x", known: []), 64),
      (.ambiguousCourse(typed: "XI-AAA", candidates: []), 65), (.service(.notFound), 65),
      (.service(.badRequest(detail: nil)), 65), (.service(.login(.notARedirect)), 65),
      (.service(.unreachable(.refused)), 69), (.service(.unreachable(.tls(.expired))), 69),
      (.service(.tooManyRequests(retryAfter: nil)), 69),
      (.service(.serviceFailure(status: 500)), 69), (.nothingStored(offline: true), 69),
      (.service(.login(.portBusy(1))), 69), (.unexpected("x"), 70),
      (.unwritable("x", isDiskFull: false), 73),
      (.service(.login(.storeUnusable(path: "x", systemError: 1))), 73),
      (.service(.login(.storeUnreadable(path: "x"))), 78),
      (.service(.login(.storedTokenMalformed(path: nil))), 77),
      (.service(.login(.storeBusy(path: "x"))), 75),
      (.service(.login(.tokensRemainInKeyring)), 73),
      (.drafts(.failing(URL(filePath: "x"))), 73), (.output(diskFull: true), 73),
      (.service(.conflict), 75), (.service(.unreadable(.truncated)), 76),
      (.service(.unexpectedStatus(302)), 76), (.service(.notPermitted), 77),
      (.service(.notSignedIn(.expired)), 77), (.service(.login(.denied)), 77),
      (.service(.login(.timedOut)), 77), (.service(.login(.wrongState)), 77),
      (.service(.login(.codeRefused)), 77), (.service(.login(.clientRefused)), 78),
      (.service(.login(.clientMissing)), 78), (.service(.unreachable(.insecureAddress)), 78),
      (.settings(.damaged(path: "x", nil)), 78),
      (.configuration(ConfigurationError(reason: .empty)), 78), (.cancelled, 130),
    ]
    for (failure, status) in expected { #expect(failure.status.code == status, "\(failure)") }
    for reason in TLSFailure.allCases {
      #expect(Failure.service(.unreachable(.tls(reason))).status.code == 69, "\(reason)")
    }
  }

  @Test("Anything that is thrown becomes a failure")
  func conversions() {
    #expect(Failure(CancellationError()) == .cancelled)
    #expect(Failure(GradesError.cancelled) == .cancelled)
    #expect(Failure(GradesError.conflict) == .service(.conflict))
    #expect(Failure(Failure.offlineImpossible) == .offlineImpossible)
    #expect(Failure(CocoaError(.fileNoSuchFile)).status == .software)
  }

  @Test("A reason for a failure of TLS has a sentence of its own", arguments: Language.allCases)
  func tls(language: Language) throws {
    let sentences = FailureSentence(
      .load(language), try configuration(), paths(), DateText(.load(language), timeZone: .gmt))
    let texts = TLSFailure.allCases.map {
      sentences.sentence(for: .service(.unreachable(.tls($0))))
    }
    #expect(Set(texts).count == TLSFailure.allCases.count)
  }

  @Test("A path without a name is left out", arguments: Language.allCases)
  func emptyPlace(language: Language) {
    let sentences = FailureSentence(
      .load(language), nil, nil, DateText(.load(language), timeZone: .gmt))
    for error in FailureCases.errors + [.unreadable(.json(path: " "))] {
      let text = sentences.sentence(for: .service(error))
      #expect(!text.contains(#/\((?:\p{L}+\s)*\s*\)/#), "\(text)")
    }
    let sentence = sentences.sentence(for: .service(.unreadable(.json(path: "[2].username"))))
    #expect(sentence.contains("[2].username)"))
  }

  @Test("Details from elsewhere stay on the line and cannot speak to the terminal")
  func hostileDetail() {
    let sentences = FailureSentence(
      .load(.english), nil, nil, DateText(.load(.english), timeZone: .gmt))
    let line = sentences.line(for: .service(.badRequest(detail: "a\n\u{1B}[2Jb")))
    #expect(line == "Error: Grades rejected the request: a ␛[2Jb")
  }

  private func configuration() throws -> GradesConfiguration {
    let environment = ["HOME": try TemporaryFolder().url.path]
    return try GradesConfiguration(environment: environment, paths: Paths(environment: environment))
  }

  private func paths() -> Paths { Paths(environment: ["HOME": "/home/jana"]) }
}
