import AppTestSupport
import Foundation
import TestSupport
import Testing

/// Codes as people type them: short, in any case, or of another semester.
@Suite("Courses by short codes and of other semesters", .inTurn)
struct OtherSemesterTests {
  @Test("A course of another semester is named with the option that shows it")
  func elsewhere() async throws {
    let program = try await Program.signedIn(to: .shared())
    let run = await program("course XI-PGA.21")
    #expect(run.status == 65)
    #expect(
      run.said == "Error: XI-PGA.21 is in B252, not in B261. Add --semester previous.\n")
    #expect(await program("course XI-PGA.21 -s previous").status == 0)
    let czech = await program("course xi-pga.21 --lang cs")
    #expect(czech.said.contains("Přidejte --semester previous."))
  }

  @Test("A part of a code finds the only course that has it, in any case")
  func short() async throws {
    let program = try await Program.signedIn(to: .shared())
    #expect(await program("course log").out.hasPrefix("XI-LOG.23"))
    #expect(await program("course Xi-Log").out.hasPrefix("XI-LOG.23"))
    // A piece of a part is no part.
    #expect(await program("course zp").status == 65)
    let several = await program("course xi")
    #expect(several.status == 65)
    #expect(several.said.contains("XI-LOG.23"))
  }
}
