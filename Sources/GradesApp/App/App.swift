import Files
import Foundation
import GradesClient
import GradesLocalization
import Terminal

/// One run of the program: the composition root (Architecture, One run).
package struct App: Sendable {
  let streams: Streams
  private let environment: [String: String]
  let now: @Sendable () -> Date
  let requestClock: RequestClock
  private let timeLimitClock: RequestClock
  let browser: Browser
  let interrupts: Interrupts
  let silenceLimit: Duration

  /// Makes a run of its environment; `requestClock` spaces requests that are sent again, and `silenceLimit` is how
  /// long commands wait for a silent service before they show stored data. `timeLimitClock` is that of `--timeout`.
  package init(
    streams: Streams, environment: [String: String],
    now: @escaping @Sendable () -> Date = { Date() }, requestClock: RequestClock = .system,
    timeLimitClock: RequestClock = .system,
    silenceLimit: Duration = .seconds(5), browser: Browser = .system, interrupts: Interrupts = .none
  ) {
    self.streams = streams
    self.environment = environment
    self.now = now
    self.requestClock = requestClock
    self.timeLimitClock = timeLimitClock
    self.browser = browser
    self.silenceLimit = silenceLimit
    self.interrupts = interrupts
  }

  /// Runs the command that the arguments name, without the program's own name, and gives the
  /// status for the shell. Every failure is written to standard error as a sentence.
  package func run(_ arguments: [String]) async -> Int32 {
    let typed = arguments
    let arguments = LeadingOptions.moved(in: arguments)
    let environment = Environment(variables: self.environment, arguments: arguments)
    return await Words.$ofRun.withValue(.load(environment.language)) {
      await Completions.$environment.withValue(environment) {
        let status = await run(arguments, typed: typed, in: environment)
        // An incomplete output file must not look complete.
        guard let code = streams.outFailure() else { return status.code }
        let lost = report(
          .output(diskFull: SystemError(code: code).meansFull), nil, environment)
        return (status == .done ? lost : status).code
      }
    }
  }

  // On the main thread, because completions wait for what they read (Completions).
  @MainActor private func run(
    _ arguments: [String], typed: [String], in environment: Environment
  ) async -> ExitStatus {
    let arguments = Self.withoutSharedOptions(arguments)
    if let unknown = UnknownCommand.first(in: arguments, self.environment) {
      do {
        if unknown.path.count == 1,
          let program = try ExtensionProgram(typed, environment: self.environment)
        {
          program.replaceProcess()
          throw Failure.unknownProgram(program.file)
        }
      } catch {
        return report(Failure(error), nil, environment)
      }
      streams.err(SafeText.multiLine(unknown.text(Words.current)))
      return .usage
    }
    do {
      if let help = try help(arguments) {
        streams.out(help + "\n")
        return .done
      }
      var parsed = try RootCommand.parseAsRoot(arguments)
      if let command = parsed as? any AppCommand {
        return await run(command, in: environment)
      }
      // Such as `options`, which throws that its help is shown.
      try parsed.run()
      return .done
    } catch {
      return show(error, of: arguments)
    }
  }

  private func run(
    _ command: any AppCommand, in environment: Environment
  ) async -> ExitStatus {
    var context: Context?
    do {
      for rule in command.optionRules { try rule.check() }
      if command.outlivesReader { streams.outliveReader() }
      var made = try await Context(for: command, self, environment)
      context = made
      // A command that only reads the disk ends before a user could interrupt it.
      let interrupts =
        command.access == .offline || command.handlesSignals(in: made)
        ? Interrupts.none : interrupts
      let status: ExitStatus
      do {
        status = try await interrupts.cancelling { [made] in
          try await Self.run(command, in: made, clock: timeLimitClock)
        }
      } catch GradesError.notSignedIn(.noCredentials) where FirstContact.canHelp(command, made) {
        made = try await interrupts.cancelling { [made] in try await FirstContact(made).run() }
        context = made
        status = try await interrupts.cancelling { [made] in
          try await Self.run(command, in: made, clock: timeLimitClock)
        }
      }
      await made.services.close()
      // What was left out of the result has been named on standard error.
      let isWhole = made.services.drafts.damaged.isEmpty
      return status == .done && !isWhole ? .configuration : status
    } catch {
      await context?.services.close()
      var failure = context?.services.embedded?.problem ?? Failure(error)
      if context?.access == .offline, failure == .nothingStored(offline: false) {
        failure = .nothingStored(offline: true)
      }
      return report(failure, context, environment)
    }
  }

  /// Runs a command within the time of `--timeout`, which is that of the whole command: each request ends by
  /// then, and two seconds later so does what is made of many.
  private static func run(
    _ command: any AppCommand, in context: Context, clock: RequestClock
  ) async throws -> ExitStatus {
    guard let limit = command.shared.timeout, !command.isOpenEnded else {
      return try await command.run(in: context)
    }
    return try await withThrowingTaskGroup(of: ExitStatus?.self) { group in
      group.addTask { try await command.run(in: context) }
      group.addTask {
        try await clock.pause(.seconds(limit + 2))
        return nil
      }
      defer { group.cancelAll() }
      if let status = try await group.next() ?? nil { return status }
      group.cancelAll()
      // The command may have ended in time after all: its result counts, and so does an error other than the
      // cancellation.
      do {
        if let status = try await group.next() ?? nil { return status }
      } catch is StoppedPublishing {
        throw Failure(.unfinished, .errorPublishTimedOut)
      } catch {
        guard Failure(error) == .cancelled else { throw error }
      }
      throw GradesError.unreachable(.timedOut)
    }
  }

  /// A question about the program as a whole, without the options that commands share: they are known already,
  /// and the parser would take them for options of the command that runs when none is named.
  private static func withoutSharedOptions(_ arguments: [String]) -> [String] {
    let rest = LeadingOptions.removed(from: arguments)
    let asksForAll = rest == ["--help"] || rest == ["-h"] || rest.first == "help"
    return asksForAll ? rest : arguments
  }

  /// The help that a command line asks for; nil where it asks for none.
  private func help(_ arguments: [String]) throws -> String? {
    let options = arguments.prefix { $0 != "--" }
    let isHelp = arguments.first == "help"
    guard isHelp || options.contains("--help") || options.contains("-h") else { return nil }
    let page = HelpPage(strings: Words.current, columns: streams.output.columns ?? 80)
    let words = options.dropFirst(isHelp ? 1 : 0).filter { !$0.hasPrefix("-") }
    guard let first = words.first else {
      return page.overview(programs: ExtensionProgram.names(in: environment))
    }
    if isHelp, words.count == 1, let topic = CommandTopic(rawValue: first) {
      return page.section(topic)
    }
    return page.text(of: try CommandHelp(namedIn: words))
  }

  /// What the parser threw: the version and help go to standard output, mistakes to standard error.
  private func show(_ error: any Error, of arguments: [String]) -> ExitStatus {
    let columns = streams.output.columns ?? 80
    let message = RootCommand.message(for: error)
    do {
      // Besides help, the version and what a shell asks for are no mistakes.
      let isMistake = RootCommand.exitCode(for: error) != .success
      let isScript =
        !isMistake && arguments.first?.hasPrefix("--generate-completion-script") == true
      if message == Version.current || arguments.first == "---completion" || isScript {
        streams.out(message + "\n")
        return .done
      }
      let command = try CommandHelp(namedIn: arguments)
      guard isMistake else {
        streams.out(HelpPage(strings: Words.current, columns: columns).text(of: command) + "\n")
        return .done
      }
      let complaint = ParserMessage(strings: Words.current, columns: columns)
        .text(message, of: command)
      streams.errLines(SafeText.multiLine(complaint))
      return .usage
    } catch {
      return report(Failure(error), nil, Environment(variables: environment, arguments: arguments))
    }
  }

  private func report(
    _ failure: Failure, _ context: Context?, _ environment: Environment
  ) -> ExitStatus {
    let strings = Strings.load(environment.language)
    let sentence =
      context?.failureSentence
      ?? FailureSentence(strings, nil, environment.paths, DateText(strings, timeZone: nil))
    streams.errLines(sentence.line(for: failure))
    if case .unexpected(let detail)? = failure.cause, context?.isVerbose == true {
      streams.err("> \(SafeText.singleLine(detail))\n")
    }
    return failure.status
  }
}
