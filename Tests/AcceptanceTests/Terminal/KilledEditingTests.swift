import AppTestSupport
import Foundation
import GradesServer
import GradesTesting
import TestSupport
import Testing

/// The app is killed while a teacher types one value after another: what it showed as kept is kept.
@Suite("Killed while editing", .inTurn)
struct KilledEditingTests {
  private static let moments =
    ProcessInfo.processInfo.environment["GRADES_LONG_TESTS"] == nil ? 4 : 200
  private static let values = 1...12

  @Test("Every value that had its mark is a draft, and nothing is that was not typed")
  func editing() async throws {
    let service = try await TestService.opened()
    let teacher = try await Program.signedIn(
      to: service, as: DemoAccounts.teacher.username, now: { Date() })
    for moment in 0..<Self.moments {
      let window = try TerminalWindow("app --open group XI-ZPT.23 ALL", of: teacher)
      let names = usernames(
        await window.shows { usernames($0.text).count >= Self.values.count })
      window.type(Self.values.map { "\($0),25\r" }.joined())
      await window.shows { screen in marked(screen.text).count >= moment % 10 }
      var random = UInt64(moment)
      for _ in 0..<(1000 << (moment / 10 % 9)) { random = random &* 6_364_136_223_846_793_005 &+ 1 }
      window.send(random == 0 ? SIGTERM : SIGKILL)
      #expect(try await window.end() == -SIGKILL)

      let shown = marked(await window.shows { _ in true })
      let kept = try await drafts(of: teacher)
      #expect(kept.count >= shown.count, "\(moment)")
      for (name, value) in shown { #expect(kept[name] == value, "\(moment): \(name)") }
      // In the order of typing, without a gap.
      let typed = zip(names, Self.values).prefix(kept.count).map { ($0, Double($1) + 0.25) }
      #expect(kept == Dictionary(uniqueKeysWithValues: typed), "\(moment)")
      if !kept.isEmpty { #expect(await teacher("discard --yes").status == 0, "\(moment)") }
    }
  }

  /// The usernames of the lines, from the top.
  private func usernames(_ screen: String) -> [String] {
    screen.matches(of: #/(?m)^.{2,20}\s([a-z]{5,8}\d)\s/#).map { String($0.1) }
  }

  /// The values with a mark, by username.
  private func marked(_ screen: String) -> [String: Double] {
    let cells = screen.matches(of: #/(?m)^.{2,20}\s([a-z]{5,8}\d)\s[^●]*● *([0-9.]+)\s/#)
    return Dictionary(
      cells.compactMap { cell in Double(cell.2).map { (String(cell.1), $0) } },
      uniquingKeysWith: { first, _ in first })
  }

  private func drafts(of teacher: Program) async throws -> [String: Double] {
    let run = await teacher("drafts --json")
    #expect(run.status == 0, "\(run.err)")
    let document = try JSONSerialization.jsonObject(with: Data(run.out.utf8))
    let drafts = try #require((document as? [String: Any])?["drafts"] as? [[String: Any]])
    return Dictionary(
      uniqueKeysWithValues: try drafts.map {
        (try #require($0["username"] as? String), try #require($0["value"] as? Double))
      })
  }
}
