import Foundation
import GradesClient
import GradesCore
import TestSupport
import Testing

/// Files that no spreadsheet writes: read, or refused at a row; an edit never names a student or an
/// item that the file does not.
@Suite("CSV of all kinds")
struct CSVFuzzTests {
  private static let corpus = [
    "username,lastName,firstName,du1,du2\nzkusade1,Zkušební,Adéla,7.5,yes\ndruhyst2,,,1,\n",
    "\u{FEFF}username;du1;note\r\nzkusade1;7,5;\"více\r\nřádků; a \"\"uvozovky\"\"\"\r\n",
    "username\tdu1\nzkusade1\t3\n",
  ]

  @Test("Is read or refused")
  func files() async {
    let definitions = ["du1", "du2"].map { Classification(identifier: ItemIdentifier($0)) }
    await FuzzRun.seeds(500) { seed in
      var damage = ByteDamage(
        seed: seed, pieces: ["username", "du1", "du2", "\"\"", "\r", ";", "\t", "7,5", "=1+1"])
      let whole = Self.corpus[Int(seed % UInt64(Self.corpus.count))]
      let bytes = Data(damage.damaged(Array(whole.utf8)))
      var options = TableReading.Options()
      options.emptyClears = seed % 2 == 0
      guard
        let reading = try? TableReading(
          try TableFile(bytes), definitions: definitions, options: options)
      else { return }
      for edit in reading.edits {
        #expect(["du1", "du2"].contains("\(edit.identifier)"), "seed \(seed)")
        #expect(!"\(edit.username)".isEmpty, "seed \(seed)")
        #expect((edit.row ?? 1) > 0, "seed \(seed)")
      }
    }
  }
}
