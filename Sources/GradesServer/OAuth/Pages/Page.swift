import Foundation
import GradesClient
import Loopback

/// The frame of every login page: plain HTML without scripts.
struct Page {
  let words: PageWords
  let title: String
  /// The address of this page in the other language; nil shows no link.
  let otherLanguage: String?
  /// HTML, with all foreign text escaped.
  let content: String

  var html: String {
    let link = otherLanguage.map {
      """
      <nav><a href="\(htmlEscaped($0))" lang="\(words.otherLanguage.code)" \
      hreflang="\(words.otherLanguage.code)">\(words.otherLanguage.name)</a></nav>
      """
    }
    return """
      <!doctype html>
      <html lang="\(words.language)">
      <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <title>\(title) – \(words.service)</title>
      <style>\(LoginStyleSheet.text)</style>
      </head>
      <body>
      <header><p>\(words.service)</p>\(link ?? "")</header>
      <main>
      <h1>\(title)</h1>
      \(content)
      </main>
      </body>
      </html>

      """
  }
}

/// Explains why the login cannot go on, without a redirect.
struct ProblemPage {
  let words: PageWords
  let problem: PageWords.Problem

  var html: String {
    Page(
      words: words, title: words.sorry, otherLanguage: nil,
      content: """
        <p role="alert">\(words.problems[problem] ?? "")</p>
        <p>\(words.closeHint)</p>
        """
    ).html
  }
}

extension ServerResponse {
  /// A page for browsers that is never cached or framed and has no scripts.
  static func html(_ status: Int, _ html: String) -> ServerResponse {
    ServerResponse(
      status: status,
      headers: [
        ("Content-Type", "text/html;charset=UTF-8"), ("Cache-Control", "no-store"),
        (
          "Content-Security-Policy",
          "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'"
        ),
        ("Referrer-Policy", "no-referrer"), ("X-Content-Type-Options", "nosniff"),
      ], body: Data(html.utf8))
  }
}
