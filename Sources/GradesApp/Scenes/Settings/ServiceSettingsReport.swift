import GradesClient
import GradesLocalization
import Terminal

struct ServiceSettingsReport: Report {
  let settings: ServiceSettings
  let semester: SemesterCode
  let strings: Strings

  var table: Table {
    Table(
      title: .init(
        leading: StyledText("\(strings.title(of: semester)) (\(semester))", .heading)),
      columns: [
        .init(), .init(leastWidth: 12, overflow: .wrap), .init(narrowing: .folds(order: 1)),
      ],
      sections: [
        .init(
          title: StyledText(strings(.serviceSettingsTitle), .heading),
          rows: ServiceSettingKey.allCases.map { key in
            .init(cells: [
              .text(key.rawValue), .text(value(of: key)),
              .text(StyledText(strings(key.title), .quiet)),
            ])
          }),
        .init(
          title: StyledText(strings(.serviceSettingsOthers), .heading),
          rows: settings.others.sorted { $0.key < $1.key }.map { name, value in
            .init(cells: [.text(name), .spilling(StyledText(value))])
          }),
      ])
  }

  private func value(of key: ServiceSettingKey) -> StyledText {
    guard let text = settings.text(of: key) else {
      return StyledText(strings(.wordUnknown), .quiet)
    }
    return text.isEmpty ? StyledText(strings(.wordNone), .quiet) : StyledText(text)
  }

  func document(_ names: Strings) -> Document {
    typealias Choice = (role: CourseRole, choice: CourseChoice)
    let choices: [Choice] = CourseRole.allCases.flatMap { role in
      (settings.choices(as: role) ?? []).map { (role, $0) }
    }
    let fields: [Field<Choice>] = [
      Field("code") { $0.choice.course }, Field("role") { $0.role.rawValue },
      Field("hidden") { $0.choice.isHidden }, Field("silenced") { $0.choice.isSilenced },
    ]
    return [
      "semester": semester, "emails": settings.unsubscribesEmails.map { !$0 },
      "courses": Rows(choices, fields),
      "others": Document(settings.others.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }),
    ]
  }
}
