import Files
import GradesClient
import GradesCore
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

  private func rejectInput(_ typed: String) {
    write(StyledText(strings(.plainNotUnderstood, [.query: .text(typed)])))
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
    guard let typed = await ask(strings(.plainPrompt)) else { return }
    switch typed.lowercased() {
    case "": break
    case "0", strings(.letterBack): runner.follow(.go(.back))
    case strings(.letterQuit): runner.follow(.go(.quit))
    case strings(.letterRefresh): runner.refresh()
    case CommonAction.logInLetter where runner.needsLogin: runner.follow(.go(.signIn))
    case strings(.letterSettings): runner.follow(.go(.settings))
    default:
      guard let number = Int(typed), page.choices.indices.contains(number - 1) else {
        return rejectInput(typed)
      }
      runner.follow(page.choices[number - 1].perform())
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
      guard let typed = await ask(strings(several ? .plainPromptSeveral : .plainPrompt)),
        !typed.isEmpty, typed != "0"
      else { return runner.close(overlay, with: .done) }
      let numbers = typed.split { " ,;".contains($0) }.map { Int($0) ?? 0 }
      guard several || numbers.count == 1, numbers.allSatisfy({ options.indices.contains($0 - 1) })
      else { return rejectInput(typed) }
      take(answer(numbers.map { $0 - 1 }), of: overlay)
    case .text(let title, let initial, let answer):
      title.forEach(write)
      let prompt = initial.isEmpty ? strings(.plainPrompt) : "[\(initial)]"
      guard let typed = await ask(prompt), typed != "0" || !initial.isEmpty
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
