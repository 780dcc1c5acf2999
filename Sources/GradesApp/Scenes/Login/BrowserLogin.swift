import GradesClient

extension Context {
  /// Logs in with the user's browser, whose address is shown too, and waits until that is done. Throws
  /// a ``Failure`` where the address cannot be opened.
  @MainActor func logInWithBrowser(_ login: HostLogin) async throws -> HostLogin.Identity {
    guard
      browser.exists() || printer.streams.inputIsTerminal || printer.streams.errors.isTerminal
    else { throw Failure(.usage, .errorLoginNoBrowser) }
    return try await login.withBrowser { address in
      let address = (try? await services.embedded?.live(address)) ?? address
      if await browser.open(address) {
        notice(.loginOpening)
        notice(.loginAddress)
      } else {
        notice(.errorLoginBrowserNotOpened)
      }
      printer.notice("\n\(address.absoluteString)\n")
      notice(.loginWaiting)
    }
  }

  /// Makes sure that the login may change grades, before anything is sent. At a terminal it explains why
  /// and logs in again; throws ``LoginFailure/writingNotGranted`` otherwise.
  @MainActor func requireWriting(canAsk: Bool) async throws {
    guard try await services.session.mayWrite() == false else { return }
    guard canAsk else { throw GradesError.login(.writingNotGranted) }
    notice(.writingExplanation)
    let question = Question(yesOrNo: strings(.writingQuestion))
    guard try await ask(question, orUse: "--teach") == true else {
      throw GradesError.login(.writingNotGranted)
    }
    let user = try await services.session.user().username
    let identity = try await logInWithBrowser(hostLogin(writing: true))
    guard identity.user?.username == user else { throw GradesError.notSignedIn(.otherUser) }
    try await services.session.requireWriting()
  }

  @MainActor func welcome(_ identity: HostLogin.Identity) {
    guard let user = identity.user else { return notice(.loginSignedInAsService) }
    notice(.loginSignedInAs, [.name: "\(user.fullName) (\(user.username))"])
    if let roles = identity.roles { notice(.loginRoles, [.roles: strings.roles(roles)]) }
    if let semester = identity.semester {
      notice(.loginSemester, [.semester: "\(strings.title(of: semester)) (\(semester))"])
    }
    if configuration.givenToken != nil { notice(.loginTokenGiven) }
  }
}
