import GradesClient
import GradesCore
import GradesLocalization
import Terminal

/// The rows of the Settings scene as people read them.
struct SettingsText {
  let state: SettingsViewModel.State
  let strings: Strings

  func details(of row: SettingsViewModel.Row) -> StyledText {
    StyledText(strings(state.title(of: row)), .heading) + ": " + value(of: row)
  }

  /// A value in some cells; the end of a path is more important than its beginning.
  func fitted(_ row: SettingsViewModel.Row, _ width: Int) -> StyledText {
    let value = value(of: row)
    guard case .file = row, value.displayWidth > width, width > 0 else {
      return value.truncated(to: width)
    }
    var rest = value.text
    while rest.displayWidth >= width, !rest.isEmpty { rest.removeFirst() }
    return StyledText("…" + rest, .quiet)
  }

  func value(of row: SettingsViewModel.Row) -> StyledText {
    switch row {
    case .setting(let key): value(of: key)
    case .host: StyledText(strings.host(state.host), .quiet)
    case .name:
      state.user.map { StyledText("\($0.fullName) (\($0.username))", .quiet) } ?? unknown
    case .roles: state.roles.map { StyledText(strings.roles($0), .quiet) } ?? unknown
    case .version: StyledText(Version.current, .quiet)
    case .licence: StyledText("Apache-2.0", .quiet)
    case .file(let index):
      StyledText(state.paths.files[safe: index]?.shown(home: state.home) ?? "", .quiet)
    }
  }

  private var unknown: StyledText {
    StyledText(state.isLoading ? "…" : strings(.wordUnknown), .quiet)
  }

  private func value(of key: SettingKey) -> StyledText {
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
