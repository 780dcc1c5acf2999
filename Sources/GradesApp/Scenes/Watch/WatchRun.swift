import Files
import Foundation
import GradesClient
import GradesCore
import GradesLocalization
import Terminal

/// A running watch: polls, reports, waits.
struct WatchRun: Sendable {
  let watcher: any NewsWatcher
  /// What is said when it begins; whether it stays.
  let start: @Sendable (Bool) async -> [String]
  let context: Context
  let text: WatchText
  let format: ReportFormat
  let program: String?
  let desktop: DesktopNotifier?
  let pace: PollingPace

  private var printer: Printer { context.printer }
  private var strings: Strings { context.strings }

  /// The number of consecutive failures after which the user is informed.
  private static let failuresBeforeNotice = 3

  /// Reads everything once and reports what is new.
  func once() async throws {
    var failure: (any Error)?
    var isFirst = false
    do {
      isFirst = try await watcher.isFirst
      try await watcher.readAll()
    } catch { failure = error }
    try await report(leavesFailures: true)
    if let failure { throw failure }
    if isFirst { await printStart(stays: false) }
  }

  func forever() async throws {
    var failureCount = 0
    var hasBegun = false
    var isGone = false
    // The service has responded again, with whatever.
    func sayBack() {
      if failureCount >= Self.failuresBeforeNotice || (failureCount > 0 && !hasBegun) {
        context.notice(.watchBack)
      }
      failureCount = 0
    }
    while true {
      var error: GradesError?
      do {
        try await watcher.poll()
        sayBack()
        if isGone { await printStart(stays: true) }
        isGone = false
      } catch  where hasBegun && absence(error) != nil {
        sayBack()
        if !isGone, let sentence = absence(error) { printer.notice(sentence) }
        isGone = true
      } catch let failure as GradesError {
        guard failure.mayPass, !Task.isCancelled else {
          try await report()
          if !Task.isCancelled { try await notifyEnd(failure) }
          throw failure
        }
        failureCount += 1
        error = failure
        if failureCount == (hasBegun ? Self.failuresBeforeNotice : 1) {
          context.notice(.watchAway, [.reason: context.sentence(for: .service(failure))])
        }
      }
      try await report()
      if error == nil, !hasBegun {
        hasBegun = true
        await printStart(stays: true)
      }
      try await context.requestClock.pause(
        pace.wait(afterFailures: failureCount, error, spread: context.requestClock.spread()))
    }
  }

  /// What is said of a group or a course that may come back; nil for other errors.
  private func absence(_ error: any Error) -> String? {
    switch error {
    case let error as UnknownGroup:
      strings(.watchNoGroup, [.group: error.group])
    case let error as UnknownCourse:
      strings(.watchNoCourse, [.course: error.course, .semester: error.semester])
    default: nil
    }
  }

  /// Reports the news found so far, one item after the other, and remembers each right after it.
  ///
  /// Throws `CancellationError`, ``Failure/output(diskFull:)`` when standard output takes no more or, if failures
  /// are left to the next watch, a failure with the status of the user's program.
  /// What was not reported by then is not remembered, so that the next watch reports it.
  private func report(leavesFailures: Bool = false) async throws {
    let news = await watcher.takeNews()
    let now = context.now()
    if desktop != nil {
      try await showOnDesktop(DesktopNotifier.bubbles(for: await watcher.notShown(news), text))
    }
    for item in news {
      try await report(item, at: now, leavesFailures: leavesFailures)
      await watcher.remember(item)
    }
    await watcher.keep()
  }

  /// Prints an item and runs the user's program for it. In a watch that stays, an item whose program fails
  /// counts as reported.
  private func report(_ item: WatchNews, at time: Date, leavesFailures: Bool) async throws {
    try Task.checkCancellation()
    switch format {
    case .json: printer.print(text.document(item, at: time))
    case .table, .csv: printer.print([StyledText(text.line(item, at: time))])
    }
    if let code = printer.streams.outFailure() {
      throw Failure.output(diskFull: SystemError(code: code).meansFull)
    }
    guard let program else { return }
    try Task.checkCancellation()
    let document = text.document(item, at: time) + "\n"
    let child = ChildProgram(
      file: program,
      environment: context.environment.withoutSecrets
        .merging(text.environment(item, at: time)) { $1 },
      input: Data(document.utf8))
    let outcome = await child.run()
    guard outcome != .succeeded else { return }
    // The watch's end has ended it.
    try Task.checkCancellation()
    guard leavesFailures else {
      return context.notice(.watchExecFailed, [.file: .text(program)])
    }
    // As a shell says that a program cannot be run.
    var status = ExitStatus(code: 126)
    if case .failed(let code) = outcome { status = ExitStatus(code: code) }
    throw Failure(status, .watchExecFailed, [.file: .text(program)])
  }

  private func showOnDesktop(_ bubbles: [DesktopNotifier.Bubble]) async throws {
    guard let desktop else { return }
    for bubble in bubbles {
      try Task.checkCancellation()
      guard await desktop.show(bubble) else {
        try Task.checkCancellation()
        return context.notice(.watchDesktopFailed)
      }
      await watcher.rememberShown(bubble.news)
    }
  }

  private func printStart(stays: Bool) async {
    let sentences = await start(stays)
    if !sentences.isEmpty { printer.notice(sentences.joined(separator: " ")) }
  }

  /// A watch that runs as a service has no visible standard error, so the reason also goes to the desktop.
  private func notifyEnd(_ error: GradesError) async throws {
    try await showOnDesktop([
      .init(summary: "grades", body: context.sentence(for: .service(error)))
    ])
  }
}
