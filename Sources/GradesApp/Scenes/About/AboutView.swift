import GradesLocalization
import Terminal

/// The About scene on a screen: a text to read.
struct AboutView: SceneView {
  typealias State = AboutViewModel.State
  typealias Action = AboutViewModel.Action

  let words: SceneWords

  /// Lines of prose that are longer than this are hard to read.
  private static let widest = 76

  init(_ words: SceneWords) { self.words = words }

  static let bindings: [KeyBinding<Action>] = Movement.bindings.map { $0.map(Action.move) }

  func disabledReason(for action: Action, _ state: State) -> Message? {
    state.scroll.isWhole ? .disabledNoMore : nil
  }

  func title(_ state: State) -> SceneTitle {
    SceneTitle(
      StyledText("grades · ", .quiet) + StyledText(strings(.settingsAbout), .heading),
      trailing: [StyledText(state.version)])
  }

  func fit(_ state: inout State, in rect: Rect) {
    state.scroll.fit(lineCount: lines(state, rect).count, rows: rect.rows)
  }

  func draw(_ state: State, in rect: Rect, of frame: inout Frame) {
    frame.write(
      Array(lines(state, rect)[state.scroll.visible]), in: rect.inset(left: 1, right: 1))
  }

  private struct Section {
    var title: String?
    var texts: [String] = []
    var facts: [(name: String, value: String)] = []
  }

  private func sections(_ state: State) -> [Section] {
    [
      Section(
        texts: ["grades \(state.version)", strings(.aboutWhat), strings(.aboutUnofficial)]),
      Section(title: strings(.settingsLicence), texts: [strings(.aboutLicence)]),
      Section(
        title: strings(.aboutData),
        texts: [strings(.aboutKept), strings(.aboutErased), strings(.aboutSent)]),
      Section(
        title: strings(.settingsPaths),
        facts: state.paths.files.map { (strings($0.title), $0.shown(home: state.home)) }),
    ]
  }

  private func lines(_ state: State, _ rect: Rect) -> [StyledText] {
    let width = max(1, min(rect.columns - 2, Self.widest))
    var lines: [StyledText] = []
    for section in sections(state) {
      if !lines.isEmpty { lines.append("") }
      if let title = section.title { lines.append(StyledText(title, .heading)) }
      for (number, text) in section.texts.enumerated() {
        // The program's name and version are a title too.
        let isTitle = section.title == nil && number == 0
        lines += StyledText(text, isTitle ? .heading : .plain).wrapped(to: width)
      }
      lines += facts(section, room: max(1, rect.columns - 2))
    }
    return lines
  }

  /// Names and values beside each other, or below where there is no room; no value is cut.
  private func facts(_ section: Section, room: Int) -> [StyledText] {
    let names = section.facts.map(\.name.displayWidth).max() ?? 0
    let values = section.facts.map(\.value.displayWidth).max() ?? 0
    guard names + 2 + values <= room else {
      return section.facts.flatMap { fact in
        [StyledText(fact.name)]
          + StyledText(fact.value, .quiet).wrapped(to: max(1, room - 2)).map { "  " + $0 }
      }
    }
    return section.facts.map { fact in
      StyledText(fact.name).padded(to: names + 2) + StyledText(fact.value, .quiet)
    }
  }
}
