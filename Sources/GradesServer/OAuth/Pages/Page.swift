import Foundation

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
      <nav><a href="\(Self.escape($0))" lang="\(words.otherLanguage.code)" \
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
      <style>\(Self.style)</style>
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

  /// Makes foreign text harmless in HTML's text and attributes.
  static func escape(_ text: String) -> String {
    var result = ""
    for character in text.unicodeScalars {
      switch character {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "'": result += "&#39;"
      default: result.unicodeScalars.append(character)
      }
    }
    return result
  }

  private static let style = """
    :root{color-scheme:light dark}\
    body{font:1.05rem/1.5 system-ui,sans-serif;max-width:30rem;margin:0 auto;padding:1rem}\
    header{display:flex;justify-content:space-between;align-items:center}\
    label{display:block;font-weight:600;margin-top:.8rem}\
    input{font:inherit;width:100%;box-sizing:border-box;padding:.4rem}\
    button{font:inherit;padding:.5rem 1.2rem;margin:1.2rem .6rem 0 0}\
    [role=alert]{border-left:.3rem solid #b00020;padding-left:.8rem}\
    table{border-collapse:collapse}td,thead th{white-space:nowrap}th,td{text-align:left;padding:.1rem 1rem .1rem 0}
    """
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
