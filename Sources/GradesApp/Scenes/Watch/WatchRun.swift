import Files
import Foundation
import GradesClient
import GradesCore
import GradesLocalization
import Terminal

/// A running watch: polls, reports, waits.
struct WatchRun: Sendable {
  let watcher: Watcher
  let printer: Printer
  let strings: Strings
  let failures: FailureSentence
  let clock: RequestClock
  let now: @Sendable () -> Date
  /// What the program of `--exec` inherits, and more.
  let environment: [String: String]
  let text: WatchText
  let format: ReportFormat
  /// The program of `--exec`.
  let program: String?
  let desktop: DesktopNotifier?
  let pace: WatchPace

  /// The number of consecutive failures after which the user is informed.
  private static let failuresBeforeNotice = 3

  /// Reads everything once and reports what is new.
  func once() async throws {
    var failure: (any Error)?
    let isFirst = await watcher.isFirst
    do { try await watcher.readAll() } catch { failure = error }
    await report()
    if let failure { throw failure }
    if isFirst { await printStart(stays: false) }
  }

  /// Runs until it is cancelled or the login ends.
  func forever() async throws {
    var failureCount = 0
    var hasBegun = false
    while true {
      var error: GradesError?
      do {
        try await watcher.poll()
        if failureCount >= Self.failuresBeforeNotice || (failureCount > 0 && !hasBegun) {
          printer.notice(strings(.watchBack))
        }
        failureCount = 0
      } catch let failure as GradesError {
        guard failure.mayPass, !Task.isCancelled else {
          await report()
          if !Task.isCancelled { await notifyEnd(failure) }
          throw failure
        }
        failureCount += 1
        error = failure
        if failureCount == (hasBegun ? Self.failuresBeforeNotice : 1) {
          printer.notice(
            strings(
              .watchAway, [.reason: .text(failures.sentence(for: .service(failure)))]))
        }
      }
      await report()
      if error == nil, !hasBegun {
        hasBegun = true
        await printStart(stays: true)
      }
      try await clock.pause(
        pace.wait(afterFailures: failureCount, error, spread: clock.spread()))
    }
  }

  // MARK: Reporting

  /// Prints, shows and executes the news found so far, then stores that it was reported.
  private func report() async {
    let news = await watcher.takeNews()
    let now = self.now()
    for item in news {
      switch format {
      case .json: printer.print(text.document(item, at: now))
      case .table, .csv: printer.print([StyledText(text.line(item, at: now))])
      }
    }
    if !news.isEmpty {
      await showOnDesktop(DesktopNotifier.bubbles(for: news, text))
      for item in news where !Task.isCancelled { await execute(item, at: now) }
    }
    let before = await watcher.problem
    await watcher.keep()
    if let problem = await watcher.problem, problem != before { warn(of: problem) }
  }

  private func showOnDesktop(_ bubbles: [DesktopNotifier.Bubble]) async {
    guard let desktop else { return }
    for bubble in bubbles where !Task.isCancelled {
      guard await desktop.show(bubble) else {
        if !Task.isCancelled { printer.notice(strings(.watchDesktopFailed)) }
        return
      }
    }
  }

  private func execute(_ item: WatchNews, at time: Date) async {
    guard let program else { return }
    let document = text.document(item, at: time) + "\n"
    let child = ChildProgram(
      file: program,
      environment: environment.withoutSecrets
        .merging(text.environment(item, at: time)) { $1 },
      input: Data(document.utf8))
    guard await child.run() || Task.isCancelled else {
      printer.notice(strings(.watchExecFailed, [.file: .text(program)]))
      return
    }
  }

  // MARK: Notices

  private func printStart(stays: Bool) async {
    let courses = await watcher.courseCount
    let unread = await watcher.unreadCount
    let sentences = [
      stays ? strings(.watchBegun, [.count: .count(courses)]) : nil,
      unread > 0 ? strings(.watchUnread, [.count: .count(unread)]) : nil,
    ].compactMap { $0 }
    if !sentences.isEmpty { printer.notice(sentences.joined(separator: " ")) }
  }

  /// A watch that runs as a service has no visible standard error, so the reason also goes to the desktop.
  private func notifyEnd(_ error: GradesError) async {
    await showOnDesktop([
      .init(
        summary: "grades", body: failures.sentence(for: .service(error)))
    ])
  }

  func warn(of problem: WatchFile.Problem) {
    switch problem {
    case .damaged: printer.notice(strings(.watchMemoryDamaged))
    case .unwritable: printer.notice(strings(.watchMemoryUnwritable))
    }
  }
}
