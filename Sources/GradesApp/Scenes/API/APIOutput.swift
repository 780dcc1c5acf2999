import GradesClient
import Terminal

/// Prints a response: its very bytes to a pipe or a file, made harmless on a terminal.
final class APIOutput {
  private let streams: Streams
  private var last: UInt8?

  init(_ streams: Streams) { self.streams = streams }

  /// Prints the status and the header fields, then an empty line. A cookie is a login to the service, which
  /// must not be in what is passed on to others.
  func writeHead(of response: ServiceResponse) {
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
