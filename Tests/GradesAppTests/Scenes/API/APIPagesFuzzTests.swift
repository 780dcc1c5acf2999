import Foundation
import JSON
import Synchronization
import TestSupport
import Testing

@testable import GradesApp
@testable import GradesClient

/// Responses to `grades api --paginate` that were damaged on their way.
@Suite("Pages of all kinds")
struct APIPagesFuzzTests {
  private static let corpus = [
    "[{\"id\": 1, \"text\": \"á\"}, 2.50]", "{\"total\": 3, \"items\": [ {\"id\": 3} ]}", "[]",
  ]

  @Test("Are one list, or a first response as it came")
  func pages() async {
    await FuzzRun.seeds(300) { await Self.read(seed: $0) }
  }

  @MainActor private static func read(seed: UInt64) async {
    guard let request = try? ServiceRequest.get("public/odd") else {
      Issue.record("the path is refused")
      return
    }
    var damage = ByteDamage(seed: seed, pieces: ["[", "]", "[[", "{\"a\": [", "]}", ",", "1e400"])
    let pages = corpus.map { Data(damage.damaged(Array($0.utf8))) }
    let written = Mutex<[UInt8]>([])
    var streams = Streams(out: { _ in }, err: { _ in })
    streams.outBytes = { bytes in written.withLock { $0 += bytes } }
    let reader = APIPages(limit: 5) { request in
      let page = request.path.value(of: "page").flatMap { Int($0) } ?? 0
      return HTTPResponse(status: 200, body: pages[min(page, pages.count - 1)])
    }
    _ = try? await reader.print(request, to: APIOutput(streams)) { _ in .unavailable }
    let output = written.withLock { $0 }
    let limits = JSONLimits(elements: .max, isStrict: false)
    let isList = (try? JSONReader.read(output, limits: limits).root.kind) == .array
    #expect(isList || output == Array(pages[0]), "seed \(seed)")
  }
}
