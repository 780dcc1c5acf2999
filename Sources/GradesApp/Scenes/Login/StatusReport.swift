import Foundation
import GradesClient
import GradesConfiguration
import GradesCore
import GradesLocalization
import JSON
import Terminal

/// Who is logged in and what is stored, as a table and a document.
struct StatusReport: Report {
  let state: StatusViewModel.State
  let host: ServiceHost
  let credentialsPath: String
  let isTokenGiven: Bool
  /// The profile of the environment, in place of which the token is used.
  let unusedProfile: ProfileName?
  let now: Date
  let strings: Strings
  let dates: DateText

  var namesHost: Bool { true }

  var table: Table {
    var rows = [row(.statusHost, StyledText(strings.host(host)))]
    if let credentials = state.credentials {
      rows.append(row(.statusUser, user(credentials)))
      if let roles = state.roles {
        rows.append(row(.statusRoles, StyledText(strings.roles(roles))))
      }
      if let mayWrite = state.mayWrite {
        let access = strings(mayWrite ? .statusAccessWriting : .statusAccessReading)
        rows.append(row(.statusAccess, StyledText(access)))
      }
      rows.append(row(.statusToken, StyledText(validity(credentials))))
      if !isTokenGiven { rows.append(row(.statusCredentials, StyledText(credentialsPath))) }
      let age = state.cachedAt.map { StyledText(dates.age(of: $0, at: now)) }
      rows.append(row(.statusCache, age ?? StyledText(strings(.statusCacheEmpty), .quiet)))
      if state.user != nil {
        rows.append(
          row(.statusDrafts, StyledText(state.drafts.map(String.init) ?? strings(.wordUnknown))))
        if !state.structureDrafts.isEmpty {
          let courses = state.structureDrafts.map { "\($0.course) (\($0.semester))" }
          rows.append(row(.statusStructures, StyledText(courses.joined(separator: ", "))))
        }
      }
    } else {
      rows.append(row(.statusUser, StyledText(strings(.statusNotSignedIn), .quiet)))
    }
    rows += profiles
    return Table(
      columns: [.init(), .init(leastWidth: 12, overflow: .wrap)], sections: [.init(rows: rows)])
  }

  /// A row for each login at the host, where there are profiles.
  private var profiles: [Table.Row] {
    guard let logins = state.logins else {
      return [row(.statusProfiles, StyledText(strings(.wordUnknown), .quiet))]
    }
    guard host.profile != nil || logins.contains(where: { $0.profile != nil }) else {
      return []
    }
    return logins.enumerated().map { index, login in
      let name = login.profile?.rawValue ?? strings(.statusProfileUnnamed)
      let user = login.username?.rawValue ?? strings(.roleServiceAccount)
      let text =
        isUsed(login)
        ? strings(.statusProfileUsed, [.name: .text(name), .student: .text(user)])
        : "\(name): \(user)"
      return Table.Row(cells: [
        .text(index == 0 ? strings(.statusProfiles) : "", .quiet), .text(StyledText(text)),
      ])
    }
  }

  private func isUsed(_ login: StoredLogins.Login) -> Bool {
    !isTokenGiven && login.profile == host.profile
  }

  private func row(_ title: Message, _ value: StyledText) -> Table.Row {
    Table.Row(cells: [.text(strings(title), .quiet), .text(value)])
  }

  private func user(_ credentials: Credentials) -> StyledText {
    if credentials.kind == .serviceAccount { return StyledText(strings(.roleServiceAccount)) }
    return state.user.map { StyledText("\($0.fullName) (\($0.username))") }
      ?? StyledText(strings(.wordUnknown), .quiet)
  }

  private func validity(_ credentials: Credentials) -> String {
    if isTokenGiven {
      return unusedProfile.map {
        strings(.statusTokenInsteadOfProfile, [.name: .text($0.rawValue)])
      } ?? strings(.statusTokenGiven)
    }
    guard let end = credentials.expiresAt else { return strings(.statusTokenUnlimited) }
    let canRenew = credentials.refreshToken != nil || credentials.kind == .serviceAccount
    if end > now {
      return strings(
        canRenew ? .statusTokenValidUntil : .statusTokenEnds,
        [.time: .text(dates.dateTimeWithZone(end))])
    }
    return strings(canRenew ? .statusTokenExpired : .statusTokenEnded)
  }

  func write(to writer: inout JSONWriter) {
    writer.object {
      $0.member("host", host.service)
      $0.member("profile", host.profile?.rawValue)
      $0.member("signedIn", state.credentials != nil)
      $0.member("user", state.user.map { UserDocument(user: $0, roles: state.roles) })
      $0.member("tokenExpiresAt", state.credentials?.expiresAt)
      $0.member(
        "credentials", state.credentials == nil || isTokenGiven ? nil : credentialsPath)
      $0.member("cachedAt", state.cachedAt)
      $0.member("drafts", state.user == nil ? 0 : state.drafts)
      $0.array("structureDrafts", of: state.structureDrafts) { writer, draft in
        writer.object {
          $0.member("course", draft.course.rawValue)
          $0.member("semester", draft.semester.rawValue)
        }
      }
      guard let logins = state.logins else { return $0.member("logins", String?.none) }
      $0.array("logins", of: logins) { writer, login in
        writer.object {
          $0.member("profile", login.profile?.rawValue)
          $0.member("username", login.username?.rawValue)
          $0.member("used", isUsed(login))
        }
      }
    }
  }
}
