import GradesLocalization
import Terminal

/// The front end of a ``SceneRunner`` that does not draw: the same scenes as lines to read and numbered
/// questions, for screen readers and terminals that cannot do more (`--plain`, `ACCESSIBLE=1`).
///
/// One thing happens after the other: what takes a while is waited for, and a question is answered
/// before anything else is shown.
@MainActor
final class PlainApp: SceneFrontEnd {
  private let session: AppSession
  private let runner: SceneRunner
  private let outcomes = EventQueue<SceneTasks.Outcome>()
  private var hasEnded = false

  /// Makes the app, with some scenes open, the visible one last.
  init(session: AppSession, opening stack: [Scene], factory: SceneFactory) {
    self.session = session
    runner = SceneRunner(session: session, opening: stack, factory: factory)
  }

  private var strings: Strings { session.words.strings }
  private var streams: Streams { session.printer.streams }

  /// Runs until the user quits or the input ends.
  func run() async throws -> ExitStatus {
    runner.begin(in: self)
    await settle()
    while !hasEnded, !Task.isCancelled, let screen = runner.screen {
      runner.dropAnswered()
      runner.follow(screen.report())
      if let overlay = runner.overlays.last {
        await ask(overlay)
      } else {
        await show(screen)
      }
      await settle()
    }
    await runner.finish()
    try Task.checkCancellation()
    return .done
  }

  /// Waits until no scene waits for anything.
  private func settle() async {
    await withTaskCancellationHandler {
      while !runner.isIdle {
        for outcome in await outcomes.take() { runner.take(outcome) }
        // A response may have started a task after the cancellation.
        if Task.isCancelled { runner.cancelAll() }
      }
    } onCancel: {
      Task { @MainActor [runner] in runner.cancelAll() }
    }
  }

  // MARK: From the runner

  func taskFinished(_ outcome: SceneTasks.Outcome) { outcomes.put(outcome) }

  func say(_ sentence: Sentence) { write(StyledText(sentence.text(strings))) }

  /// Lines are read, and never edited elsewhere.
  func edit(_ text: String, then: @escaping @MainActor (String) -> Void) {}

  func copy(_ text: String) { session.copy(text) }

  func fail(_ failure: Failure) { write(StyledText(session.sentence(for: failure))) }

  func sceneChanged() {}

  // MARK: Reading and writing

  /// Writes a line, broken between words where a terminal ends.
  private func write(_ text: StyledText) {
    for line in session.printer.width.map({ text.wrapped(to: max(1, $0)) }) ?? [text] {
      streams.out(line.text + "\n")
    }
  }

  private func write(_ options: [StyledText]) {
    for (index, option) in options.enumerated() { write("\(index + 1). \(option.text)") }
  }

  private func ask(_ question: String) async -> String? {
    // The question may contain a value as it is now, which comes from the service.
    streams.out(SafeText.singleLine(question) + " ")
    let line = try? await session.printer.readLine()
    if line == nil { hasEnded = true }
    return line.map { $0.trimmingBlanksAtEnds }
  }

  /// Answers what is none of the choices: with the help when that is what was asked for.
  private func explain(_ typed: String, _ help: Message) {
    let sentence =
      typed == "?" ? strings(help) : strings(.plainNotUnderstood, [.query: .text(typed)])
    write(StyledText(sentence))
  }

  // MARK: Scenes

  private func show(_ screen: any Screen) async {
    var page = screen.plain(session.words)
    if !session.unkept.isEmpty {
      page.choices.append(
        (
          StyledText(strings(.keyKeepView)),
          { [runner] in
            runner.keepView()
            return .done
          }
        ))
    }
    write("")
    write(title(of: screen))
    page.lines.forEach(write)
    write(page.choices.map(\.label))
    write(StyledText(strings(.plainCommon)))
    // Only the question is asked again after what means nothing: a page may be long to listen to.
    while let typed = await ask(strings(.plainPrompt)) {
      if typed.isEmpty { return }
      if let number = Int(typed), page.choices.indices.contains(number - 1) {
        return runner.follow(page.choices[number - 1].perform())
      }
      if typed == "0" { return perform(.back) }
      if let command = Self.commands.answer(to: typed, strings) { return perform(command) }
      if typed.lowercased() == CommonAction.logInLetter, runner.needsLogin {
        return runner.follow(.go(.signIn))
      }
      explain(typed, .plainHelp)
    }
  }

  /// What can be done on every page.
  private enum Command { case back, quit, refresh, settings }

  private static let commands = Question<Command>(
    text: "",
    choices: [
      .init(.letterBack, .back), .init(.letterQuit, .quit), .init(.letterRefresh, .refresh),
      .init(.letterSettings, .settings),
    ])

  private func perform(_ command: Command) {
    switch command {
    case .back: runner.follow(.go(.back))
    case .quit: runner.follow(.go(.quit))
    case .refresh: runner.refresh()
    case .settings: runner.follow(.go(.settings))
    }
  }

  private func title(of screen: any Screen) -> StyledText {
    let words = session.words
    let title = session.marked(screen.title(words))
    let age = title.staleSince.map { [words.age(of: $0)] } ?? []
    return ([title.leading, title.kept] + title.trailing.reversed() + age).filter { !$0.isEmpty }
      .joined(separator: " · ")
  }

  // MARK: Overlays

  /// Asks what an overlay asks once; it stays open when it asks again.
  private func ask(_ overlay: any Overlay) async {
    switch overlay.plain(session.words) {
    case .read(let lines, let response):
      lines.forEach(write)
      runner.close(overlay, with: response)
    case .choose(let title, let options, let several, let answer):
      title.forEach(write)
      write(options)
      while true {
        guard let typed = await ask(strings(several ? .plainPromptSeveral : .plainPrompt)),
          !typed.isEmpty, typed != "0", Self.commands.answer(to: typed, strings) != .back
        else { return runner.close(overlay, with: .done) }
        let numbers = typed.split { " ,;".contains($0) }.map { Int($0) ?? 0 }
        guard several ? !numbers.isEmpty : numbers.count == 1,
          numbers.allSatisfy({ options.indices.contains($0 - 1) })
        else {
          explain(typed, .plainHelpChoice)
          continue
        }
        return take(answer(numbers.map { $0 - 1 }), of: overlay)
      }
    case .text(let title, let initial, let answer):
      title.forEach(write)
      let prompt = initial.isEmpty ? strings(.plainPrompt) : "[\(initial)]"
      guard let typed = await ask(prompt), !typed.isEmpty || !initial.isEmpty
      else { return runner.close(overlay, with: .done) }
      take(answer(typed.isEmpty ? initial : typed), of: overlay)
    }
  }

  private func take(_ step: OverlayStep, of overlay: any Overlay) {
    switch step {
    case .stay: break
    case .perform(let response): runner.follow(response)
    case .close(let response): runner.close(overlay, with: response)
    }
  }
}

extension String {
  fileprivate var trimmingBlanksAtEnds: String {
    var text = self[...]
    while let last = text.last, last.isWhitespace { text.removeLast() }
    while let first = text.first, first.isWhitespace { text.removeFirst() }
    return String(text)
  }
}
