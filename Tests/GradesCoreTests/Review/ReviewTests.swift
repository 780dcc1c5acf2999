import GradesClient
import GradesCore
import Testing

struct ReviewTests {
  /// Drafts of each kind, and what the service has.
  private static func reviewing(
    _ body: @MainActor (Desk, [Draft], CellGrid) async throws -> Void
  ) async throws {
    let desk = try Desk(values: [
      "zkusade1": ["du1": .number(1), "du2": .number(2)],
      "druhyst2": ["du1": .number(3), "du2": .number(4)],
      "tretist3": ["du1": .number(5)],
    ])
    try await desk.draft("zkusade1", "du1", .number(7))
    try await desk.draft("zkusade1", "du2", .number(8))
    try await desk.draft("druhyst2", "du1", .number(99))
    try await desk.draft("druhyst2", "du2", .text("abc"))
    try await desk.draft("tretist3", "du1", .number(6))
    desk.service.change {
      $0.values[Username("zkusade1")]?[ItemIdentifier("du2")] = RecordedValue(value: .number(8))
      $0.values[Username("tretist3")]?[ItemIdentifier("du1")] = RecordedValue(value: .number(9))
    }
    let reading = try await desk.publisher.reading(of: desk.gradebook)
    try await body(desk, reading.drafts, reading.grid)
  }

  @Test("Counts what its drafts are, and whom publishing would notify")
  func totals() async throws {
    try await Self.reviewing { desk, drafts, grid in
      let review = Review(drafts, in: desk.gradebook, over: grid, readAt: desk.clock.now)
      let totals = ReviewTotals([review])
      #expect(totals.changes == 3)
      #expect(totals.unchanged == 1)
      #expect(totals.outOfBounds == 1)
      #expect(totals.conflicts == 1)
      #expect(totals.rejected == 1)
      #expect(totals.students.count == 3)
      #expect(review.isPublishable)
    }
  }

  @Test("What is skipped is not published and stays a draft; what is rejected cannot be skipped")
  func skipping() async throws {
    try await Self.reviewing { desk, drafts, grid in
      var review = Review(drafts, in: desk.gradebook, over: grid, readAt: desk.clock.now)
      for draft in drafts where draft.cell.username.rawValue != "zkusade1" {
        review.toggleSkipped(draft.id)
      }
      let totals = ReviewTotals([review])
      #expect(totals.skipped == 2)
      #expect(totals.changes == 1)
      #expect(totals.rejected == 1)
      let report = try await desk.publisher.publish(review, notify: false)
      #expect(desk.sent == ["zkusade1 du1 7"])
      #expect(report.cells(.alreadyThere) == [Desk.cell("zkusade1", "du2")])
      let left = try await desk.drafts()
      #expect(
        left == [
          "druhyst2 du1 3 -> 99 draft", "druhyst2 du2 4 -> abc draft wrongType",
          "tretist3 du1 5 -> 6 draft",
        ])
    }
  }

  @Test("A draft that was not compared is shown, and not published")
  func unread() async throws {
    try await Self.reviewing { desk, drafts, grid in
      let review = Review(
        drafts, in: desk.gradebook, over: grid, readAt: desk.clock.now,
        of: [Username("zkusade1")])
      #expect(ReviewTotals([review]).unread == 3)
      #expect(review.changes.map(\.cell) == [Desk.cell("zkusade1", "du1")])
      let nothing = Review(drafts, in: desk.gradebook, over: nil)
      #expect(ReviewTotals([nothing]).unread == 5)
      #expect(!nothing.isPublishable)
    }
  }

  @Test("Of a publishing that is stopped, all that remains can be read")
  func stopped() async throws {
    try await Self.reviewing { desk, drafts, grid in
      let review = Review(drafts, in: desk.gradebook, over: grid, readAt: desk.clock.now)
      let publishing = Task {
        await #expect(throws: (any Error).self) {
          try await desk.publisher.publish(review, notify: true)
        }
        return await desk.publisher.left(of: review)
      }
      publishing.cancel()
      #expect(await publishing.value.count == 5)
      #expect(desk.sent == [])
    }
  }

  @Test("What is in conflict is not published where a person decides about it in the review")
  func leavingConflicts() async throws {
    try await Self.reviewing { desk, drafts, grid in
      let review = Review(
        drafts, in: desk.gradebook, over: grid, readAt: desk.clock.now, leavingConflicts: true)
      let totals = ReviewTotals([review])
      #expect(totals.changes == 2)
      #expect(totals.conflicts == 1)
      #expect(!totals.students.contains(Username("tretist3")))
      let report = try await desk.publisher.publish(review, notify: true)
      #expect(report.conflicts == [])
      #expect(desk.sent == ["druhyst2 du1 99, zkusade1 du1 7"])
      #expect(
        try await desk.drafts() == [
          "druhyst2 du2 4 -> abc draft wrongType", "tretist3 du1 5 -> 6 draft",
        ])
    }
  }
}
