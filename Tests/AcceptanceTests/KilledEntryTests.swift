import AppTestSupport
import Foundation
import GradesServer
import GradesTesting
import TestSupport
import Testing

/// A stack of papers is entered, and the program is killed at any moment: at most the paper that is being
/// entered is lost, and no other student gets its points.
@Suite("Killed while entering papers", .inTurn)
struct KilledEntryTests {
  /// A paper as it is typed, and whose it is.
  private struct Paper {
    let username: String
    let line: String
    let value: Double
  }

  private static let course = "XI-BEZ.22"
  /// How often the program is killed in one stack.
  private static let kills =
    ProcessInfo.processInfo.environment["GRADES_LONG_TESTS"] == nil ? 5 : 50

  @Test(
    "A stack of 200 papers in any order, also twice for a student", .hangLimit,
    arguments: 0..<2)
  func stack(seed: UInt64) async throws {
    let service = try await TestService.opened()
    let program = try await Program.signedIn(
      to: service, as: DemoAccounts.teacher.username, now: { Date() })
    var random = SeededNumbers(seed)
    let papers = try await Self.papers(program, &random)
    #expect(papers.count == 200)
    let ends = papers.indices.shuffled(using: &random).prefix(Self.kills)
    var expected: [String: Double] = [:]
    var next = 0
    for end in ends.sorted() where end >= next {
      let turns = 1000 << Int.random(in: 0..<12, using: &random)
      try await Self.kill(program, papers[next..<end], then: papers[end], turns: turns)
      for paper in papers[next..<end] { expected[paper.username] = paper.value }
      let stored = try await Self.drafts(program)
      var withLast = expected
      withLast[papers[end].username] = papers[end].value
      #expect(stored == expected || stored == withLast, "seed \(seed), killed at \(end)")
      // The last paper may be stored already, and then there is nothing to enter any more.
      next = stored == withLast ? end + 1 : end
      expected = stored
    }
    let run = await program.run(
      ["enter", Self.course, "test", "--overwrite"], piped: papers[next...].map(\.line))
    #expect(run.status == 0, "\(run.err)")
    for paper in papers[next...] { expected[paper.username] = paper.value }
    #expect(try await Self.drafts(program) == expected)
    #expect(expected.count == 150)
  }

  /// Enters papers, and kills the program some moment after one more was typed.
  private static func kill(
    _ program: Program, _ papers: ArraySlice<Paper>, then last: Paper, turns: Int
  ) async throws {
    try await program.process("enter \(course) test --overwrite") { process in
      var lines = process.out.lines.makeAsyncIterator()
      for paper in papers {
        try process.type(paper.line)
        let line = try #require(await lines.next(), "\(paper.line)")
        #expect(line.contains("(\(paper.username))"), "\(paper.line): \(line)")
      }
      try process.type(last.line)
      let thread = Thread {
        var random = UInt64(turns)
        for _ in 0..<turns { random = random &* 6_364_136_223_846_793_005 &+ 1 }
        if random != 0 { process.send(SIGKILL) }
      }
      thread.start()
      _ = try await process.end()
    }
  }

  /// A paper of every student and fifty more, in any order, by username or by name.
  private static func papers(
    _ program: Program, _ random: inout SeededNumbers
  ) async throws -> [Paper] {
    let students = try #require(
      try await json(program, "students \(course)")["students"] as? [[String: String?]])
    let names = students.map {
      "\(($0["lastName"] ?? "") ?? "") \(($0["firstName"] ?? "") ?? "")".folded
    }
    let order = Array(students.indices).shuffled(using: &random)
    var papers: [Paper] = []
    for (number, index) in (order + order.prefix(50)).shuffled(using: &random).enumerated() {
      let username = try #require(students[index]["username"] ?? nil)
      let isUnique = names.count { $0.hasPrefix(names[index]) } == 1
      let query = number % 2 == 0 || !isUnique ? username : names[index]
      // No student has such a value before, nor two papers the same; three digits might be thousands.
      let value = Double(number % 19) + Double(number * 10 + 1) / 10_000
      papers.append(Paper(username: username, line: "\(query) \(value)", value: value))
    }
    return papers
  }

  private static func drafts(_ program: Program) async throws -> [String: Double] {
    let drafts = try #require(
      try await json(program, "drafts")["drafts"] as? [[String: Any]])
    return Dictionary(
      uniqueKeysWithValues: drafts.map {
        ($0["username"] as? String ?? "", $0["value"] as? Double ?? .nan)
      })
  }

  private static func json(_ program: Program, _ command: String) async throws -> [String: Any] {
    let run = await program("\(command) --json")
    #expect(run.status == 0, "\(run.err)")
    return try #require(
      JSONSerialization.jsonObject(with: Data(run.out.utf8)) as? [String: Any])
  }
}

extension String {
  fileprivate var folded: String {
    folding(options: [.caseInsensitive, .diacriticInsensitive], locale: nil)
  }
}
