import Foundation
import GradesClient
import Loopback

extension PageWords {
  /// The frame of every login page: plain HTML without scripts.
  ///
  /// - Parameters:
  ///   - otherLanguage: the address of this page in the other language; nil shows no link
  ///   - content: HTML, with all foreign text escaped
  func page(_ title: String, otherLanguage address: String?, _ content: String) -> String {
    let link = address.map {
      """
      <nav><a href="\(htmlEscaped($0))" lang="\(otherLanguage.code)" \
      hreflang="\(otherLanguage.code)">\(otherLanguage.name)</a></nav>
      """
    }
    return """
      <!doctype html>
      <html lang="\(language)">
      <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <title>\(title) – \(service)</title>
      <style>\(LoginStyleSheet.text)</style>
      </head>
      <body>
      <header><p>\(service)</p>\(link ?? "")</header>
      <main>
      <h1>\(title)</h1>
      \(content)
      </main>
      </body>
      </html>

      """
  }

  /// Explains why the login cannot go on, without a redirect.
  func problemPage(_ problem: Problem) -> ServerResponse {
    .html(
      problem.status,
      page(
        sorry, otherLanguage: nil,
        """
        <p role="alert">\(problems[problem] ?? "")</p>
        <p>\(closeHint)</p>
        """))
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
