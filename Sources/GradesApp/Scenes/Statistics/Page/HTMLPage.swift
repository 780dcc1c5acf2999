import GradesLocalization
import Terminal

/// A self-contained page: no script, nothing from a network, readable on a phone, in the dark and on A4.
struct HTMLPage {
  /// The fewest students of whom an anonymous page says something.
  static let fewest = 5

  let title: String
  let strings: Strings
  /// Whether it has tables that are wider than a sheet in its usual position.
  var isWide = false
  var content = ""

  /// Adds an element with a text, which may come from the service.
  mutating func add(_ element: StaticString, _ text: String) {
    content += "<\(element)>\(Self.escaped(text))</\(element)>\n"
  }

  /// Adds a table; the first cell of each row is its heading. Numbers are those cells that are aligned right.
  ///
  /// - Parameter isFolded: whether only the caption is shown until the reader opens it; nil for a wide table, which
  ///   scrolls.
  mutating func addTable<Row>(
    _ caption: String, _ columns: [Column<Row>], _ rows: [Row], isFolded: Bool? = nil
  ) {
    let caption = Self.escaped(caption)
    if let isFolded {
      content += "<details\(isFolded ? "" : " open")><summary>\(caption)</summary>\n<table>\n"
    } else {
      content += "<div class=\"scroll\" tabindex=\"0\">\n<table>\n<caption>\(caption)</caption>\n"
    }
    func attributes(_ column: Column<Row>) -> String {
      column.form.alignment == .left ? "" : " class=\"n\""
    }
    content += "<thead><tr>"
    for column in columns {
      content += "<th scope=\"col\"\(attributes(column))>\(Self.escaped(column.form.title))</th>"
    }
    content += "</tr></thead>\n<tbody>\n"
    for row in rows {
      content += "<tr>"
      for (index, column) in columns.enumerated() {
        let text = Self.escaped(column.cell(row).text.text)
        content +=
          index == 0
          ? "<th scope=\"row\"\(attributes(column))>\(text)</th>"
          : "<td\(attributes(column))>\(text)</td>"
      }
      content += "</tr>\n"
    }
    content += "</tbody>\n</table>\n" + (isFolded == nil ? "</div>\n" : "</details>\n")
  }

  var text: String {
    """
    <!DOCTYPE html>
    <html lang="\(strings.language == .czech ? "cs" : "en")">
    <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
    <meta name="robots" content="noindex">
    <meta name="color-scheme" content="light dark">
    <title>\(Self.escaped(title))</title>
    <style>
    \(Self.style)
    </style>
    </head>
    <body>
    <main\(isWide ? " class=\"wide\"" : "")>
    \(content)</main>
    </body>
    </html>

    """
  }

  /// A text that is nothing but text, whatever is in it.
  static func escaped(_ text: String) -> String {
    var result = ""
    for character in SafeText.singleLine(text).unicodeScalars {
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
    :root { --text: #1b1b1b; --quiet: #595959; --page: #ffffff; --line: #c8c8c8; --bar: #1f6fb2; }
    @media (prefers-color-scheme: dark) {
      :root { --text: #e8e8e8; --quiet: #b4b4b4; --page: #16181c; --line: #4a4f57; --bar: #6cb2f0; }
    }
    @page { size: A4; margin: 18mm 16mm; }
    @page wide { size: A4 landscape; margin: 14mm 12mm; }
    body { margin: 0; background: var(--page); color: var(--text); font: 1rem/1.45 sans-serif; }
    main { max-width: 60rem; margin: 0 auto; padding: 1rem; }
    h1 { font-size: 1.5rem; margin: 0 0 .25rem; }
    h2 { font-size: 1.15rem; margin: 2rem 0 .25rem; }
    p { margin: .25rem 0; }
    footer, caption, summary { color: var(--quiet); }
    caption { text-align: left; padding: .25rem 0; }
    figure { margin: .5rem 0; max-width: 34rem; break-inside: avoid; }
    svg { display: block; width: 100%; height: auto; }
    svg text { fill: var(--text); font: 12px sans-serif; }
    .bar { fill: var(--bar); }
    .scroll { overflow-x: auto; }
    table { border-collapse: collapse; margin: .5rem 0 1rem; }
    th, td { text-align: left; font-weight: normal; padding: .15rem .75rem .15rem 0; vertical-align: top;
      border-bottom: 1px solid var(--line); }
    thead th { color: var(--quiet); border-bottom-width: 2px; }
    thead { display: table-header-group; }
    tr, caption { break-inside: avoid; }
    .n { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
    @media print {
      :root { --text: #000000; --quiet: #404040; --page: #ffffff; --line: #b0b0b0; --bar: #1f6fb2; }
      * { print-color-adjust: exact; -webkit-print-color-adjust: exact; }
      main { padding: 0; max-width: none; }
      .scroll { overflow: visible; }
      .wide { page: wide; }
      .wide table { font-size: .75rem; width: 100%; }
      th { overflow-wrap: break-word; }
      td { overflow-wrap: anywhere; min-width: 6em; }
      .n { white-space: normal; overflow-wrap: normal; min-width: 0; }
      h2 { break-after: avoid; }
      section + section { break-before: page; }
    }
    """
}
