import GradesClient

/// Asks for the username and the password.
struct LoginPage {
  let words: PageWords
  let username: String
  /// The error of the last attempt.
  let problem: String?
  let formToken: String
  /// The form's action: this page's own address.
  let target: String
  let otherLanguage: String

  var html: String {
    let alert = problem.map { #"<p role="alert" id="problem">\#(htmlEscaped($0))</p>"# } ?? ""
    let described = problem == nil ? "" : #" aria-describedby="problem""#
    let accounts: [(String, DemoAccounts.Person)] = [
      (words.demoRoles.student, DemoAccounts.student),
      (words.demoRoles.teacher, DemoAccounts.teacher),
      (words.demoRoles.both, DemoAccounts.both),
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
      <label for="username">\(words.username)</label>
      <input id="username" name="username" value="\(htmlEscaped(username))" \
      autocomplete="username" autocapitalize="none" spellcheck="false" required\
      \(username.isEmpty ? " autofocus" : "")\(described)>
      <label for="password">\(words.password)</label>
      <input id="password" name="password" type="password" autocomplete="current-password" \
      required\(username.isEmpty ? "" : " autofocus")\(described)>
      <div class="actions"><button class="primary" type="submit">\(words.signInButton)</button></div>
      </form>
      <aside>
      <p id="accounts">\(words.demoHint)</p>
      <dl aria-labelledby="accounts">
      \(rows.joined(separator: "\n"))
      </dl>
      </aside>
      """
    return Page(
      words: words, title: words.signIn, otherLanguage: otherLanguage, content: content
    ).html
  }
}
