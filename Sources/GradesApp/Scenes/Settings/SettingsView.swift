import GradesClient
import GradesCore
import GradesLocalization
import Terminal

extension SettingsViewModel {
  func title(_ words: SceneWords) -> SceneTitle {
    SceneTitle(
      leading: words.title(.settingsTitle),
      trailing: [StyledText(words.strings.host(context.configuration.host))])
  }

  func content(_ rows: [Row], width: Int, _ words: SceneWords) -> ListContent<Row> {
    let strings = words.strings
    let names = self.rows.map { (row: $0, name: StyledText(strings($0.id))) }
    let widest = names.map(\.name.displayWidth).max() ?? 0
    let nameWidth = min(widest, max(8, (width + 1) * 9 / 20))
    let valueWidth = max(0, width - nameWidth - 4)
    let sections = [nil, Message.settingsPaths, .settingsAbout].map { title in
      ListContent.Section(
        title: title.map { StyledText(strings($0), .heading) },
        rows: rows.filter { $0.section == title })
    }
    func details(_ row: Row) -> [StyledText] {
      (StyledText(strings(row.id), .heading) + ": " + row.value(words))
        .wrapped(to: max(1, width - 1))
    }
    // Names and values in full below the list, always as high; nothing where everything is seen anyway.
    let height =
      names.filter {
        $0.name.displayWidth > nameWidth || $0.row.value(words).displayWidth > valueWidth
      }.map { min(3, details($0.row).count) }.max() ?? 0
    var content = ListContent(sections, remarks: []) { row in
      " "
        + StyledText(strings(row.id)).truncated(to: nameWidth).padded(to: nameWidth)
        + "  " + self.fitted(row, valueWidth, words)
    }
    content.detail = { row in
      Array((details(row) + Array(repeating: "", count: height)).prefix(height))
    }
    return content
  }

  /// The end of a path is more important than its beginning.
  private func fitted(_ row: Row, _ width: Int, _ words: SceneWords) -> StyledText {
    let value = row.value(words)
    guard row.section == .settingsPaths, value.displayWidth > width, width > 0 else {
      return value.truncated(to: width)
    }
    var rest = value.text
    while rest.displayWidth >= width, !rest.isEmpty { rest.removeFirst() }
    return StyledText("…" + rest, .quiet)
  }

  func value(of setting: Setting, _ strings: Strings) -> StyledText {
    switch setting.kind {
    case .semester:
      let title = StyledText(strings.title(of: settings.semester))
      guard let code = account.semester else { return title }
      if case .code = settings.semester { return title + StyledText(" (\(code))", .quiet) }
      return title + StyledText(" (\(strings.title(of: code)), \(code))", .quiet)
    case .language:
      let name = StyledText(strings.name(of: settings.language))
      guard settings.language == nil else { return name }
      let used = Language.resolve(flag: nil, setting: nil, environment: context.environment)
      return name
        + StyledText(" (\(strings.name(of: used == .czech ? .czech : .english)))", .quiet)
    case .flag(let flag):
      return settings[keyPath: flag]
        ? StyledText("● ", .accent) + StyledText(strings(.wordYes))
        : StyledText("○ ", .quiet) + StyledText(strings(.wordNo))
    case .courses(let courses, _):
      let codes = settings[keyPath: courses].map(\.rawValue).joined(separator: ", ")
      return codes.isEmpty ? StyledText(strings(.wordNone), .quiet) : StyledText(codes)
    case .credits:
      let credits = setting.text(in: settings).replacing(",", with: ", ")
      return credits.isEmpty ? StyledText(strings(.wordNone), .quiet) : StyledText(credits)
    }
  }
}

extension Strings {
  /// What a language is called; nil is the system's.
  func name(of language: ServiceLanguage?) -> String {
    switch language {
    case nil: self(.languageSystem)
    case .czech: "Čeština"
    case .english: "English"
    }
  }
}
