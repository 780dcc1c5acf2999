import Foundation
import GradesClient
import GradesConfiguration
import GradesCore
import GradesLocalization
import JSON
import Terminal

/// Who is signed in and what is stored, as a table and a document.
struct StatusReport: Report {
  let state: StatusViewModel.State
  let host: ServiceHost
  let credentialsPath: String
  let isTokenGiven: Bool
  let now: Date
  let strings: Strings
  let dates: DateText

  var namesHost: Bool { true }

  var table: Table {
    var rows = [row(.statusHost, StyledText(host.description))]
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
      }
    } else {
      rows.append(row(.statusUser, StyledText(strings(.statusNotSignedIn), .quiet)))
    }
    return Table(
      columns: [.init(), .init(leastWidth: 12, overflow: .wrap)], sections: [.init(rows: rows)])
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
    if isTokenGiven { return strings(.statusTokenGiven) }
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
      $0.member("host", host.identity)
      $0.member("signedIn", state.credentials != nil)
      $0.member("user", state.user.map { UserDocument(user: $0, roles: state.roles) })
      $0.member("tokenExpiresAt", state.credentials?.expiresAt)
      $0.member(
        "credentials", state.credentials == nil || isTokenGiven ? nil : credentialsPath)
      $0.member("cachedAt", state.cachedAt)
      $0.member("drafts", state.user == nil ? 0 : state.drafts)
    }
  }
}
