import Foundation
import GradesConfiguration
import GradesLocalization
import Terminal

/// The Login scene on a screen: where to log in, the address to open, or why it did not succeed.
struct LoginView: SceneView {
  typealias State = LoginViewModel.State
  typealias Action = LoginViewModel.Action

  let words: SceneWords

  init(_ words: SceneWords) { self.words = words }

  // MARK: Keys

  static let bindings: [KeyBinding<Action>] = choosing + waiting + [again]

  private static let choosing: [KeyBinding<Action>] =
    Movement.bindings.map { $0.map(Action.move) } + [
      KeyBinding(.enter, .right, .character("l"), does: .logIn, .keyLogIn, in: .first)
    ]

  private static let waiting: [KeyBinding<Action>] = [
    KeyBinding(.character("p"), does: .askForAddress, .keyPasteAddress, in: .first),
    KeyBinding(
      .character("o"), .character("r"), Key(.function(5)), does: .openAgain, .keyOpenAgain,
      in: .footer),
    KeyBinding(.escape, .character("q"), does: .cancel, .keyCancel, in: .first),
  ]

  private static let again =
    KeyBinding(
      .enter, .character("r"), Key(.function(5)), does: Action.logIn, .keyTryAgain, in: .first)

  func bindings(_ state: State) -> [KeyBinding<Action>] {
    let cancel = Self.waiting.suffix(1)
    let scrolling = !state.text.isWhole ? Movement.bindings.map { $0.map(Action.move) } : []
    return switch state.step {
    case .choosing: Self.choosing
    case .working: Array(cancel)
    case .waiting: scrolling + Self.waiting
    case .failed: scrolling + [Self.again] + cancel.map(Self.asBack)
    }
  }

  /// The same key, shown as going back.
  private static func asBack(_ binding: KeyBinding<Action>) -> KeyBinding<Action> {
    var binding = binding
    binding.hint = .keyBack
    return binding
  }

  func pasted(_ text: String, _ state: State) -> Action? {
    if case .waiting = state.step { .use(text) } else { nil }
  }

  func clicked(_ position: Position, _ state: State, in rect: Rect) -> Action? {
    guard state.step == .choosing else { return nil }
    let lines = lines(state, in: rect)
    let visible = state.scroll.visible(lineCount: lines.count, rows: rect.rows)
    let line = visible.lowerBound + position.row - rect.row
    guard visible.contains(line), case .option(let row, _) = lines[line] else { return nil }
    return .focus(row)
  }

  // MARK: Drawing

  func title(_ state: State) -> SceneTitle {
    let host = state.step == .choosing ? nil : state.focused.map { strings.name(of: $0.host) }
    return SceneTitle(
      StyledText("grades · ", .quiet) + StyledText(strings(.sceneLogin), .heading),
      trailing: host.map { [StyledText($0)] } ?? [])
  }

  func fit(_ state: inout State, in rect: Rect) {
    guard state.step == .choosing else {
      state.text.fit(lineCount: text(state, width: rect.columns).count, rows: rect.rows)
      return
    }
    let lines = lines(state, in: rect)
    let rowLines = lines.indices.filter { if case .option = lines[$0] { true } else { false } }
    state.scroll.fit(rowLines, lineCount: lines.count, rows: rect.rows)
  }

  func draw(_ state: State, in rect: Rect, of frame: inout Frame) {
    guard state.step == .choosing else {
      let text = text(state, width: rect.columns)
      let visible = state.text.visible.clamped(to: text.indices)
      frame.write(Array(text[visible]), in: rect)
      // There is more of it above or below.
      let edge = rect.column + rect.columns - 1
      if visible.lowerBound > 0 {
        frame.write(StyledText("↑", .accent), at: Position(column: edge, row: rect.row))
      }
      if visible.upperBound < text.count {
        frame.write(
          StyledText("↓", .accent), at: Position(column: edge, row: rect.row + rect.rows - 1))
      }
      return
    }
    let lines = lines(state, in: rect)
    let visible = state.scroll.visible(lineCount: lines.count, rows: rect.rows)
    for (row, index) in zip(rect.rowRange, visible) {
      let position = Position(column: rect.column, row: row)
      switch lines[index] {
      case .text(let text): frame.write(" " + text, at: position, width: rect.columns)
      case .option(let number, let text):
        let isFocused = number == state.scroll.focus
        frame.write(
          StyledText(isFocused ? "▌ " : "  ", .accent) + text, at: position, width: rect.columns)
        if isFocused { frame.cursor = position }
      }
    }
  }

  // MARK: Choosing

  private enum Line {
    case text(StyledText)
    /// A way in, with its number.
    case option(Int, StyledText)
  }

  private func lines(_ state: State, in rect: Rect) -> [Line] {
    let width = rect.columns
    let options = Array(state.options.enumerated())
    let nameWidth =
      state.options.filter { $0.demoUser == nil }.map { strings.name(of: $0.host).displayWidth }
      .max()
      ?? 0
    var lines = [Line.text(StyledText(strings(.signInTitle), .heading))]
    for (number, option) in options where option.demoUser == nil {
      let name = StyledText(strings.name(of: option.host)).padded(to: nameWidth)
      var line = name + "  " + StyledText(option.address ?? "", .quiet)
      let mark = StyledText("! " + strings(.signInUnconfigured), .warning)
      let room = width - 3 - line.displayWidth - mark.displayWidth
      if !option.hasClient, room >= 2 { line += .blanks(2) + mark }
      lines.append(.option(number, line.truncated(to: width - 2)))
    }
    lines += [.text(""), .text(StyledText(strings(.signInWithoutAccount), .heading))]
    for (number, option) in options {
      guard let demoUser = option.demoUser else { continue }
      lines.append(
        .option(number, StyledText(strings.name(of: demoUser)).truncated(to: width - 2)))
    }
    let room = rect.rows - lines.count - 1
    guard let option = state.focused, room > 0 else { return lines }
    var detail = StyledText(strings(explanation(of: option)), .quiet).wrapped(to: width - 2)
    if detail.count > room {
      detail[room - 1] = (detail[room - 1] + StyledText(" …", .quiet)).truncated(to: width - 2)
    }
    return lines + [.text("")] + detail.prefix(room).map(Line.text)
  }

  private func explanation(of option: LoginViewModel.LoginOption) -> Message {
    if option.demoUser != nil { return .demoWelcome }
    return option.hasGivenToken ? .signInTokenGiven : .signInBrowser
  }

  // MARK: Texts

  /// The lines of a text that may be longer than the window.
  private func text(_ state: State, width: Int) -> [StyledText] {
    func wrapped(_ sentence: StyledText) -> [StyledText] {
      sentence.wrapped(to: max(1, width - 2)).map { " " + $0 }
    }
    switch state.step {
    case .choosing: return []
    case .working: return wrapped(StyledText(strings(.signInWorking), .quiet))
    case .failed(let failure): return wrapped(StyledText(sentence(failure, state), .bad))
    case .waiting(let page):
      let address = StyledText(page.address.absoluteString, .accent)
      return sentences(page, state).flatMap { sentence in
        // From edge to edge and without blanks, so that it can be selected as one.
        (sentence.text == address.text ? address.wrapped(to: max(1, width)) : wrapped(sentence))
          + [""]
      }.dropLast()
    }
  }

  private func sentences(_ page: LoginViewModel.Page, _ state: State) -> [StyledText] {
    let complaint = page.complaint.map { StyledText(sentence($0, state), .bad) }
    let isOpen = page.isOpen ?? true
    return (complaint.map { [$0] } ?? []) + [
      StyledText(strings(isOpen ? .signInOpened : .signInNotOpened)),
      StyledText(page.address.absoluteString, .accent),
      StyledText(strings(page.comesBack ? .signInElsewhere : .signInMustPaste)),
      StyledText(strings(.signInSelecting), .quiet),
    ]
  }

  private func sentence(_ failure: Failure, _ state: State) -> String {
    FailureSentence(
      strings, host: state.host, configurationFile: state.configurationFile, dates: words.dates
    ).sentence(for: failure)
  }
}

extension Strings {
  /// The name of a service that one can log in to.
  fileprivate func name(of host: ServiceHost.Name) -> String {
    switch host {
    case .production: self(.hostProduction)
    case .development: self(.hostDevelopment)
    case .demo: self(.demoMark)
    }
  }

  /// What one is in the demo.
  fileprivate func name(of demoUser: DemoUser) -> String {
    switch demoUser {
    case .student: self(.signInAsStudent)
    case .teacher: self(.signInAsTeacher)
    case .both: self(.signInAsBoth)
    }
  }
}
