import GradesConfiguration
import GradesCore
import GradesLocalization
import Terminal

/// Failures as sentences: what happened, where, and what to do (Product rules, Errors).
struct FailureSentence {
  private let strings: Strings
  private let configuration: GradesConfiguration?
  private let dates: DateText
  /// What a run knows that a failure's sentence leaves open.
  private let known: Arguments

  /// Makes sentences of a run, as far as it came.
  init(
    _ strings: Strings, _ configuration: GradesConfiguration?, _ paths: Paths?, _ dates: DateText
  ) {
    self.strings = strings
    self.configuration = configuration
    self.dates = dates
    let host = configuration?.host
    let known: Arguments = [
      .host: .text(host?.shortName ?? ValueText.nothing),
      .file: paths?.configurationFile.path ?? "config.json",
      .command: .command(host?.isEmbedded == true ? "grades login --demo" : "grades login"),
    ]
    self.known = configuration.map { known.merging($0.registration) } ?? known
  }

  func sentence(for failure: Failure) -> String {
    var known = known
    if let time = failure.time { known[.time] = .text(dates.timeWithSeconds(time)) }
    if case .condition(let condition) = failure.cause {
      let reason = StructureProblem.Kind.expression(condition.reason, near: nil)
      known[.detail] = .text(strings.problem(reason))
    }
    let text = failure.sentences.map { sentence in
      strings(message(of: sentence), known.merging(sentence.arguments))
    }.joined(separator: " ")
    let placed = failure.place.map { "\($0): \(text)" } ?? text
    return strings.suggesting(failure.near.joined(separator: ", "), after: placed)
  }

  /// The message. What helps where access is denied: another token in the environment, another user of the demo,
  /// or a login with more permissions.
  private func message(of sentence: Sentence) -> Message {
    guard sentence.message == .errorNotPermitted else { return sentence.message }
    if configuration?.givenToken != nil { return .errorNotPermittedTokenGiven }
    return configuration?.host.isEmbedded == true ? .errorNotPermittedDemo : .errorNotPermitted
  }

  func line(for failure: Failure) -> String {
    if failure.status == .cancelled { return sentence(for: failure) }
    return SafeText.singleLine("\(strings(.errorTitle)): \(sentence(for: failure))")
  }
}

extension GradesConfiguration {
  /// What the program has to be registered with at the host.
  var registration: Arguments {
    [
      .address: redirectURI.absoluteString, .allowed: scopes.joined(separator: ", "),
      .other: writeScopes.joined(separator: ", "),
    ]
  }
}
