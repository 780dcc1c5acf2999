import TestSupport
import Testing

@testable import GradesLocalization

/// String tables that were damaged: read, or rejected at a position that exists.
@Suite("String tables of all kinds")
struct StringsTableFuzzTests {
  private static let corpus = """
    /* Comment */
    "a.key" = "A sentence with {count} and “quotes”.";
    "a.key.one" = "One";  // more
    "escapes" = "\\" \\n \\U00e9 \\\\";

    """

  @Test("Are read or refused")
  func tables() async {
    await FuzzRun.seeds(500) { seed in
      var damage = ByteDamage(
        seed: seed, pieces: ["\" = \"", "\";", "/*", "*/", "//", "\\U", "{", "}"])
      let bytes = damage.damaged(Array(Self.corpus.utf8))
      do throws(StringsTable.Problem) {
        _ = try StringsTable(parsing: bytes)
      } catch {
        let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
          .count
        #expect((1...lines).contains(error.line), "seed \(seed)")
        #expect(error.column >= 1, "seed \(seed)")
      }
    }
  }
}
