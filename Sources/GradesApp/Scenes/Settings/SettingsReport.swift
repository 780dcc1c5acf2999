import GradesClient
import GradesConfiguration
import GradesCore
import GradesLocalization
import JSON
import Terminal

/// The settings as a table, a document and CSV.
struct SettingsReport: Report {
  let state: SettingsViewModel.State
  let context: Context

  private var strings: Strings { context.strings }
  private var host: ServiceHost { context.configuration.host }

  var namesHost: Bool { true }

  var table: Table {
    var settings = Setting.all.map { setting in
      row(setting.key, value(of: setting), StyledText(strings(setting.title), .quiet))
    }
    settings.insert(note(strings(.statusHost), StyledText(strings.host(host))), at: 0)
    var about: [Table.Row] = []
    if let user = state.user {
      about.append(
        note(strings(.settingsName), StyledText("\(user.fullName) (\(user.username))")))
    }
    if let roles = state.roles {
      about.append(note(strings(.statusRoles), StyledText(strings.roles(roles))))
    }
    if !state.semesters.isEmpty {
      let codes = state.semesters.map(\.rawValue).joined(separator: ", ")
      about.append(note(strings(.settingsSemesters), StyledText(codes)))
    }
    about.append(note(strings(.settingsVersion), StyledText(Version.current)))
    about.append(note(strings(.settingsLicence), "Apache-2.0"))
    return Table(
      columns: [
        .init(), .init(leastWidth: 12, overflow: .wrap), .init(narrowing: .folds(order: 1)),
      ],
      sections: [
        .init(title: StyledText(strings(.settingsTitle), .heading), rows: settings),
        .init(title: StyledText(strings(.settingsAbout), .heading), rows: about),
        .init(
          title: StyledText(strings(.settingsPaths), .heading),
          rows: context.paths.files.map { note(strings($0.title), StyledText($0.path)) }),
      ])
  }

  private func row(_ name: String, _ value: StyledText, _ remark: StyledText = "") -> Table.Row {
    Table.Row(cells: [.text(name), .text(value), .text(remark)])
  }

  /// A row whose value may use the room of the settings' remarks.
  private func note(_ name: String, _ value: StyledText) -> Table.Row {
    Table.Row(cells: [.text(name), .spilling(value)])
  }

  private func value(of setting: Setting) -> StyledText {
    let value = setting.text(in: state.settings)
    if value.isEmpty { return StyledText(strings(.wordNone), .quiet) }
    if setting == .semester, let semester = state.semester, value != semester.rawValue {
      return StyledText("\(value) (\(semester))")
    }
    return StyledText(value)
  }

  func write(to writer: inout JSONWriter) {
    writer.object {
      $0.member("host", host.service)
      $0.member("profile", host.profile?.rawValue)
      $0.member("user", state.user.map { UserDocument(user: $0, roles: state.roles) })
      $0.member("semester", state.settings.semester.text)
      $0.member("semesters", state.semesters.map(\.rawValue))
      $0.member("language", Setting.language.text(in: state.settings))
      $0.member("notify", state.settings.notifiesStudents)
      $0.member("hideUngraded", state.settings.hidesUngraded)
      $0.member("hiddenCourses", state.settings.hiddenCourses.map(\.rawValue))
      $0.member("pinnedCourses", state.settings.pinnedCourses.map(\.rawValue))
      $0.member("version", Version.current)
      $0.object("paths") {
        for file in context.paths.files { $0.member(foreign: file.key, file.path) }
      }
    }
  }
}
