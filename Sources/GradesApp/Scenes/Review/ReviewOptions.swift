import ArgumentParser
import GradesCore

/// The options of commands that change grades: whether to ask, and what to do without asking.
struct ReviewOptions: ParsableArguments {
  @Flag(name: .shortAndLong, help: .words(.optionYes))
  var yes = false

  @Flag(help: .words(.optionDryRun))
  var dryRun = false

  @Flag(inversion: .prefixedNo, help: .words(.optionNotify))
  var notify: Bool?

  @Flag(help: .words(.optionMine))
  var mine = false

  @Flag(help: .words(.optionTheirs))
  var theirs = false

  @Flag(help: .words(.optionForce))
  var force = false

  @Flag(help: .words(.optionAllowOutOfBounds))
  var allowOutOfBounds = false

  @Flag(help: .words(.optionJson))
  var json = false
}

/// The options of commands that make new changes.
struct EditingOptions: ParsableArguments {
  @Option(
    name: .shortAndLong, help: .words(.optionSemester, valueName: "semester"),
    completion: .custom { _, _, _ in Completions.semesters() })
  var semester: String?

  @Flag(help: .words(.optionClear))
  var clear = false

  @Flag(help: .words(.optionSkipInvalid))
  var skipInvalid = false

  @Flag(help: .words(.optionDraft))
  var draft = false
}

/// What becomes of reviewed changes.
enum ReviewMode: Hashable, Sendable {
  /// A person decides.
  case ask
  /// They are published.
  case publish
  /// They are kept as drafts.
  case draft
  /// Nothing happens.
  case dryRun

  /// The mode of the options; throws where they contradict each other, or where a question is
  /// impossible.
  init(_ options: ReviewOptions, draft: Bool = false, canAsk: Bool) throws {
    let chosen = [
      (options.yes, "--yes", ReviewMode.publish), (draft, "--draft", .draft),
      (options.dryRun, "--dry-run", .dryRun),
    ].filter(\.0)
    if chosen.count > 1 { throw Failure.exclusive(chosen[0].1, chosen[1].1) }
    if options.mine, options.theirs { throw Failure.exclusive("--mine", "--theirs") }
    guard let mode = chosen.first?.2 else {
      // Before anything is asked of the service: nothing could come of it.
      guard canAsk else { throw Failure.needsTerminal(flag: "--yes") }
      self = .ask
      return
    }
    self = mode
  }
}
