import GradesClient
import GradesLocalization
import JSON
import Terminal

/// What the user has chosen at the service, as a table and a document.
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
              .text(StyledText(strings(Self.title(of: key)), .quiet)),
            ])
          }),
        .init(
          title: StyledText(strings(.serviceSettingsOthers), .heading),
          rows: settings.others.sorted { $0.key < $1.key }.map { name, value in
            .init(cells: [.text(name), .spilling(StyledText(value))])
          }),
      ])
  }

  private static func title(of key: ServiceSettingKey) -> Message {
    switch key {
    case .emails: .serviceSettingsEmails
    case .hiddenCourses: .serviceSettingsHidden
    case .silencedCourses: .serviceSettingsSilenced
    }
  }

  private func value(of key: ServiceSettingKey) -> StyledText {
    if key == .emails {
      return settings.unsubscribesEmails.map { StyledText($0 ? "no" : "yes") }
        ?? StyledText(strings(.wordUnknown), .quiet)
    }
    let choices = CourseRole.allCases.compactMap { settings.choices(as: $0) }
    guard !choices.isEmpty else { return StyledText(strings(.wordUnknown), .quiet) }
    let codes = Set(choices.joined().filter { key.value(of: $0) }.map(\.course)).sorted()
    return codes.isEmpty
      ? StyledText(strings(.wordNone), .quiet)
      : StyledText(codes.map(\.rawValue).joined(separator: ","))
  }

  func write(to writer: inout JSONWriter) {
    writer.object {
      $0.member("semester", semester.rawValue)
      $0.member("emails", settings.unsubscribesEmails.map { !$0 })
      let choices = CourseRole.allCases.flatMap { role in
        (settings.choices(as: role) ?? []).map { (role: role, choice: $0) }
      }
      $0.array("courses", of: choices) { writer, item in
        writer.object {
          $0.member("code", item.choice.course.rawValue)
          $0.member("role", item.role.rawValue)
          $0.member("hidden", item.choice.isHidden)
          $0.member("silenced", item.choice.isSilenced)
        }
      }
      $0.object("others") {
        for (name, value) in settings.others.sorted(by: { $0.key < $1.key }) {
          $0.member(foreign: name, value)
        }
      }
    }
  }
}
