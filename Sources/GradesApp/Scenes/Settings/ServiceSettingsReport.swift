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
