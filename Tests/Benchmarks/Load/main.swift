import Foundation
import GradesClient
import Synchronization

// Many clients of one service at once: `Load URL SECONDS INTERVAL` with lines `USERNAME TOKEN` on
// standard input.
//
// First each client does what `grades courses` does on a new machine, all at the same moment; then all
// of them poll for notifications for SECONDS, each every INTERVAL seconds with jitter, or as often as
// they can where INTERVAL is 0. Prints a line of JSON for each phase: how many requests, errors, how
// long the phase took, and the median, the 99th percentile and the slowest of the waits in seconds.

/// What all clients see.
final class Tally: Sendable {
  private let state = Mutex((waits: [Double](), errors: [String: Int]()))

  func time(_ work: () async throws -> Void) async {
    let begin = ContinuousClock.now
    do {
      try await work()
      let wait = (ContinuousClock.now - begin) / .seconds(1)
      state.withLock { $0.waits.append(wait) }
    } catch {
      state.withLock { $0.errors["\(error)", default: 0] += 1 }
    }
  }

  func line(_ name: String, clients: Int, lasting seconds: Double) throws -> String {
    let (waits, errors) = state.withLock { ($0.waits.sorted(), $0.errors) }
    func part(_ share: Double) -> Double {
      waits.isEmpty ? 0 : waits[min(waits.count - 1, Int(Double(waits.count) * share))]
    }
    let facts: [String: Any] = [
      "phase": name, "clients": clients, "requests": waits.count, "seconds": seconds,
      "median": part(0.5), "slow": part(0.99), "slowest": waits.last ?? 0, "errors": errors,
    ]
    return String(
      decoding: try JSONSerialization.data(withJSONObject: facts, options: .sortedKeys),
      as: UTF8.self)
  }
}

let arguments = CommandLine.arguments
guard arguments.count == 4, let base = URL(string: arguments[1]),
  let seconds = Double(arguments[2]),
  let interval = Double(arguments[3])
else {
  FileHandle.standardError.write(Data("Load URL SECONDS INTERVAL < users\n".utf8))
  exit(64)
}
var users: [(Username, GradesAPI)] = []
while let line = readLine() {
  let words = line.split(separator: " ").map(String.init)
  guard words.count == 2 else { continue }
  let client = HTTPClient(transport: CurlTransport())
  users.append(
    (
      Username(words[0]),
      Grades.custom(base, credentials: GivenToken(words[1]), client: client, language: .english)
    ))
}

@MainActor func phase(
  _ name: String, _ work: @escaping @Sendable (Username, GradesAPI, Tally) async -> Void
) async throws {
  let tally = Tally()
  let begin = ContinuousClock.now
  await withTaskGroup { group in
    for (username, api) in users { group.addTask { await work(username, api, tally) } }
  }
  let lasting = (ContinuousClock.now - begin) / .seconds(1)
  print(try tally.line(name, clients: users.count, lasting: lasting))
}

try await phase("opening") { username, api, tally in
  await tally.time { _ = try await api.user.info() }
  var semester: SemesterCode?
  await tally.time { semester = try await api.semester(.current) }
  guard let semester else { return }
  await tally.time {
    _ = try await api.overview(of: username, in: semester)
  }
}

try await phase("polling") { username, api, tally in
  let end = ContinuousClock.now + .seconds(seconds)
  if interval > 0 { try? await Task.sleep(for: .seconds(.random(in: 0..<interval))) }
  while ContinuousClock.now < end {
    await tally.time {
      _ = try await api.notifications(of: username).page(
        NotificationPage(count: 20), .new)
    }
    if interval > 0 { try? await Task.sleep(for: .seconds(interval * .random(in: 0.9..<1.1))) }
  }
}
