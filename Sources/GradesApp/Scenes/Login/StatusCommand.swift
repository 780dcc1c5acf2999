import ArgumentParser
import Foundation
import GradesClient
import GradesConfiguration
import GradesCore
import GradesLocalization
import Terminal

/// `grades status`: the signed-in user and the stored data; sends no request.
struct StatusCommand: ReadingCommand {
  static var configuration: CommandConfiguration { help("status", .helpStatus) }

  @OptionGroup var reading: DocumentOption

  @OptionGroup(title: SharedOptions.title) var shared: SharedOptions

  static var loginUse: LoginUse { .optional }

  var access: Access { .offline }

  func answer(in context: Context, as format: ReportFormat) async throws -> Answer {
    let status = try await StatusReport(context)
    return Answer(status, status: status.credentials == nil ? .notPermitted : .done)
  }
}

struct StatusReport: Report {
  /// Nil when no user is logged in.
  let credentials: Credentials?
  /// Whether the login may change grades; nil when that is unknown.
  private let mayWrite: Bool?
  private var user: UserInfo?
  /// The user's last known roles in the current semester.
  private var roles: UserRoles?
  private var cachedAt: Date?
  /// How many cells have drafts; nil when they cannot be read.
  private var drafts: Int?
  private var structureDrafts: [Gradebook] = []
  /// The logins at the host, that without a name first; nil when they cannot be read.
  private let logins: [StoredLogins.Login]?
  private let context: Context

  /// Reads what is stored; throws when the credentials cannot be read, unless a token is used instead of them. The
  /// run must be offline.
  init(_ context: Context) async throws {
    self.context = context
    let (services, host) = (context.services, context.configuration.host)
    do {
      logins = StoredLogins(try await services.credentials.logins(), last: nil)
        .logins(at: host.service)
    } catch  where context.configuration.givenToken != nil {
      logins = nil
    }
    credentials = try await services.authenticator.credentials()
    mayWrite = try await services.authenticator.mayWrite()
    guard credentials != nil, let user = try? await services.session.user() else { return }
    self.user = user
    let owner = DraftOwner(host: host.identity, username: user.username)
    drafts = try? await services.drafts.counts(of: owner).values.reduce(0, +)
    structureDrafts = await StructureDraftFile.gradebooks(
      of: owner, in: context.paths.structuresFolder)
    cachedAt = services.cache.newest(CacheScope(host: host.identity, username: user.username))
    roles = (try? await services.session.roles(in: .current))?.roles
  }

  private var strings: Strings { context.strings }
  private var host: ServiceHost { context.configuration.host }
  private var credentialsPath: String { context.paths.credentialsFile.path }
  private var isTokenGiven: Bool { context.configuration.givenToken != nil }

  var namesHost: Bool { true }

  var table: Table {
    var rows: [(Message, StyledText?)] = [(.statusHost, StyledText(strings.host(host)))]
    if let credentials {
      let age = cachedAt.map { StyledText(context.dates.age(of: $0, at: context.now())) }
      rows += [
        (.statusUser, name(credentials)),
        (.statusRoles, roles.map { StyledText(strings.roles($0)) }),
        (.statusAccess, mayWrite.map { text($0 ? .statusAccessWriting : .statusAccessReading) }),
        (.statusToken, StyledText(validity(credentials))),
        (.statusCredentials, isTokenGiven ? nil : StyledText(credentialsPath)),
        (.statusCache, age ?? text(.statusCacheEmpty, .quiet)),
      ]
      if user != nil {
        let courses = structureDrafts.map { "\($0.course) (\($0.semester))" }
        rows += [
          (.statusDrafts, drafts.map { StyledText("\($0)") } ?? text(.wordUnknown)),
          (
            .statusStructures,
            courses.isEmpty ? nil : StyledText(courses.joined(separator: ", "))
          ),
        ]
      }
    } else {
      rows.append((.statusUser, text(.statusNotSignedIn, .quiet)))
    }
    return Table(
      columns: [.init(), .init(leastWidth: 12, overflow: .wrap)],
      sections: [.init(rows: rows.compactMap { row($0, $1) } + profiles)])
  }

  private func text(_ message: Message, _ style: Style = .plain) -> StyledText {
    StyledText(strings(message), style)
  }

  /// A row for each login at the host, where there are profiles.
  private var profiles: [Table.Row] {
    guard let logins else {
      return [row(.statusProfiles, text(.wordUnknown, .quiet))].compactMap(\.self)
    }
    guard host.profile != nil || logins.contains(where: { $0.profile != nil }) else {
      return []
    }
    return logins.enumerated().map { index, login in
      let name = login.profile?.rawValue ?? strings(.statusProfileUnnamed)
      let user = login.username?.rawValue ?? strings(.roleServiceAccount)
      let text =
        isUsed(login)
        ? strings(.statusProfileUsed, [.name: name, .student: user])
        : "\(name): \(user)"
      return Table.Row(cells: [
        .text(index == 0 ? strings(.statusProfiles) : "", .quiet), .text(StyledText(text)),
      ])
    }
  }

  private func isUsed(_ login: StoredLogins.Login) -> Bool {
    !isTokenGiven && login.profile == host.profile
  }

  private func row(_ title: Message, _ value: StyledText?) -> Table.Row? {
    value.map { Table.Row(cells: [.text(strings(title), .quiet), .text($0)]) }
  }

  private func name(_ credentials: Credentials) -> StyledText {
    if credentials.kind == .serviceAccount { return text(.roleServiceAccount) }
    return user.map { StyledText("\($0.fullName) (\($0.username))") }
      ?? text(.wordUnknown, .quiet)
  }

  private func validity(_ credentials: Credentials) -> String {
    if isTokenGiven {
      return context.configuration.unusedProfile.map {
        strings(.statusTokenInsteadOfProfile, [.name: $0.rawValue])
      } ?? strings(.statusTokenGiven)
    }
    guard let end = credentials.expiresAt else { return strings(.statusTokenUnlimited) }
    let canRenew = credentials.refreshToken != nil || credentials.kind == .serviceAccount
    if end > context.now() {
      return strings(
        canRenew ? .statusTokenValidUntil : .statusTokenEnds,
        [.time: context.dates.dateTimeWithZone(end)])
    }
    return strings(canRenew ? .statusTokenExpired : .statusTokenEnded)
  }

  func document(_ names: Strings) -> Document {
    let login: [Field<StoredLogins.Login>] = [
      Field("profile") { $0.profile?.rawValue }, Field("username") { $0.username },
      Field("used") { isUsed($0) },
    ]
    return [
      "host": host.service, "profile": host.profile?.rawValue, "signedIn": credentials != nil,
      "user": user?.document(roles), "tokenExpiresAt": credentials?.expiresAt,
      "credentials": credentials == nil || isTokenGiven ? nil : credentialsPath,
      "cachedAt": cachedAt, "drafts": user == nil ? 0 : drafts,
      "structureDrafts": Rows(structureDrafts, Gradebook.fields),
      "logins": logins.map { Rows($0, login) },
    ]
  }
}
