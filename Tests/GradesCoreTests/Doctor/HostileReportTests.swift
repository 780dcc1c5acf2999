import Foundation
import GradesClient
import GradesServer
import JSON
import Synchronization
import TestSupport
import Testing

@testable import GradesCore

/// A service that writes people's names wherever it can write a text.
@Suite("The doctor's report of a hostile service", .hangLimit, .inTurn)
struct HostileReportTests {
  /// One name in the forms of words, names of members, ids, addresses and sentences.
  static let names = [
    "NOVAKOVA", "NOVAKOVA_JANA", "novakova", "novakovaJana", "Jana Nováková", "PARALLEL_NOVAKOVA",
    "EVENT_novakova1", "novakova@example.org", "cvut:grades:novakova",
  ]

  @Test("has no name, whichever field has it", arguments: names)
  func everyText(_ name: String) async throws {
    try await Practice.open { practice in
      var endpoints: Set<Int> = []
      for user in [DemoAccounts.teacher.username, DemoAccounts.student.username] {
        var service = try await practice.doctorService(for: user)
        let texts = ReplacedTexts(name)
        let call = service.call
        service.call = { request in
          let response = try await call(try texts.restored(request))
          return texts.replaced(response)
        }
        let credentials = try await service.credentials()
        service.credentials = {
          var changed = credentials
          changed?.scopes = [name]
          return changed
        }
        let diagnosis = try await Doctor(
          service: service, files: []
        ).run()
        endpoints.formUnion(diagnosis.exchanges.map(\.endpoint))
        #expect(diagnosis.exchanges.count > 15)
        let report = DoctorReport(diagnosis, version: "1.0", date: Date()).jsonText
          .folding(options: [.diacriticInsensitive, .caseInsensitive], locale: nil)
        for part in ["novakov", "jana"] {
          let found = report.split(separator: "\n").filter { $0.contains(part) }
          #expect(found.isEmpty, "\(found.prefix(3))")
        }
      }
      #expect(endpoints == Set(EndpointShapes.all))
    }
  }
}

/// Puts a name in the place of each text of a response, and takes it back out of the paths of requests.
private final class ReplacedTexts: Sendable {
  private let name: String
  private let originals = Mutex<[String]>([])
  private let isLimited = Mutex(true)

  init(_ name: String) { self.name = name }

  /// The request with the texts that the service has.
  func restored(_ request: ServiceRequest) throws -> ServiceRequest {
    let halves = request.path.text.split(separator: "?", maxSplits: 1)
    let parts = try halves[0].split(separator: "/").map { part in
      original(of: try #require(part.removingPercentEncoding))
    }
    let query = halves.count == 2 ? "?" + halves[1] : ""
    return ServiceRequest(
      .get, try ServicePath(try ServicePath(parts: parts).text + query))
  }

  /// The response with names in its texts, in names of further members and in its header; the first demands to wait.
  func replaced(_ response: ServiceResponse) -> ServiceResponse {
    var response = response
    response.headers = [HTTPHeader("Content-Type", "application/\(name);charset=\(name)")]
    if isLimited.withLock({ isLimited in
      defer { isLimited = false }
      return isLimited
    }) {
      response.status = 429
      response.headers.append(HTTPHeader("Retry-After", name))
    }
    guard let json = try? JSONValue(reading: Array(response.body)) else { return response }
    response.body = Data(replaced(json).jsonLine.utf8)
    return response
  }

  private func replaced(_ value: JSONValue) -> JSONValue {
    switch value {
    // Without test students, no values of a group are read.
    case .string("TEST"): value
    case .string(let text): .string(word(for: text))
    case .array(let elements): .array(elements.map(replaced))
    case .object(let members):
      .object(
        members.map { JSONValue.Member($0.name, replaced($0.value)) }
          + [
            JSONValue.Member(name, .flag(true)),
            JSONValue.Member("\(name)Id", .array([.string(name)])),
          ])
    default: value
    }
  }

  /// The name with a number in letters, the same for the same text.
  private func word(for text: String) -> String {
    let index = originals.withLock { originals in
      if let index = originals.firstIndex(of: text) { return index }
      originals.append(text)
      return originals.count - 1
    }
    return name + Self.letters(index)
  }

  private func original(of word: String) -> String {
    guard word.hasPrefix(name) else { return word }
    return originals.withLock { originals in
      originals.indices.first { word == name + Self.letters($0) }.map { originals[$0] } ?? word
    }
  }

  /// `A`, `B` and so on, which keeps a word in capital letters one.
  private static func letters(_ number: Int) -> String {
    let letter = String(Unicode.Scalar(UInt8(0x41 + number % 26)))
    return number < 26 ? letter : letters(number / 26 - 1) + letter
  }
}
