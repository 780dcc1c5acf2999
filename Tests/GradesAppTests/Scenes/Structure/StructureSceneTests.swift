import AppTestSupport
import Foundation
import GradesClient
import GradesCore
import GradesServer
import GradesTesting
import TestSupport
import Testing

/// The structure of a course in the app, key by key.
@Suite("Structure in the app", .inTurn)
struct StructureSceneTests {
  private let du1 = "/du1<enter><esc>"

  @Test("From Courses by s, on a taught course alone")
  func fromCourses() async throws {
    let (_, app) = try await Teacher.atStructure(as: "obojial1", opening: "--open courses")
    #expect(await app.type("s").contains("Select a course that you teach."))
    let structure = await app.type("<end>s")
    #expect(structure.contains("Structure"))
  }

  @Test("An edited structure is a draft in Courses, in the status and before logging out")
  func marked() async throws {
    let (teacher, app) = try await Teacher.atStructure(opening: "--open courses")
    #expect(await !app.text.contains("structure draft"))
    await app.type("<end>s<down>v")
    #expect(await app.type("<esc>").contains("● structure draft"))
    #expect(await teacher("courses").out.contains("structure draft"))
    let status = await teacher("status")
    #expect(status.out.contains("Structure drafts  XI-ZPT.23 (B261)"))
    #expect(
      await teacher("status --json").out.contains(
        """
          "structureDrafts": [
            {
              "course": "XI-ZPT.23",
              "semester": "B261"
            }
          ],
        """))
    let logout = await teacher("logout")
    #expect(logout.status == 64)
    #expect(logout.err.contains("You will lose 1 unpublished draft."))
    await app.type("s<down>v")
    #expect(await !app.type("<esc>").contains("structure draft"))
  }

  @Test("A bound is typed in the form, is a draft at once, and undo takes it back")
  func bound() async throws {
    let (teacher, app) = try await Teacher.atStructure()
    let form = await app.type(du1 + "<enter>")
    #expect(form.contains("Identifier") && form.contains("Expression"))
    // Minimum, required, maximum are the seventh field and those after it.
    let field = await app.type("<down><down><down><down><down><down><down><down><enter>")
    #expect(field.contains("du1 · Maximum"))
    #expect(await app.type("x").contains("“x” is not a number"))
    #expect(await app.type("<enter>").contains("du1 · Maximum"))
    #expect(await app.type("<c-u>-1").contains("is less than"))
    await app.type("<c-u>12,5<enter>")
    #expect(await app.type("<esc>").contains("1 edited item"))
    let holds1 = await teacher.storesItem("du1") { $0.maximumValue == 12.5 }
    #expect(holds1)
    #expect(await app.type("u").contains("1 edited item") == false)
    let holds2 = await teacher.stores { $0 == nil }
    #expect(holds2)
  }

  @Test("Edits outlive the window, and a colleague's change is shown and kept")
  func crash() async throws {
    let (teacher, app) = try await Teacher.atStructure()
    await app.type(du1 + "v")
    _ = await app.hangUp()
    try await teacher.colleague { $0.maximumValue = 77 }
    let again = teacher.program.open("--open structure XI-ZPT.23", columns: 80, rows: 24)
    let opened = await again.text
    #expect(opened.contains("Colleagues have changed this course"))
    #expect(opened.contains("1 edited item"))
    let plan = await again.type("p")
    #expect(plan.contains("Other changes in Grades"))
    #expect(plan.contains("du2 Maximum: 10 → 77"))
  }

  @Test("The expression: a caret under the mistake, completion, and a student's value")
  func expression() async throws {
    let (teacher, app) = try await Teacher.atStructure()
    await app.type("szkusade1<enter>")
    let field = await app.type("/testy<enter><esc><enter><end><enter>")
    #expect(field.contains("test_a + test_b"))
    #expect(field.contains("(estimate)"))
    let unknown = await app.type(" + tesy")
    #expect(unknown.contains("unknown item “tesy”; did you mean testy?"))
    let lines = unknown.split(separator: "\n").map(String.init)
    let text = try #require(lines.firstIndex { $0.contains("test_b + tesy") })
    let word = try #require(lines[text].range(of: "tesy"))
    let caret = try #require(lines[text + 1].firstIndex(of: "^"))
    #expect(
      lines[text].distance(from: lines[text].startIndex, to: word.lowerBound)
        == lines[text + 1].distance(from: lines[text + 1].startIndex, to: caret))
    // The names that begin like the word, one after the other.
    await app.type("<backspace><backspace>")
    #expect(await app.type("<tab>").contains("test_b + test_a"))
    #expect(await app.type("<tab>").contains("test_b + test_b"))
    await app.type("<enter><esc>")
    let holds3 = await teacher.storesItem("testy") {
      $0.expression == "test_a + test_b + test_b"
    }
    #expect(holds3)
  }

  @Test("A new item is added with a form, and can be moved; those of Grades cannot")
  func adding() async throws {
    let (teacher, app) = try await Teacher.atStructure()
    let question = await app.type(du1 + "a")
    #expect(question.contains("New item"))
    #expect(await app.type("du1<enter>").contains("is already in use"))
    let form = await app.type("<c-u>du9<enter>")
    #expect(form.contains("du9") && form.contains("Czech name"))
    await app.type("<esc>")
    let holds4 = await teacher.storesItem("du9") { $0.valueType == .number }
    #expect(holds4)
    #expect(await app.type("m<enter>").contains("Grades cannot reorder existing items"))
    #expect(await app.type("x").contains("edited") == false)
  }

  @Test("An item with values goes only when its identifier was typed")
  func removing() async throws {
    let (teacher, app) = try await Teacher.atStructure()
    let question = await app.type(du1 + "x")
    #expect(question.contains("Remove du1?") && question.contains("Type du1 to confirm."))
    #expect(await app.type("du<enter>").contains("Remove du1?"))
    #expect(await app.type("du1<enter>").contains("1 edited item"))
    let holds5 = await teacher.stores { file in
      file?.items.allSatisfy { $0.identifier.rawValue != "du1" } ?? false
    }
    #expect(holds5)
  }

  @Test("An item with nothing but a note goes only when its own identifier was typed")
  func removingNotes() async throws {
    let teacher = try await Teacher.working()
    try await teacher.create("skupina")
    try await teacher.create("poznamky", below: "skupina")
    try await teacher.control.changeAsColleague(
      course: "XI-ZPT.23", username: "zkusade1", item: "poznamky", value: nil,
      note: "ill in May")
    let app = teacher.program.open("--open structure XI-ZPT.23", columns: 80, rows: 24)
    #expect(await app.type("/skupina<enter><esc>x").contains("Type skupina to confirm."))
    #expect(await app.type("skupina<enter>").contains("2 edited items"))
    #expect(await app.type("py").contains("Type poznamky to confirm."))
    #expect(await app.type("poznamky<enter>").contains("Applied"))
  }

  @Test("An item that got a value after it was removed goes only when its identifier was typed")
  func removingLater() async throws {
    let teacher = try await Teacher.working()
    try await teacher.create("prazdna")
    let app = teacher.program.open("--open structure XI-ZPT.23", columns: 80, rows: 24)
    #expect(await app.type("/prazdna<enter><esc>x").contains("1 edited item"))
    try await teacher.control.changeAsColleague(
      course: "XI-ZPT.23", username: "zkusade1", item: "prazdna", value: .number(3))
    #expect(await app.type("py").contains("Type prazdna to confirm."))
    #expect(await app.type("<esc>").contains("1 edited item"))
    #expect(await teacher("items XI-ZPT.23 --csv").out.contains("\nprazdna,"))
  }

  @Test("The plan is refused while something is wrong, and shown with signs otherwise")
  func plan() async throws {
    let (teacher, app) = try await Teacher.atStructure()
    #expect(await app.type("p").contains("No edits."))
    await app.type(du1 + "v")
    let plan = await app.type("p")
    #expect(plan.contains("~ du1") && plan.contains("Hidden"))
    #expect(await app.type("<esc>").contains("1 edited item"))
    _ = teacher
  }

  @Test("The plan is applied, verified and reported, with a backup of what is lost")
  func applying() async throws {
    let (teacher, app) = try await Teacher.atStructure()
    await app.type(du1 + "vadu9<enter><esc>/du2<enter><esc>xdu2<enter>p")
    let outcome = await app.type("y")
    #expect(outcome.contains("Applied"))
    for line in ["+ du9", "~ du1", "- du2", "Backup: "] { #expect(outcome.contains(line)) }
    #expect(await app.type("<esc>p").contains("No edits."))
    let holds6 = await teacher.stores { $0 == nil }
    #expect(holds6)
    let items = await teacher("items XI-ZPT.23 --csv").out
    #expect(items.contains("\ndu9,") && !items.contains("\ndu2,"))
    let folder = try teacher.program.paths.structureBackupsFolder
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    #expect(names.contains { $0.hasPrefix("backup-") })
  }

  @Test(
    "A change of a colleague after the plan was shown is shown, and nothing of theirs overwritten")
  func appliedTooLate() async throws {
    let (teacher, app) = try await Teacher.atStructure()
    await app.type(du1 + "vp")
    try await teacher.colleague { $0.maximumValue = 77 }
    let refused = await app.type("y")
    #expect(refused.contains("Someone else has changed the course; review the plan again."))
    #expect(refused.contains("1 edited item"))
    let plan = await app.type("p")
    #expect(plan.contains("Other changes in Grades") && plan.contains("10 → 77"))
    #expect(plan.contains("~ du1"))
    #expect(await app.type("y").contains("Applied"))
    let items = await teacher("items XI-ZPT.23 --json").out
    #expect(items.contains("77"))
  }

  @Test("Who is no editor reads the structure, and sees why nothing can be edited")
  func reading() async throws {
    let (teacher, app) = try await Teacher.atStructure(opening: "--open structure XI-BEZ.22")
    #expect(await app.text.contains("read-only"))
    #expect(await app.type("a").contains("You are not an editor"))
    #expect(await app.type("<enter><enter>").contains("You are not an editor"))
    let holds7 = await teacher.stores { $0 == nil }
    #expect(holds7)
  }
}
