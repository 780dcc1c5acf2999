import AppTestSupport
import Foundation
import TestSupport
import Testing

@testable import GradesApp

/// The programs of desktops that take a copied text, as real child processes.
@Suite("The desktop's clipboard", .hangLimit, .inTurn)
struct ClipboardTests {
  private let folder: TemporaryFolder
  private var base: [String: String] { ["PATH": "\(folder.url.path):/usr/bin:/bin"] }

  init() throws { folder = try TemporaryFolder() }

  /// Installs a program that notes its arguments, what it read and what it has of the login.
  private func install(_ name: String, _ script: String? = nil) throws {
    let noting = """
      printf '%s ' "$@" > "\(folder.file(name + ".arguments").path)"
      printf '%s' "$GRADES_TOKEN$GRADES_CLIENT_SECRET" > "\(folder.file(name + ".secrets").path)"
      cat > "\(folder.file(name + ".text").path)"
      """
    try FakeProgram.install(name, script ?? noting, in: folder)
  }

  private func noted(_ name: String) -> String? {
    try? String(contentsOf: folder.file(name), encoding: .utf8)
  }

  @Test(
    "Each program that fits the desktop gets the whole text, and no secrets",
    arguments: [
      (["WAYLAND_DISPLAY": "wayland-0"], ["pbcopy", "wl-copy"]),
      (["DISPLAY": ":0"], ["pbcopy", "xclip"]),
      (["DISPLAY": ":0", "WAYLAND_DISPLAY": "wayland-0"], ["pbcopy", "wl-copy", "xclip"]),
      ([:], ["pbcopy"]),
    ])
  func copying(desktop: [String: String], expected: [String]) async throws {
    let programs = ["pbcopy", "wl-copy", "xclip"]
    for program in programs { try install(program) }
    let environment = base.merging(desktop) { $1 }
      .merging(["GRADES_TOKEN": "secret", "GRADES_CLIENT_SECRET": "secret"]) { $1 }
    // More than a pipe holds.
    let text = String(repeating: "žluťoučký\tkůň „'=“\n", count: 20_000)
    await Clipboard(environment: environment).copy(text)
    for program in programs {
      let isExpected = expected.contains(program)
      #expect(noted(program + ".text") == (isExpected ? text : nil), "\(program)")
      #expect(noted(program + ".secrets") == (isExpected ? "" : nil))
    }
    if expected.contains("xclip") {
      #expect(noted("xclip.arguments") == "-selection clipboard -in ")
    }
  }

  @Test("A program that fails, is missing, or never ends stops nothing")
  func failing() async throws {
    try install("wl-copy", "exit 1")
    try install("pbcopy", "exec cat /dev/zero > /dev/null")
    try install("xclip")
    let environment = base.merging(["DISPLAY": ":0", "WAYLAND_DISPLAY": "wayland-0"]) { $1 }
    await Clipboard(environment: environment, timeLimit: .seconds(1)).copy("7,5\n")
    #expect(noted("xclip.text") == "7,5\n")
    await Clipboard(environment: ["PATH": "/nowhere", "DISPLAY": ":0"]).copy("7,5\n")
  }

  @Test("Copying in the sheet runs the program with the table")
  func sheet() async throws {
    try install("wl-copy")
    let environment = base.merging(["WAYLAND_DISPLAY": "wayland-0"]) { $1 }
    let teacher = try await Teacher.working(environment: environment)
    let app = teacher.program.open("--open group XI-ZPT.23 ALL", columns: 80, rows: 16)
    await app.pressing("<c-k>Y")
    #expect(await app.hangUp().status == 130)
    #expect(noted("wl-copy.text") == app.screen.copied.all.last)
  }
}
