import Foundation
import GradesClient
import GradesCore
import GradesLocalization
import Terminal

/// A watch while it runs: polls, tells, waits.
struct WatchRun: Sendable {
  let context: Context
  let watcher: Watcher
  let telling: WatchTelling
  let format: ReportFormat
  /// The program of `--exec`.
  let program: String?
  let desktop: DesktopNotifier?
  let pace: WatchPace

  /// The number of consecutive failures after which the user is informed.
  private static let failuresBeforeNotice = 3

  /// Looks at everything once.
  func once() async throws {
    var failure: (any Error)?
    let isFirst = await watcher.isFirst
    do { try await watcher.lookAround() } catch { failure = error }
    await tell()
    if let failure { throw failure }
    if isFirst { await sayBeginning(stays: false) }
  }

  /// Runs until it is cancelled or the login ends.
  func forever() async throws {
    var failures = 0
    var hasBegun = false
    while true {
      var error: GradesError?
      do {
        try await watcher.poll()
        if failures >= Self.failuresBeforeNotice || (failures > 0 && !hasBegun) {
          context.printer.notice(context.strings(.watchBack))
        }
        failures = 0
      } catch let failure as GradesError {
        guard failure.mayPass, !Task.isCancelled else {
          await tell()
          if !Task.isCancelled { await sayLast(failure) }
          throw failure
        }
        failures += 1
        error = failure
        if failures == (hasBegun ? Self.failuresBeforeNotice : 1) {
          context.printer.notice(
            context.strings(
              .watchAway, [.reason: .text(context.sentence(for: .service(failure)))]))
        }
      }
      await tell()
      if error == nil, !hasBegun {
        hasBegun = true
        await sayBeginning(stays: true)
      }
      try await context.requestClock.pause(
        pace.wait(afterFailures: failures, error, spread: context.requestClock.spread()))
    }
  }

  // MARK: Telling

  /// Tells what was found, and remembers that it was told only then.
  private func tell() async {
    let news = await watcher.takeNews()
    let now = context.now()
    for item in news {
      switch format {
      case .json: context.printer.print(JSONDocument(telling.document(item, at: now)).line)
      case .table, .csv: context.printer.print([StyledText(telling.line(item, at: now))])
      }
    }
    if !news.isEmpty {
      await showOnDesktop(DesktopNotifier.bubbles(for: news, telling))
      for item in news where !Task.isCancelled { await execute(item, at: now) }
    }
    let before = await watcher.problem
    await watcher.keep()
    if let problem = await watcher.problem, problem != before { say(problem) }
  }

  private func showOnDesktop(_ bubbles: [DesktopNotifier.Bubble]) async {
    guard let desktop else { return }
    for bubble in bubbles where !Task.isCancelled {
      guard await desktop.show(bubble) else {
        if !Task.isCancelled { context.printer.notice(context.strings(.watchDesktopFailed)) }
        return
      }
    }
  }

  private func execute(_ item: WatchNews, at time: Date) async {
    guard let program else { return }
    let document = JSONDocument(telling.document(item, at: time)).line + "\n"
    let child = ChildProgram(
      file: program,
      environment: context.environment.withoutSecrets
        .merging(telling.environment(item, at: time)) { $1 },
      input: Data(document.utf8))
    guard await child.run() || Task.isCancelled else {
      context.printer.notice(context.strings(.watchExecFailed, [.file: .text(program)]))
      return
    }
  }

  // MARK: Notices

  private func sayBeginning(stays: Bool) async {
    let courses = await watcher.courseCount
    let unread = await watcher.unreadCount
    let sentences = [
      stays ? context.strings(.watchBegun, [.count: .count(courses)]) : nil,
      unread > 0 ? context.strings(.watchUnread, [.count: .count(unread)]) : nil,
    ].compactMap { $0 }
    if !sentences.isEmpty { context.printer.notice(sentences.joined(separator: " ")) }
  }

  /// Who watches from a service sees no standard error.
  private func sayLast(_ error: GradesError) async {
    await showOnDesktop([
      .init(
        summary: "grades", body: context.sentence(for: .service(error)))
    ])
  }

  func say(_ problem: WatchFile.Problem) {
    switch problem {
    case .damaged: context.printer.notice(context.strings(.watchMemoryDamaged))
    case .unwritable: context.printer.notice(context.strings(.watchMemoryUnwritable))
    }
  }
}
