import GradesClient
import JSON
import Terminal

/// Prints the elements of all pages of a list as one JSON array, each with the bytes that the service sent.
struct APIPages {
  /// The most pages; a service that never ends its list must not keep the program for ever.
  var limit = 1_000
  let call: (ServiceRequest) async throws -> HTTPResponse

  /// Prints the pages from the one that the query names, else from the first one, whatever its number is
  /// (Service contract, 6.14). The list ends with an empty page, and with one that repeats the previous page.
  ///
  /// What was read is printed as a complete array, also when a later page fails. A first page without a list
  /// is printed as it is.
  ///
  /// - Parameter report: reports what a response's status means, and gives the status for the shell.
  @MainActor func print(
    _ request: ServiceRequest, to output: APIOutput,
    report: (HTTPResponse) -> ExitStatus
  ) async throws -> ExitStatus {
    let given = request.path.value(of: "page")
    let first = try Self.number(given)
    var next = request
    var number = first ?? 0
    var previous: [[UInt8]] = []
    for index in 0..<limit {
      if index > 0 { next.path = request.path.setting("page", to: String(number)) }
      let response: HTTPResponse
      do { response = try await call(next) } catch {
        if index > 0 { close(output, previous) }
        throw error
      }
      guard response.isSuccess, let elements = Self.elements(of: response) else {
        if index > 0 {
          close(output, previous)
        } else {
          output.write([UInt8](response.body))
          output.end()
        }
        guard response.isSuccess else { return report(response) }
        throw Failure(.unreadable, .apiNoPages, [.value: index + 1])
      }
      if index == 0 { output.write(Array("[".utf8)) }
      // Where pages are counted from 1, the page with that number is the first one again.
      let isFirstAgain = index == 1 && first == nil && elements == previous
      if elements.isEmpty || (index > 0 && elements == previous && !isFirstAgain) {
        close(output, previous)
        return .done
      }
      if !isFirstAgain { write(elements, after: index > 0, to: output) }
      previous = elements
      number += 1
    }
    close(output, previous)
    throw Failure(.unreadable, .apiTooManyPages, [.limit: limit])
  }

  private func write(_ elements: [[UInt8]], after others: Bool, to output: APIOutput) {
    var bytes: [UInt8] = []
    for (index, element) in elements.enumerated() {
      bytes += (others || index > 0 ? ",\n" : "\n").utf8
      bytes += element
    }
    output.write(bytes)
  }

  private func close(_ output: APIOutput, _ elements: [[UInt8]]) {
    output.write(Array((elements.isEmpty ? "]\n" : "\n]\n").utf8))
    output.end()
  }

  /// The number of the first page; throws ``Failure/invalidOption(_:typed:allowed:)`` for a text that is none.
  private static func number(_ typed: String?) throws -> Int? {
    guard let typed else { return nil }
    guard let number = Int(typed), 0..<1_000_000_000 ~= number else {
      throw Failure.invalidOption("page", typed: typed, allowed: ["0", "1", "2…"])
    }
    return number
  }

  /// The elements of a list, which is the whole document or the only array in it.
  private static func elements(of response: HTTPResponse) -> [[UInt8]]? {
    let limits = JSONLimits(elements: .max, isStrict: false)
    guard let root = try? JSONReader.read([UInt8](response.body), limits: limits).root else {
      return nil
    }
    let lists =
      root.kind == .array
      ? [root] : ((try? root.object())?.members() ?? []).filter { $0.kind == .array }
    guard lists.count == 1, let elements = try? lists[0].allElements() else { return nil }
    return elements.map { element in JSONWriter { $0.value(element) }.bytes }
  }
}

/// Prints a response: its very bytes to a pipe or a file, made harmless on a terminal.
final class APIOutput {
  private let streams: Streams
  private var last: UInt8?

  init(_ streams: Streams) { self.streams = streams }

  /// Prints the status and the header fields, then an empty line. A cookie is a login to the service, which
  /// must not be in what is passed on to others.
  func writeHead(of response: HTTPResponse) {
    let fields = response.headers.map { header in
      let isCookie = header.name.lowercased() == "set-cookie"
      return SafeText.singleLine("\(header.name): \(isCookie ? "(hidden)" : header.value)")
    }
    streams.out((["HTTP \(response.status)"] + fields + ["", ""]).joined(separator: "\n"))
  }

  func write(_ bytes: [UInt8]) {
    guard let last = bytes.last else { return }
    self.last = last
    if streams.output.isTerminal {
      streams.out(SafeText.multiLine(String(decoding: bytes, as: UTF8.self)))
    } else {
      streams.outBytes(bytes)
    }
  }

  /// Ends the last line on a terminal, where the shell's prompt follows.
  func end() {
    if streams.output.isTerminal, let last, last != UInt8(ascii: "\n") { streams.out("\n") }
  }
}
