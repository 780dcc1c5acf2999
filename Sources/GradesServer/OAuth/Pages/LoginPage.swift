import GradesClient

extension PageWords {
  /// Asks for the username and the password.
  ///
  /// - Parameters:
  ///   - problem: the error of the last attempt
  ///   - target: the form's action: this page's own address
  func loginPage(
    username: String, problem: String?, formToken: String, target: String, otherLanguage: String
  ) -> String {
    let alert = problem.map { #"<p role="alert" id="problem">\#(htmlEscaped($0))</p>"# } ?? ""
    let described = problem == nil ? "" : #" aria-describedby="problem""#
    let accounts: [(String, DemoAccounts.Person)] = [
      (demoRoles.student, DemoAccounts.student),
      (demoRoles.teacher, DemoAccounts.teacher),
      (demoRoles.both, DemoAccounts.both),
    ]
    let rows = accounts.map { role, account in
      """
      <dt>\(role)</dt><dd><code>\(account.username)</code> <code>\(account.password)</code></dd>
      """
    }
    let content = """
      \(alert)
      <form method="post" action="\(htmlEscaped(target))">
      <input type="hidden" name="form_token" value="\(formToken)">
      <label for="username">\(self.username)</label>
      <input id="username" name="username" value="\(htmlEscaped(username))" \
      autocomplete="username" autocapitalize="none" spellcheck="false" required\
      \(username.isEmpty ? " autofocus" : "")\(described)>
      <label for="password">\(password)</label>
      <input id="password" name="password" type="password" autocomplete="current-password" \
      required\(username.isEmpty ? "" : " autofocus")\(described)>
      <div class="actions"><button class="primary" type="submit">\(signInButton)</button></div>
      </form>
      <aside>
      <p id="accounts">\(demoHint)</p>
      <dl aria-labelledby="accounts">
      \(rows.joined(separator: "\n"))
      </dl>
      </aside>
      """
    return page(signIn, otherLanguage: otherLanguage, content)
  }
}
