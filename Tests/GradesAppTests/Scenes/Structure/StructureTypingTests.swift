import AppTestSupport
import Foundation
import Terminal
import TestSupport
import Testing

@testable import GradesApp

/// What is typed in the forms of a structure.
@Suite("Structure in the app: typing", .inTurn)
struct StructureTypingTests {
  @Test("A bound has a comma in Czech, also before three digits")
  func comma() async throws {
    let (teacher, app) = try await Teacher.atStructure(language: "cs")
    await app.type("/du1<enter><esc><enter>" + String(repeating: "<down>", count: 8) + "<enter>")
    await app.type("<c-u>1,234<enter><esc>")
    #expect(await teacher.storesItem("du1") { $0.maximumValue == 1.234 })
  }

  @Test("A name is completed in the text that comes from the editor, not in the one before")
  func editor() async throws {
    let folder = try TemporaryFolder()
    let script = folder.file("editor")
    try """
    #!/bin/sh
    printf 'aktivita + te' > "$1"
    """.write(to: script, atomically: true, encoding: .utf8)
    try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: script.path)
    let environment = ["EDITOR": script.path, "PATH": "/usr/bin:/bin"]
    let (_, app) = try await Teacher.atStructure(environment: environment)
    await app.type("/testy<enter><esc><enter><end><enter> + te<tab>")
    // The selected name is the first.
    #expect(await app.text.contains("test_a  test_b"))
    #expect(await app.type("<c-e>").contains("aktivita + te "))
    #expect(await app.type("<tab>").contains("aktivita + test_a "))
  }
}
