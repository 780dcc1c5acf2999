import ArgumentParser

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

  @Flag(help: .words(.optionAllowOutOfBounds))
  var allowOutOfBounds = false

  @Flag(help: .words(.optionJson))
  var json = false

  /// Which options cannot be meant together, beside `--draft`.
  func rules(draft: Bool = false) -> [OptionRule] {
    [
      .oneOf(["--yes": yes, "--draft": draft, "--dry-run": dryRun]),
      .oneOf(["--mine": mine, "--theirs": theirs]),
      // A draft keeps no decision about conflicts, which come up when it is published.
      .excludes("--draft", draft, ["--mine": mine, "--theirs": theirs]),
    ]
  }
}

/// The options of commands that make new changes.
struct EditingOptions: ParsableArguments {
  @OptionGroup var when: SemesterOption

  @Flag(help: .words(.optionClear))
  var clear = false

  @Flag(help: .words(.optionSkipInvalid))
  var skipInvalid = false

  @Flag(help: .words(.optionDraft))
  var draft = false
}

enum ReviewMode: Hashable, Sendable {
  case ask
  case publish
  case draft
  case dryRun

  /// The mode of the options; throws where a question is impossible.
  init(_ options: ReviewOptions, draft: Bool = false, canAsk: Bool) throws {
    if options.yes {
      self = .publish
    } else if draft {
      self = .draft
    } else if options.dryRun {
      self = .dryRun
    } else {
      // Before anything is asked of the service: nothing could come of it.
      guard canAsk else { throw Failure.needsTerminal(flag: "--yes") }
      self = .ask
    }
  }
}
