import Foundation
import Loopback

/// The pages that the browser shows after the redirect, in the user's language.
package struct RedirectPages: Sendable {
  /// One page: a heading, which is also the title of the window, and what to do next; both plain text.
  package typealias Page = (title: String, text: String)

  package var language: String
  /// The redirect had a code; the rest is shown in the terminal.
  package var accepted: Page
  /// The user, or the server, refused.
  package var denied: Page
  /// The redirect does not belong to the current login.
  package var foreign: Page

  package init(language: String, accepted: Page, denied: Page, foreign: Page) {
    self.language = language
    self.accepted = accepted
    self.denied = denied
    self.foreign = foreign
  }

  /// Plain English pages, for programs without a table of sentences.
  package static let english = RedirectPages(
    language: "en",
    accepted: ("Almost signed in", "Close this window and go back to the program."),
    denied: ("Not signed in", "Access was refused. Close this window."),
    foreign: ("Unknown login", "This address does not belong to the login that is waiting."))

  /// A response with a page, which loads nothing and sends no referrer.
  func response(_ status: Int, _ page: Page) -> ServerResponse {
    let html = """
      <!DOCTYPE html>
      <html lang="\(htmlEscaped(language))">
      <head><meta charset="utf-8">\
      <meta name="viewport" content="width=device-width, initial-scale=1">\
      <title>\(htmlEscaped(page.title))</title><style>\(LoginStyleSheet.text)</style></head>
      <body><header><p>grades</p></header><main><h1>\(htmlEscaped(page.title))</h1><p>\(htmlEscaped(page.text))</p></main></body>
      </html>

      """
    return ServerResponse(
      status: status,
      headers: [
        ("Content-Type", "text/html; charset=utf-8"), ("Cache-Control", "no-store"),
        ("Referrer-Policy", "no-referrer"),
        ("Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'"),
        ("X-Content-Type-Options", "nosniff"),
      ], body: Data(html.utf8))
  }
}
