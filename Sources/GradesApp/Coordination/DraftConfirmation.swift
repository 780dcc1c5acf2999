import GradesClient
import GradesCore

/// Settles unconfirmed changes in the background of the app: reads their cells from time to time, and when
/// their quiet periods end.
@MainActor
final class DraftConfirmation {
  private let session: Session
  private let report: (PublishReport) -> Void
  private var task: Task<Void, Never>?

  private static let firstPause = Duration.seconds(5)
  private static let longestPause = Duration.seconds(15)

  /// Makes a component that does nothing before ``wake()``; `report` is called with what was settled.
  init(_ session: Session, report: @escaping (PublishReport) -> Void) {
    self.session = session
    self.report = report
  }

  /// Looks whether anything is unconfirmed, and stays awake until nothing is.
  func wake() {
    guard task == nil else { return }
    task = Task {
      // What cannot be read now is read by the next publishing.
      try? await settleAll()
      task = nil
    }
  }

  func stop() { task?.cancel() }

  private func settleAll() async throws {
    var pause = Self.firstPause
    while true {
      let books = session.context.gradebooks
      let unconfirmed = try await books.drafts.unconfirmedGradebooks(of: try await books.owner())
      guard !unconfirmed.isEmpty else { return }
      try await session.context.requestClock.pause(pause)
      pause = min(pause * 2, Self.longestPause)
      for gradebook in unconfirmed {
        // One that cannot be read now does not keep the others waiting.
        do {
          let settled = try await books.publisher.confirm(in: gradebook)
          if !settled.confirmations.isEmpty { report(settled) }
        } catch let error as GradesError where error != .cancelled {}
      }
    }
  }
}
