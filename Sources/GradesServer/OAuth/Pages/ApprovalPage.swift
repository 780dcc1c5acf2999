import GradesClient

extension PageWords {
  /// Asks whether an application may use the user's data; `target` is the form's action: this page's own address.
  func approvalPage(
    _ request: AuthorizationRequest, by person: PersonRow, formToken: String, target: String,
    otherLanguage: String
  ) -> String {
    let name = "<strong>\(htmlEscaped(request.client.name))</strong>"
    let user = "<strong>\(htmlEscaped("\(person.fullName) (\(person.username))"))</strong>"
    let wanted = request.scopes.sorted().map {
      "<li>\(scopes[$0] ?? htmlEscaped($0))</li>"
    }
    let content = """
      <p>\(signedInAs.replacing("%@", with: user))</p>
      <p>\(asks.replacing("%@", with: name))</p>
      <ul>
      \(wanted.joined(separator: "\n"))
      </ul>
      <form method="post" action="\(htmlEscaped(target))">
      <input type="hidden" name="form_token" value="\(formToken)">
      <div class="actions">
      <button class="primary" type="submit" name="decision" value="approve">\(allow)</button>
      <button type="submit" name="decision" value="deny">\(deny)</button>
      </div>
      </form>
      """
    return page(approval, otherLanguage: otherLanguage, content)
  }
}
