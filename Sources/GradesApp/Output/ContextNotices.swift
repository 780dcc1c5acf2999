import Foundation
import GradesCore
import GradesLocalization

extension Context {
  func notice(_ message: Message, _ arguments: Arguments = [:]) {
    printer.notice(strings(message, arguments))
  }

  /// The same of a number of things, unless there are none.
  func notice(_ message: Message, count: Int) {
    if count > 0 { notice(message, [.count: count]) }
  }

  /// Asks whether to do something; the end of the input is a no.
  func agrees(
    to message: Message, _ arguments: Arguments = [:], orUse option: String = "--yes"
  ) async throws -> Bool {
    try await ask(Question(yesOrNo: strings(message, arguments)), orUse: option) == true
  }

  /// Asks whether to do something unless an option says so; throws ``Failure/stopped`` after a no.
  func require(_ yes: Bool, or message: Message, _ arguments: Arguments = [:]) async throws {
    if !yes, try await !agrees(to: message, arguments) { throw Failure.stopped }
  }

  /// Reports the age of stale data on standard error (Product rules, Offline).
  func say(staleSince date: Date?) {
    guard let date else { return }
    printer.notice(
      dates.staleness(since: date, at: now(), isOffline: access == .offline).text(strings))
  }

  func sentence(for failure: Failure) -> String { failureSentence.sentence(for: failure) }

  var failureSentence: FailureSentence {
    FailureSentence(strings, configuration, paths, dates)
  }

  private var progress: Progress {
    Progress(output: printer.streams.errors, write: printer.streams.err)
  }

  /// Does something that may take a while, and shows progress on a terminal.
  @MainActor func loading<Value>(
    _ message: Message, _ arguments: Arguments = [:],
    _ work: () async throws -> Value
  ) async throws -> Value {
    try await progress.during(strings(message, arguments)) { _ in try await work() }
  }

  /// Settles unconfirmed changes of a gradebook, as far as a reading proves what became of them, and reports
  /// it on standard error.
  @MainActor func confirm(_ gradebook: Gradebook, waits: Bool = false) async throws
    -> PublishReport
  {
    let publisher = gradebooks.publisher
    let report = try await publishing { meter, progress in
      guard waits else { return try await publisher.confirm(in: gradebook, progress: progress) }
      do {
        return try await publisher.waitUntilConfirmed(in: gradebook, clock: requestClock) { end in
          meter.say(strings(.progressConfirming, [.time: dates.timeWithSeconds(end)]))
        }
      } catch let error where Failure(error) == .cancelled {
        throw StoppedPublishing()
      }
    }
    for sentence in report.confirmations { printer.notice(sentence.text(strings)) }
    return report
  }

  /// Publishes, or applies a plan of a structure, and shows how far it is.
  @MainActor func publishing<Value>(
    structure isStructure: Bool = false,
    _ work: (ProgressMeter, @escaping @Sendable (PublishProgress) -> Void) async throws -> Value
  ) async throws -> Value {
    let strings = strings
    let begin = PublishProgress.reading.text(strings, ofStructure: isStructure)
    return try await progress.during(begin) { meter in
      try await work(meter) { meter.say($0.text(strings, ofStructure: isStructure)) }
    }
  }
}

extension PublishProgress {
  func text(_ strings: Strings, ofStructure isStructure: Bool = false) -> String {
    switch self {
    case .waiting: strings(isStructure ? .structureWaiting : .progressPublishingWaits)
    case .reading: strings(isStructure ? .structureReading : .progressPublishingBegins)
    case .sending(let done, let total):
      strings(isStructure ? .structureSending : .progressPublishing, [.done: done, .total: total])
    case .verifying: strings(.structureVerifying)
    }
  }
}

extension DateText {
  func staleness(since: Date, at now: Date, isOffline: Bool) -> Sentence {
    Sentence(isOffline ? .cacheOffline : .cacheStale, [.age: age(of: since, at: now)])
  }
}
