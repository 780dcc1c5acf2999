import GradesClient
import GradesConfiguration
import GradesCore
import GradesLocalization
import Terminal

struct SettingsReport: Report {
  let settings: Settings
  let account: Account
  let context: Context

  private var strings: Strings { context.strings }
  private var host: ServiceHost { context.configuration.host }

  var namesHost: Bool { true }

  var table: Table {
    var rows = account.settings.map { setting in
      row(setting.key, value(of: setting), StyledText(strings(setting.texts.title), .quiet))
    }
    rows.insert(note(strings(.statusHost), strings.host(host)), at: 0)
    let codes = account.semesters.map(\.rawValue).joined(separator: ", ")
    let about =
      account.facts(strings) + [(.settingsSemesters, codes.isEmpty ? nil : codes)] + Version.facts
    return Table(
      columns: [
        .init(), .init(leastWidth: 12, overflow: .wrap), .init(narrowing: .folds(order: 1)),
      ],
      sections: [
        .init(title: StyledText(strings(.settingsTitle), .heading), rows: rows),
        .init(
          title: StyledText(strings(.settingsPaths), .heading),
          rows: context.paths.files.map { note(strings($0.title), $0.path) }),
        .init(
          title: StyledText(strings(.settingsAbout), .heading),
          rows: about.compactMap { title, value in value.map { note(strings(title), $0) } }),
      ])
  }

  private func row(_ name: String, _ value: StyledText, _ remark: StyledText = "") -> Table.Row {
    Table.Row(cells: [.text(name), .text(value), .text(remark)])
  }

  /// A row whose value may use the room of the settings' remarks.
  private func note(_ name: String, _ value: String) -> Table.Row {
    Table.Row(cells: [.text(name), .spilling(StyledText(value))])
  }

  private func value(of setting: Setting) -> StyledText {
    let value = setting.text(in: settings)
    if value.isEmpty { return StyledText(strings(.wordNone), .quiet) }
    if setting == .semester, let semester = account.semester, value != semester.rawValue {
      return StyledText("\(value) (\(semester))")
    }
    return StyledText(value)
  }

  func document(_ names: Strings) -> Document {
    let first: Document = [
      "host": host.service, "profile": host.profile?.rawValue,
      "user": account.user?.document(account.roles),
      "semester": Setting.semester.text(in: settings),
      "semesters": account.semesters,
    ]
    let rest = Setting.all.dropFirst().map { ($0.member, $0.value(in: settings)) }
    return first + Document(rest) + [
      "version": Version.current,
      "paths": Document(context.paths.files.map { ($0.key, $0.path) }),
    ]
  }
}

/// What is known of the user and the semesters.
struct Account: Equatable, Sendable {
  /// Nil without a login, for a service account, or if unknown.
  var user: UserInfo?
  /// What the user is in the chosen semester; nil when it cannot be found out now.
  var roles: UserRoles?
  /// The chosen semester's code; nil when it cannot be found out now.
  var semester: SemesterCode?
  /// The semesters to choose from, newest first; empty when they cannot be found out now.
  var semesters: [SemesterCode] = []

  /// The settings that concern the user, as far as that is known.
  var settings: [Setting] {
    Setting.all.filter { !$0.isForTeachers || roles?.teacherCourses.isEmpty != true }
  }

  func facts(_ strings: Strings) -> [(title: Message, value: String?)] {
    [
      (.settingsName, user.map { "\($0.fullName) (\($0.username))" }),
      (.statusRoles, roles.map(strings.roles)),
    ]
  }

  /// The same with as much as can be had now, without a login and without a network too.
  func reloaded(for settings: Settings, in context: Context) async throws -> Account {
    let session = context.services.session
    guard let user = try? await session.user() else { return self }
    var account = self
    account.user = user
    async let found = session.roles(in: settings.semester)
    async let semesters = session.semesters(including: settings.semester)
    if let found = try? await found {
      (account.semester, account.roles) = (found.semester, found.roles)
    }
    account.semesters = (try? await semesters.value) ?? []
    try Task.checkCancellation()
    return account
  }
}

/// One of the program's files that users may care about.
struct ProgramFile: Equatable, Sendable {
  let title: Message
  let key: String
  let path: String

  /// The path as shells write it: `~` for the home folder.
  func shown(home: String?) -> String {
    guard let home, !home.isEmpty, path.hasPrefix(home + "/") else { return path }
    return "~" + path.dropFirst(home.count)
  }
}

extension Paths {
  var files: [ProgramFile] {
    [
      ProgramFile(
        title: .settingsPathConfiguration, key: "configuration", path: configurationFile.path),
      ProgramFile(title: .settingsTitle, key: "settings", path: settingsFile.path),
      ProgramFile(title: .statusCredentials, key: "credentials", path: credentialsFile.path),
      ProgramFile(title: .statusCache, key: "cache", path: cacheFile.path),
      ProgramFile(title: .settingsPathDrafts, key: "drafts", path: draftsFile.path),
      ProgramFile(title: .settingsPathLog, key: "log", path: logFile.path),
      ProgramFile(title: .settingsPathDemo, key: "demo", path: demoDataFile.path),
    ]
  }
}
