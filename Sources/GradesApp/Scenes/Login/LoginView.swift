import GradesConfiguration
import GradesLocalization
import Terminal

/// The Login scene on a screen: where to log in, the address to open, or why it did not succeed.
extension LoginViewModel {
  func title(_ words: SceneWords) -> SceneTitle {
    let host = step == .choosing ? nil : chosen.map { words.strings.name(of: $0.host) }
    return SceneTitle(
      leading: words.title(.sceneLogin), trailing: host.map { [StyledText($0)] } ?? [])
  }

  func fit(in rect: Rect, _ words: SceneWords) -> Response {
    if height != rect.rows { height = rect.rows }
    guard step != .choosing else {
      fitList(in: rect, words)
      return .done
    }
    var fitted = text
    fitted.fit(lineCount: lines(width: rect.columns, words).count, rows: rect.rows)
    if fitted != text { text = fitted }
    return .done
  }

  func draw(in rect: Rect, of frame: inout Frame, _ words: SceneWords) {
    guard step != .choosing else { return drawList(in: rect, of: &frame, words) }
    text.draw(
      lines(width: rect.columns, words), in: rect, edge: rect.columnRange.upperBound - 1, of: &frame
    )
  }

  func content(_ rows: [Row], width: Int, _ words: SceneWords) -> ListContent<Row> {
    let strings = words.strings
    let sections = [false, true].map { isDemo in
      ListContent.Section(
        title: StyledText(strings(isDemo ? .signInWithoutAccount : .signInTitle), .heading),
        rows: rows.filter { ($0.demoUser != nil) == isDemo })
    }
    // The explanation has what the rows, their titles and the blank lines leave.
    let room = height - rows.count - 4
    let explanation = focused.map { focused in
      StyledText(strings(focused.explanation), .quiet).wrapped(to: width - 1)
        .cut(to: max(0, room), width: width - 1).joined(separator: " ")
    }
    return ListContent(sections, remarks: room > 0 ? [explanation ?? ""] : []) { row in
      if let demoUser = row.demoUser {
        return " " + StyledText(strings.name(of: demoUser)).truncated(to: width - 1)
      }
      let nameWidth =
        self.rows.filter { $0.demoUser == nil }
        .map { strings.name(of: $0.host).displayWidth }.max() ?? 0
      var line =
        StyledText(strings.name(of: row.host)).padded(to: nameWidth) + "  "
        + StyledText(row.address ?? "", .quiet)
      let mark = StyledText("! " + strings(.signInUnconfigured), .warning)
      let room = width - 2 - line.displayWidth - mark.displayWidth
      if !row.hasClient, room >= 2 { line += .blanks(2) + mark }
      return " " + line.truncated(to: width - 1)
    }
  }

  private func lines(width: Int, _ words: SceneWords) -> [StyledText] {
    func wrapped(_ sentence: StyledText) -> [StyledText] {
      sentence.wrapped(to: max(1, width - 2)).map { " " + $0 }
    }
    switch step {
    case .choosing: return []
    case .working: return wrapped(StyledText(words.strings(.signInWorking), .quiet))
    case .failed(let failure): return wrapped(StyledText(target.sentence(for: failure), .bad))
    case .waiting(let page):
      let address = page.address.absoluteString
      return sentences(page, words.strings).flatMap { sentence in
        // From edge to edge and without blanks, so that it can be selected as one.
        (sentence.text == address ? sentence.wrapped(to: max(1, width)) : wrapped(sentence)) + [""]
      }.dropLast()
    }
  }

  private func sentences(_ page: Page, _ strings: Strings) -> [StyledText] {
    let complaint = page.complaint.map { [StyledText(target.sentence(for: $0), .bad)] } ?? []
    return complaint + [
      StyledText(strings(page.isOpen ?? true ? .signInOpened : .signInNotOpened)),
      StyledText(page.address.absoluteString, .accent),
      StyledText(strings(page.comesBack ? .signInElsewhere : .signInMustPaste)),
      StyledText(strings(.signInSelecting), .quiet),
    ]
  }
}

extension LoginViewModel.Row {
  fileprivate var explanation: Message {
    if demoUser != nil { return .demoWelcome }
    return hasGivenToken ? .signInTokenGiven : .signInBrowser
  }
}

extension Strings {
  fileprivate func name(of host: ServiceHost.Name) -> String {
    switch host {
    case .production: self(.hostProduction)
    case .development: self(.hostDevelopment)
    case .demo: self(.demoMark)
    }
  }

  fileprivate func name(of demoUser: DemoUser) -> String {
    switch demoUser {
    case .student: self(.signInAsStudent)
    case .teacher: self(.signInAsTeacher)
    case .both: self(.signInAsBoth)
    }
  }
}
