import Files
import Foundation
import JSON

/// The last failure of an authorization server, remembered for some seconds beside the lock of the
/// credentials, so that of many processes one asks a server in trouble and the others use its failure.
///
/// Only failures of the server or of the way to it are remembered, never "not logged in". A process asks
/// again itself after its own failure: its user may have asked it to. Used under the lock.
struct RenewalFailures: Sendable {
  /// How long a failure counts, by the time of day: a clock that was set back or ahead ends it.
  static let lifetime: TimeInterval = 10

  private let file: SmallFile
  /// This process, whose own failures do not count.
  var process = getpid()

  /// The memory beside the file of the credentials.
  init(beside credentials: URL) {
    file = SmallFile(credentials.appendingPathExtension("failure"), limit: 4096)
  }

  /// The failure that another process has just met at a host.
  func recent(at host: String, now: Date) -> GradesError? {
    guard let bytes = try? file.read(), let object = try? JSONReader.read(bytes).root.object(),
      (try? object.string("host")) == host,
      let process = try? object.integer("process"), process != Int(self.process),
      let time = try? object.number("time"), let kind = try? object.string("kind")
    else { return nil }
    let age = now.timeIntervalSince1970 - time
    guard (0..<Self.lifetime).contains(age) else { return nil }
    return GradesError(renewalFailure: kind, number: (try? object.integer("number")) ?? 0)
  }

  /// Remembers a failure; without effect for one of another kind, or where the folder cannot be written.
  func record(_ error: GradesError, at host: String, now: Date) {
    guard let (kind, number) = error.renewalFailure else { return }
    let note = Note(
      host: host, process: Int(process), time: now.timeIntervalSince1970, kind: kind,
      number: number)
    try? file.replace(with: Array(note.jsonText.utf8))
  }

  /// Forgets the failure, after a success, a login and a logout.
  func clear() { unlink(file.url.path) }

  private struct Note: JSONWritable {
    let host: String
    let process: Int
    let time: Double
    let kind: String
    let number: Int

    func write(to writer: inout JSONWriter) {
      writer.object {
        $0.member("host", host)
        $0.member("kind", kind)
        $0.member("number", number)
        $0.member("process", process)
        $0.member("time", time)
      }
    }
  }
}

extension GradesError {
  /// The words of a failure that other processes use; nil for one that they find out themselves.
  fileprivate var renewalFailure: (kind: String, number: Int)? {
    switch self {
    case .serviceFailure(let status, _): ("service", status)
    case .tooManyRequests(let wait): ("tooMany", wait.map { Int($0 / .seconds(1)) } ?? -1)
    case .unreachable(.refused): ("refused", 0)
    case .unreachable(.nameNotFound): ("nameNotFound", 0)
    case .unreachable(.timedOut): ("timedOut", 0)
    case .unreachable(.connectionLost): ("connectionLost", 0)
    case .unreadable(.html): ("html", 0)
    default: nil
    }
  }

  fileprivate init?(renewalFailure kind: String, number: Int) {
    switch kind {
    case "service" where (500...599).contains(number): self = .serviceFailure(status: number)
    case "tooMany":
      let seconds = (0...3600).contains(number) ? number : nil
      self = .tooManyRequests(retryAfter: seconds.map { .seconds($0) })
    case "refused": self = .unreachable(.refused)
    case "nameNotFound": self = .unreachable(.nameNotFound)
    case "timedOut": self = .unreachable(.timedOut)
    case "connectionLost": self = .unreachable(.connectionLost)
    case "html": self = .unreadable(.html)
    default: return nil
    }
  }
}
