import AppTestSupport
import GradesServer
import GradesTesting
import TestSupport
import Testing

/// Every scene in both languages, in a narrow, a usual and a wide window.
///
/// The README shows some of these frames.
@Suite("Scenes as they look", .inTurn)
struct SceneFrameTests {
  /// A way to something that is seen.
  struct View: CustomTestStringConvertible, Sendable {
    /// The name of the file.
    let name: String
    /// Who looks; nil: no user is logged in.
    let user: String?
    /// The command line.
    var arguments = ""
    /// Commands before, and whose they are.
    var preparation: [(user: String, command: String)] = []
    /// Keys pressed once the scene is there; `<yes>` is the letter for it.
    var keys = ""
    /// What a colleague does then, and the keys after that.
    var then: (command: String, keys: String)?
    /// Whether the keys change what the next window would show.
    var startsOver = false

    var testDescription: String { name }
  }

  static let (student, teacher, both) = (
    DemoAccounts.student.username, DemoAccounts.teacher.username, "obojial1"
  )

  static let views = [
    View(name: "login", user: nil),
    View(name: "courses", user: both),
    View(name: "semesters", user: both, keys: "e"),
    View(name: "help", user: both, keys: "?"),
    View(name: "course", user: student, arguments: "--open course XI-ZPT.23"),
    View(name: "group", user: teacher, arguments: "--open group XI-ZPT.23 ALL"),
    View(
      name: "editing", user: teacher, arguments: "--open group XI-ZPT.23 ALL",
      keys: "7,5<enter>8<enter>12,5", startsOver: true),
    View(
      name: "statistics", user: teacher, arguments: "--open group XI-ZPT.23 ALL", keys: "<c-k>d"),
    View(
      name: "course-statistics", user: teacher, arguments: "--open group XI-ZPT.23 ALL",
      keys: "<c-k>D"),
    View(name: "student", user: teacher, arguments: "--open student XI-ZPT.23 zkusade1"),
    View(name: "students", user: teacher, arguments: "--open students XI-ZPT.23", keys: "an"),
    View(
      name: "review", user: teacher, arguments: "--open drafts",
      preparation: [
        (teacher, "set XI-ZPT.23 zkusade1:du1=5 druhyst2:du2=11,5 zkusade1:slovne=hotovo --draft")
      ]),
    View(
      name: "history", user: teacher, arguments: "--open history",
      preparation: [
        (teacher, "set XI-ZPT.23 zkusade1:du1=5 druhyst2:du2=7,5 --yes --no-notify"),
        (teacher, "set XI-ZPT.23 zkusade1:du3=1 --yes --notify"),
      ]),
    View(name: "notifications", user: student, arguments: "--open notifications"),
    View(
      name: "changes", user: student, arguments: "--open changes",
      preparation: [
        (student, "course XI-ZPT.23"),
        (teacher, "set XI-ZPT.23 zkusade1:du1=9,5 zkusade1:slovne=hotovo --yes --no-notify"),
        (student, "course XI-ZPT.23"),
      ]),
    View(name: "structure", user: teacher, arguments: "--open structure XI-ZPT.23", keys: "<down>"),
    View(
      name: "structure-form", user: teacher, arguments: "--open structure XI-ZPT.23",
      keys: "/testy<enter><esc><enter><end>"),
    View(
      name: "structure-expression", user: teacher, arguments: "--open structure XI-ZPT.23",
      keys: "szkusade1<enter>/testy<enter><esc><enter><end><enter> + tesy"),
    View(
      name: "structure-plan", user: teacher, arguments: "--open structure XI-ZPT.23",
      keys: "/du1<enter><esc>vadu9<enter><esc>/interni<enter><esc>xinterni<enter>p",
      startsOver: true),
    View(
      name: "structure-edited", user: teacher, arguments: "--open structure XI-ZPT.23",
      keys: "/du2<enter><esc>vadu9<enter><esc>/du1<enter><esc>xdu1<enter>", startsOver: true),
    View(
      name: "structure-completion", user: teacher, arguments: "--open structure XI-ZPT.23",
      keys: "/testy<enter><esc><enter><end><enter> + <tab><tab>"),
    View(
      name: "structure-outcome", user: teacher, arguments: "--open structure XI-ZPT.23",
      keys: "Adu9<enter><esc>adu10<enter><esc>p<yes>", startsOver: true),
    View(
      name: "structure-conflict", user: teacher, arguments: "--open structure XI-ZPT.23",
      keys: "/du1<enter><esc>xdu1<enter>/du4<enter><esc>v",
      then: ("items hide XI-ZPT.23 du1 du2 --yes", "p"), startsOver: true),
    View(name: "settings", user: both, arguments: "--open settings"),
  ]

  @Test("Each scene at 40, 80 and 120 columns, in English and Czech", arguments: views)
  func frames(_ view: View) async throws {
    var shown: [String] = []
    for language in ["en", "cs"] {
      var service = try await TestService.started()
      var program = try await view.program(in: language, of: service)
      for columns in [40, 80, 120] {
        if view.startsOver, columns > 40 {
          await service.stop()
          service = try await TestService.started()
          program = try await view.program(in: language, of: service)
        }
        let app = program.open(view.arguments, columns: columns, rows: 16)
        _ = await app.text
        let keys = view.keys.replacing("<yes>", with: language == "cs" ? "a" : "y")
        var frame = await app.type(keys)
        if let then = view.then {
          let colleague = try await Program.signedIn(to: service, as: Self.teacher)
          let run = await colleague(then.command)
          #expect(run.status == 0, "\(then.command): \(run.err)")
          frame = await app.type(then.keys)
        }
        shown.append(
          "== \(language) \(columns)\n\(frame.replacing(":\(service.port)", with: ":PORT "))")
        _ = await app.hangUp()
      }
      await service.stop()
    }
    expectFrame("Scenes/\(view.name)", shown.joined(separator: "\n"))
  }
}

extension SceneFrameTests.View {
  /// The program of the user of this view, after everything before it has been done.
  func program(in language: String, of service: TestService) async throws -> Program {
    var program: Program
    if let user {
      program = try await Program.signedIn(to: service, as: user)
    } else {
      program = try Program(environment: ["XDG_CONFIG_HOME": "/invented"], now: { .usual })
    }
    program.environment["LANG"] = language == "cs" ? "cs_CZ.UTF-8" : "en_GB.UTF-8"
    let colleague = try await Program.signedIn(to: service, as: SceneFrameTests.teacher)
    for (user, command) in preparation {
      let run = await (user == self.user ? program : colleague)(command)
      #expect(run.status == 0, "\(command): \(run.err)")
    }
    return program
  }
}
