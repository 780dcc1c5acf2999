import Spreadsheet
import TestSupport
import Testing

/// Files that no spreadsheet writes: read within the limits, or refused.
@Suite("Workbooks of all kinds")
struct WorkbookFuzzTests {
  private static let limits: SpreadsheetLimits = {
    var limits = SpreadsheetLimits()
    limits.partSize = 1 << 20
    limits.cells = 20_000
    limits.items = 5_000
    return limits
  }()

  @Test("A damaged file is read or refused")
  func files() async throws {
    let corpus = [
      try Workbooks.bytes("libreoffice.xlsx"), try Workbooks.bytes("excel.xlsx"),
      SheetWriterTests.written(),
    ]
    await FuzzRun.seeds(200) { seed in
      var damage = ByteDamage(
        seed: seed, pieces: ["PK\u{3}\u{4}", "PK\u{1}\u{2}", "PK\u{5}\u{6}", "xl/", "\u{0}\u{0}"])
      expectWithinLimits(damage.damaged(corpus[Int(seed % 3)]), "seed \(seed)")
    }
  }

  @Test("Damaged parts in a sound archive are read or refused")
  func parts() async {
    let sheet = """
      <?xml version="1.0"?><worksheet><sheetData><row r="1"><c r="A1" t="s"><v>0</v></c>
      <c r="C1"><v>7.4000000000000004</v></c><c t="b"><v>1</v></c></row><row><c t="inlineStr"><is>
      <r><t>a&amp;b</t></r></is></c><c t="str"><f>A1</f><v>_x000D_</v></c><c t="e"><v>#N/A</v></c>
      </row></sheetData><mergeCells><mergeCell ref="A1:B2"/></mergeCells></worksheet>
      """
    let strings = "<sst><si><t>user</t><rPh><t>x</t></rPh></si><si><r><t>y</t></r></si></sst>"
    await FuzzRun.seeds(1000) { seed in
      var damage = ByteDamage(
        seed: seed,
        pieces: [
          "<row r=\"1048576\">", "<c r=\"XFD1\">", "</c>", "<v>", "<![CDATA[", "]]>", "<!--", "-->",
          "<?", "?>", "<!DOCTYPE a>", "&#x10FFFF;", "&#0;", "&amp;", "A1:XFD1048576", "_xD800_",
        ])
      let isSheet = seed % 4 != 0
      let damaged = String(
        decoding: damage.damaged(Array((isSheet ? sheet : strings).utf8)), as: UTF8.self)
      expectWithinLimits(
        Workbooks.made(
          sheet: isSheet ? damaged : sheet, strings: isSheet ? strings : damaged), "seed \(seed)")
    }
  }

  private func expectWithinLimits(_ bytes: [UInt8], _ seed: Comment) {
    guard let rows = try? Workbooks.rows(bytes, limits: Self.limits) else { return }
    #expect(rows.reduce(0) { $0 + $1.cells.count } <= Self.limits.cells, seed)
    #expect(zip(rows, rows.dropFirst()).allSatisfy { $0.number < $1.number }, seed)
    #expect(rows.allSatisfy { $0.number <= 1_048_576 && $0.cells.count <= 16_384 }, seed)
  }
}
