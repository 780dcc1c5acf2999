import AppTestSupport
import Foundation
import GradesClient
import GradesTesting
import TestSupport
import Testing

/// What keeps the edits of a structure safe beside what is typed.
@Suite("Structure in the app: nothing is lost", .inTurn)
struct StructureSafetyTests {
  private let du1 = "/du1<enter><esc>"
  private let du2 = "/du2<enter><esc>"
  private static let definitions = "/courses/XI-ZPT.23/definition"

  // MARK: Two windows

  @Test("A second window says that another one edits, and only reads until that is left")
  func twoWindows() async throws {
    let (teacher, one) = try await Teacher.atStructure()
    await one.type(du1 + "v")
    #expect(await teacher.storesItem("du1") { $0.hidden })
    let two = teacher.program.open("--open structure XI-ZPT.23", columns: 80, rows: 24)
    let opened = await two.text
    #expect(opened.contains("This structure is being edited in another window"))
    #expect(opened.contains("read-only") && opened.contains("~ du1"))
    for key in ["v", "a", "x", "m", "o", "u", "D", "p", "<enter><enter>"] {
      let refused = await two.type(du2 + key)
      #expect(refused.contains("edited in another window"), "\(key)")
    }
    await two.type("<esc>")
    #expect(await teacher.storesItem("du2") { !$0.hidden })
    // Refreshed, it shows what is stored now.
    await one.type(du2 + "v")
    #expect(await teacher.storesItem("du2") { $0.hidden })
    #expect(await two.type("r").contains("~ du2"))
    await one.type("<esc>")
    await two.type("r")
    #expect(await two.type("u").contains("2 edited items"))
    #expect(await two.type("/du4<enter><esc>v").contains("3 edited items"))
    #expect(await teacher.storesItem("du4") { $0.hidden })
    #expect(await teacher.storesItem("du1") { $0.hidden })
    // Now the first one reads.
    #expect(await one.type("<end>s").contains("edited in another window"))
  }

  // MARK: Applying

  @Test("The focus stays on its item when lines above it go")
  func focus() async throws {
    let (_, app) = try await Teacher.atStructure()
    await app.type(du1 + "xdu1<enter>/du4<enter><esc>v")
    let outcome = await app.type("py")
    #expect(outcome.contains("Applied"))
    let lines = await app.type("<esc>").split(separator: "\n")
    #expect(lines.contains { $0.hasPrefix("▌") && $0.contains("du4") })
    #expect(!lines.contains { $0.contains("du1 ") })
  }

  @Test("A course without items says how to add the first one")
  func empty() async throws {
    let teacher = try await Teacher.working()
    let api = try await teacher.colleagueAPI()
    let (course, semester) = (CourseCode("XI-ZPT.23"), try #require(SemesterCode("B261")))
    let roots = try await api.course(course, in: semester).definitions.structure().map(\.item)
      .filter { $0.parentID == nil }
    for root in roots {
      try await api.course(course, in: semester).definitions.delete(
        root.identifier, keepingChildren: false)
    }
    let app = teacher.program.open("--open structure XI-ZPT.23", columns: 40, rows: 16)
    #expect(await app.text.contains("Press a to add the first item."))
    #expect(await app.type("adu1<enter><esc>").contains("+!du1"))
  }

  @Test("Edits being sent when the scene is left are finished once, and said in the next one")
  func leaving() async throws {
    let (teacher, app) = try await Teacher.atStructure()
    await app.type(du1 + "vp")
    let held = teacher.control.add(Fault("PUT", Self.definitions, .hangBeforeHandling))
    app.press("y")
    await held.waitUntilHit()
    await app.text(with: "Changing 0 of 1")
    app.press("<esc>")
    await app.text(with: "grades · Courses")
    held.release()
    #expect(await app.comesToShow("Changed the structure of XI-ZPT.23 as planned."))
    #expect(teacher.saves.count == 1)
    #expect(await teacher.stores { $0 == nil })
  }

  @Test("What is left unfinished after the scene was left is shown in the next one")
  func leavingFailure() async throws {
    let (teacher, app) = try await Teacher.atStructure()
    await app.type(du1 + "vadu9<enter><esc>p")
    let failing = teacher.control.add(Fault("PUT", Self.definitions, .answer(status: 400)))
    let held = teacher.control.add(Fault("POST", Self.definitions, .hangBeforeHandling))
    app.press("y")
    await held.waitUntilHit()
    app.press("<esc>")
    await app.text(with: "grades · Courses")
    held.release()
    await failing.waitUntilHit()
    #expect(await app.comesToShow("XI-ZPT.23 · Not finished"))
    let outcome = await app.text
    #expect(outcome.contains("+ du9") && outcome.contains("Still differs from the plan: du1."))
    #expect(await teacher.storesItem("du1") { $0.hidden })
  }

  @Test("The outcome waits where another scene covers the structure; Ctrl-C asks first")
  func covering() async throws {
    let (teacher, app) = try await Teacher.atStructure()
    await app.type(du1 + "vp")
    let held = teacher.control.add(Fault("PUT", Self.definitions, .hangBeforeHandling))
    app.press("y")
    await held.waitUntilHit()
    app.press("<c-c>")
    await app.text(with: "Quit while edits are being sent?")
    app.press("<esc>,")
    await app.text(with: "Settings")
    held.release()
    #expect(await teacher.stores { $0 == nil })
    #expect(await app.text.contains("Settings"))
    app.press("<esc>")
    #expect(await app.comesToShow("XI-ZPT.23 · Applied"))
  }

  @Test("Each phase has words: waiting for another process, reading, verifying")
  func phases() async throws {
    let (teacher, app) = try await Teacher.atStructure()
    await app.type(du1 + "vp")
    let lock = try teacher.program.paths.structureBackupsFolder.appending(path: "apply.lock")
    try FileManager.default.createDirectory(
      at: lock.deletingLastPathComponent(), withIntermediateDirectories: true,
      attributes: [.posixPermissions: 0o700])
    let file = open(lock.path, O_RDWR | O_CREAT, 0o600)
    defer { close(file) }
    #expect(flock(file, LOCK_EX) == 0)
    app.press("y")
    await app.text(with: "Waiting for another process")
    let reading = teacher.control.add(Fault("GET", Self.definitions, .hangBeforeHandling))
    let put = teacher.control.add(Fault("PUT", Self.definitions, .hangBeforeHandling))
    #expect(flock(file, LOCK_UN) == 0)
    await reading.waitUntilHit()
    await app.text(with: "Reading the course")
    reading.release()
    await put.waitUntilHit()
    let verifying = teacher.control.add(Fault("GET", Self.definitions, .hangBeforeHandling))
    put.release()
    await verifying.waitUntilHit()
    await app.text(with: "Verifying")
    verifying.release()
    await app.text(with: "Applied")
  }

  // MARK: The disk

  @Test("A damaged draft and one that cannot be stored are said when the scene is opened")
  func notices() async throws {
    let (teacher, app) = try await Teacher.atStructure()
    await app.type(du1 + "v")
    #expect(await teacher.stores { $0 != nil })
    _ = await app.hangUp()
    let file = try #require(try teacher.structureDraftFile)
    try Data("items: [".utf8).write(to: file)
    let damaged = teacher.program.open("--open structure XI-ZPT.23")
    #expect(await damaged.text.contains("Cannot read your saved edits"))
    _ = await damaged.hangUp()
    // A file where the folder should be.
    let folder = try teacher.program.paths.structuresFolder
    try FileManager.default.removeItem(at: folder)
    try Data().write(to: folder)
    let unstored = teacher.program.open("--open structure XI-ZPT.23")
    await unstored.type(du1 + "v")
    // The app does not wait for the disk.
    await unstored.text(with: "Cannot write")
  }
}
