/// A manual page in the language of roff, with the macros of `man(7)`.
struct Roff {
  private(set) var lines: [String] = []

  /// Text without a meaning in roff.
  static func escaped(_ text: some StringProtocol) -> String {
    let escaped = String(text).replacing("\\", with: "\\e").replacing("-", with: "\\-")
      .replacing("'", with: "\\(aq").replacing("~", with: "\\(ti").replacing("^", with: "\\(ha")
      .replacing("`", with: "\\(ga")
    return escaped.hasPrefix(".") ? "\\&" + escaped : escaped
  }

  /// Text that is typed as it stands.
  static func bold(_ text: some StringProtocol) -> String { "\\fB\(escaped(text))\\fR" }

  /// Text that stands for what the user types.
  static func italic(_ text: some StringProtocol) -> String { "\\fI\(escaped(text))\\fR" }

  /// Text in which backticks enclose what is typed as it stands.
  static func marked(_ text: some StringProtocol) -> String {
    text.split(separator: "`", omittingEmptySubsequences: false).enumerated()
      .map { $0.isMultiple(of: 2) ? escaped($1) : bold($1) }.joined()
  }

  /// The lines that begin a page, whose words are neither divided nor spread.
  mutating func title(_ name: String, section: Int, source: String) {
    lines += [".TH \(name) \(section) \"\" \"\(Self.escaped(source))\"", ".nh", ".ad l"]
  }

  mutating func section(_ title: String) {
    lines.append(".SH \(Self.escaped(title.uppercased()))")
  }

  mutating func subsection(_ title: String) { lines.append(".SS \(Self.escaped(title))") }

  /// A paragraph of plain text; line feeds separate paragraphs.
  mutating func text(_ text: String) {
    for paragraph in text.split(separator: "\n") {
      lines += [".PP", Self.escaped(paragraph)]
    }
  }

  /// A paragraph that is roff already.
  mutating func paragraph(_ roff: String) { lines += [".PP", roff] }

  /// A term, which is roff already, with its explanation below.
  mutating func item(_ term: String, _ explanation: String) {
    lines += [".TP", term, Self.escaped(explanation)]
  }

  /// Lines that are not filled.
  mutating func literal(_ text: [String]) {
    lines += [".PP", ".nf"] + text.map(Self.escaped) + [".fi"]
  }

  /// What is written inside stands further to the right.
  mutating func indented(_ body: (inout Roff) -> Void) {
    lines.append(".RS 4")
    body(&self)
    lines.append(".RE")
  }
}
