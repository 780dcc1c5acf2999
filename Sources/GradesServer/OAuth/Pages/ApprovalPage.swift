import GradesClient

/// Asks whether an application may use the user's data.
struct ApprovalPage {
  let words: PageWords
  let request: AuthorizationRequest
  let person: PersonRow
  let formToken: String
  /// The form's action: this page's own address.
  let target: String
  let otherLanguage: String

  var html: String {
    let name = "<strong>\(htmlEscaped(request.client.name))</strong>"
    let user = "<strong>\(htmlEscaped("\(person.fullName) (\(person.username))"))</strong>"
    let scopes = request.scopes.sorted().map {
      "<li>\(words.scopes[$0] ?? htmlEscaped($0))</li>"
    }
    let content = """
      <p>\(words.signedInAs.replacing("%@", with: user))</p>
      <p>\(words.asks.replacing("%@", with: name))</p>
      <ul>
      \(scopes.joined(separator: "\n"))
      </ul>
      <form method="post" action="\(htmlEscaped(target))">
      <input type="hidden" name="form_token" value="\(formToken)">
      <div class="actions">
      <button class="primary" type="submit" name="decision" value="approve">\(words.allow)</button>
      <button type="submit" name="decision" value="deny">\(words.deny)</button>
      </div>
      </form>
      """
    return Page(
      words: words, title: words.approval, otherLanguage: otherLanguage, content: content
    ).html
  }
}
