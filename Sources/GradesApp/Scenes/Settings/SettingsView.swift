import GradesClient
import GradesCore
import GradesLocalization
import Terminal

/// The Settings scene on a screen: the settings, the user and the host, and the files.
struct SettingsView: SceneView {
  typealias State = SettingsViewModel.State
  typealias Action = SettingsViewModel.Action
  private typealias Row = SettingsViewModel.Row

  let words: SceneWords

  init(_ words: SceneWords) { self.words = words }

  // MARK: Keys

  static let bindings: [KeyBinding<Action>] =
    Movement.bindings.map { $0.map(Action.move) } + [
      KeyBinding(
        .enter, .character(" "), .right, .character("l"), does: .change, .keyChange, in: .first),
      KeyBinding(.character("o"), does: .logOut, .keyLogOut),
      KeyBinding(.character("L"), does: .logInElsewhere, .keyLogInElsewhere),
    ]

  func disabledReason(for action: Action, _ state: State) -> Message? {
    switch (action, state.focused) {
    case (.change, .setting(.hiddenCourses)?)
    where state.settings.hiddenCourses.isEmpty && state.courses?.codes.isEmpty != false:
      .disabledNoCourses
    case (.change, .setting(.pinnedCourses)?)
    where state.settings.pinnedCourses.isEmpty && state.courses?.codes.isEmpty != false:
      .disabledNoCourses
    case (.change, .setting?): nil
    case (.change, _): .disabledReadOnly
    case (.logOut, _) where state.isTokenGiven: .disabledTokenGiven
    default: nil
    }
  }

  func clicked(_ position: Position, _ state: State, in rect: Rect) -> Action? {
    let lines = lines(state)
    let list = rect.inset(bottom: detailRows(state, rect))
    let visible = state.scroll.visible(lineCount: lines.count, rows: list.rows)
    guard list.contains(position),
      case .row(let number)? = lines[safe: visible.lowerBound + position.row - list.row]
    else { return nil }
    return .focus(number)
  }

  // MARK: Drawing

  func title(_ state: State) -> SceneTitle {
    SceneTitle(
      StyledText("grades · ", .quiet) + StyledText(strings(.settingsTitle), .heading),
      trailing: [StyledText(strings.host(state.host))])
  }

  func fit(_ state: inout State, in rect: Rect) {
    let lines = lines(state)
    let rowLines = lines.indices.filter { if case .row = lines[$0] { true } else { false } }
    state.scroll.fit(
      rowLines, lineCount: lines.count, rows: rect.rows - detailRows(state, rect))
  }

  func draw(_ state: State, in rect: Rect, of frame: inout Frame) {
    let detailRows = detailRows(state, rect)
    let list = rect.inset(bottom: detailRows)
    let lines = lines(state)
    let rows = state.rows
    let (nameWidth, valueWidth) = widths(rect)
    let visible = state.scroll.visible(lineCount: lines.count, rows: list.rows)
    for (row, index) in zip(list.rowRange, visible) {
      let position = Position(column: list.column, row: row)
      switch lines[index] {
      case .blank: break
      case .title(let message):
        frame.write(" " + StyledText(strings(message), .heading), at: position)
      case .row(let number):
        let isFocused = number == state.scroll.focus
        let name = StyledText(name(of: rows[number], state)).truncated(to: nameWidth)
        frame.write(
          StyledText(isFocused ? "▌" : " ", .accent) + " " + name.padded(to: nameWidth) + "  "
            + fitted(rows[number], state, valueWidth), at: position)
        if isFocused { frame.cursor = position }
      }
    }
    guard detailRows > 0, let focused = state.focused else { return }
    frame.fill(
      Rect(column: rect.column, row: list.row + list.rows, columns: rect.columns, rows: 1),
      with: "─", CellStyle(.quiet))
    frame.write(
      Array(details(of: focused, state).wrapped(to: rect.columns - 2).prefix(detailRows - 1)),
      in: Rect(
        column: rect.column + 1, row: list.row + list.rows + 1, columns: rect.columns - 2,
        rows: detailRows - 1))
  }

  // MARK: Rows

  private enum Line {
    case blank
    case title(Message)
    case row(Int)
  }

  private func lines(_ state: State) -> [Line] {
    var lines: [Line] = []
    for (number, row) in state.rows.enumerated() {
      switch row {
      case .host: lines += [.blank, .title(.settingsAbout)]
      case .file(0): lines += [.blank, .title(.settingsPaths)]
      default: break
      }
      lines.append(.row(number))
    }
    return lines
  }

  /// The widths of names and values.
  private func widths(_ rect: Rect) -> (Int, Int) {
    let names =
      SettingKey.allCases.map(\.title) + [
        .statusHost, .settingsName, .statusRoles, .settingsVersion, .settingsLicence,
        .settingsPathConfiguration, .settingsTitle, .statusCredentials,
        .statusCache, .settingsPathDrafts, .settingsPathDemo,
      ]
    let widest = names.map { strings($0).displayWidth }.max() ?? 0
    let width = min(widest, max(8, rect.columns * 9 / 20))
    return (width, max(0, rect.columns - width - 5))
  }

  /// The rows at the end that show a name and value in full, with a line above them; none where
  /// everything is seen anyway, or the window is too low.
  private func detailRows(_ state: State, _ rect: Rect) -> Int {
    let (nameWidth, valueWidth) = widths(rect)
    let longest = state.rows.filter {
      name(of: $0, state).displayWidth > nameWidth
        || value(of: $0, state).displayWidth > valueWidth
    }.map { details(of: $0, state).wrapped(to: max(1, rect.columns - 2)).count }.max()
    guard let longest, rect.rows >= 8 else { return 0 }
    return 1 + min(3, longest)
  }

  private func details(of row: Row, _ state: State) -> StyledText {
    StyledText(name(of: row, state), .heading) + ": " + value(of: row, state)
  }

  /// A value in some cells; the end of a path is more important than its beginning.
  private func fitted(_ row: Row, _ state: State, _ width: Int) -> StyledText {
    let value = value(of: row, state)
    guard case .file = row, value.displayWidth > width, width > 0 else {
      return value.truncated(to: width)
    }
    var rest = value.text
    while rest.displayWidth >= width, !rest.isEmpty { rest.removeFirst() }
    return StyledText("…" + rest, .quiet)
  }

  private func name(of row: Row, _ state: State) -> String {
    switch row {
    case .setting(let key): strings(key.title)
    case .host: strings(.statusHost)
    case .name: strings(.settingsName)
    case .roles: strings(.statusRoles)
    case .version: strings(.settingsVersion)
    case .licence: strings(.settingsLicence)
    case .file(let index): state.paths.files[safe: index].map { strings($0.title) } ?? ""
    }
  }

  private func value(of row: Row, _ state: State) -> StyledText {
    switch row {
    case .setting(let key): value(of: key, state)
    case .host: StyledText(strings.host(state.host), .quiet)
    case .name:
      state.user.map { StyledText("\($0.fullName) (\($0.username))", .quiet) } ?? unknown(state)
    case .roles: state.roles.map { StyledText(strings.roles($0), .quiet) } ?? unknown(state)
    case .version: StyledText(Version.current, .quiet)
    case .licence: StyledText("Apache-2.0", .quiet)
    case .file(let index):
      StyledText(state.paths.files[safe: index]?.shown(home: state.home) ?? "", .quiet)
    }
  }

  private func unknown(_ state: State) -> StyledText {
    StyledText(state.isLoading ? "…" : strings(.wordUnknown), .quiet)
  }

  private func value(of key: SettingKey, _ state: State) -> StyledText {
    let settings = state.settings
    switch key {
    case .semester:
      let title = StyledText(strings.title(of: settings.semester))
      guard let code = state.semester else { return title }
      if case .code = settings.semester { return title + StyledText(" (\(code))", .quiet) }
      return title + StyledText(" (\(strings.title(of: code)), \(code))", .quiet)
    case .language:
      let name = StyledText(LanguagePicker.name(of: settings.language, strings))
      guard settings.language == nil else { return name }
      let language: ServiceLanguage = state.systemLanguage == .czech ? .czech : .english
      let used = LanguagePicker.name(of: language, strings)
      return name + StyledText(" (\(used))", .quiet)
    case .notify: return flag(settings.notifiesStudents)
    case .hideUngraded: return flag(settings.hidesUngraded)
    case .hiddenCourses, .pinnedCourses:
      let courses = key == .hiddenCourses ? settings.hiddenCourses : settings.pinnedCourses
      let codes = courses.map(\.rawValue).joined(separator: ", ")
      return codes.isEmpty ? StyledText(strings(.wordNone), .quiet) : StyledText(codes)
    }
  }

  private func flag(_ isOn: Bool) -> StyledText {
    isOn
      ? StyledText("● ", .accent) + StyledText(strings(.wordYes))
      : StyledText("○ ", .quiet) + StyledText(strings(.wordNo))
  }
}
