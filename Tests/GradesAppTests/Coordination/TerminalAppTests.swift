import AppTestSupport
import GradesClient
import Terminal
import TestSupport
import Testing

@testable import GradesApp

/// What the app does around its scenes.
@Suite("The app around its scenes")
@MainActor
struct TerminalAppTests {
  private let course = CourseCode("XI-AAA.23")

  @Test("Logging out leaves all scenes, cancels their work and waits for what must not be cut off")
  func signedOut() async throws {
    let app = try await StubbedApp(
      [.courses, .settings], keys: [.character("x"): .restart([.login])])
    _ = await app.press(.character("x"), until: "login")
    #expect(try await app.end() == .done)
    #expect(
      Set(app.events.all) == [
        "settings made", "settings cancelled", "settings finished", "login made",
        "login cancelled", "login finished",
      ])
  }

  @Test("A login that has ended is offered where it is missed, and leads back there")
  func loginEnded() async throws {
    let app = try await StubbedApp(
      [.courses, .course(course)], keys: [.character("x"): .signedIn],
      failures: [.course(course): .service(.notSignedIn(.expired))])
    let text = await app.text(with: "L log in")
    #expect(text.contains("Your session has expired. Press L to log in again."))
    _ = await app.press(.character("L"), until: "login")
    _ = await app.press(.character("x"), until: "course XI-AAA.23")
    _ = try await app.end()
    // It is made again, with what the login has brought.
    #expect(app.events.all.count { $0 == "course XI-AAA.23 made" } == 2)
    #expect(app.events.all.count { $0 == "courses made" } == 0)
  }

  @Test("After another user's login nothing of the one before is open")
  func anotherUser() async throws {
    let app = try await StubbedApp(
      [.courses, .login], keys: [.character("x"): .restart([.courses, .history])])
    _ = await app.press(.character("x"), until: "history")
    _ = await app.press(.character("q"), until: "courses")
    #expect(try await app.end() == .done)
  }

  @Test("What overlays asked about a scene goes with it")
  func overlays() async throws {
    let app = try await StubbedApp(
      [.courses, .settings],
      keys: [
        .character("x"): .several([
          .run { .restart([.login]) },
          .present(PromptOverlay(Sentence(.signInPasteTitle), accepting: { _ in .done })),
        ])
      ])
    let text = await app.press(.character("x"), until: "⟳ login")
    #expect(!text.contains("full address"))
    _ = try await app.end()
  }

  @Test("Notices that come while a scene works are shown one by one, and the rest afterwards")
  func notices() async throws {
    let app = try await StubbedApp([.courses], keys: [:])
    _ = await app.text(with: "courses")
    let printer = app.context.printer
    printer.notice("first")
    printer.notice("second")
    printer.streams.err("> GET /api\n")
    printer.print("data")
    printer.notice("third")
    #expect(await app.text(with: " first\n").contains("─"))
    #expect(!(await app.press(.down, until: " second\n")).contains("first"))
    #expect(app.said.all.isEmpty)
    _ = try await app.end()
    #expect(app.said.all == ["> GET /api\n", "data\n", "third\n"])
    printer.notice("afterwards")
    #expect(app.said.all.last == "afterwards\n")
  }

  @Test("What is said in passing takes three lines; that there is more is seen")
  func longNotice() async throws {
    let app = try await StubbedApp([.courses], keys: [:])
    _ = await app.text(with: "courses")
    app.context.printer.notice(
      Array(repeating: "The service says something long", count: 8).joined(separator: "; "))
    await expectFrame("TerminalApp/longNotice", app.text(with: "…"))
    _ = try await app.end()
  }

  @Test("What is held back for days is only kept at its end")
  func longRuns() {
    let said = Occurrences<String>()
    let errorCapture = StandardErrorCapture(Streams(out: { _ in }, err: { said.record($0) }))
    errorCapture.begin {}
    let line = String(repeating: "x", count: 1023) + "\n"
    for number in 0..<3000 { errorCapture.streams.err("\(number) " + line) }
    errorCapture.end()
    #expect((400...1100).contains(said.all.count))
    #expect(said.all.last?.hasPrefix("2999 ") == true)
  }

  @Test("A click on a key of the footer presses it; between the keys nothing happens")
  func footer() async throws {
    let app = try await StubbedApp([.courses], keys: [:])
    let text = await app.text(with: "? keys")
    let footer = try #require(text.split(separator: "\n").last)
    let key = try #require(footer.range(of: "? keys"))
    let column = footer.distance(from: footer.startIndex, to: key.lowerBound)
    for column in [column - 1, column + 3] {
      let position = Position(column: column, row: 9)
      app.screen.send([.mouse(Mouse(.press, at: position))])
    }
    #expect(await app.text(with: "Esc close").contains("Esc close"))
    _ = try await app.end()
  }

  @Test("A window that is too small says so, takes no edits, and is used again when it has grown")
  func tooSmall() async throws {
    let app = try await StubbedApp([.courses], keys: [.character("x"): .restart([.login])])
    for rows in 0...7 {
      for columns in 0...29 {
        let size = Size(columns: columns, rows: rows)
        app.screen.send([.resize(size), .key(.character("x")), .paste("x"), .key(.enter)])
        let frame = try #require(await app.screen.frame { $0.size == size })
        #expect(frame.cursor == nil)
      }
    }
    expectFrame("TerminalApp/tooSmall", app.screen.frame.text)
    for size in [Size(columns: 29, rows: 100), Size(columns: 300, rows: 7)] {
      app.screen.send([.resize(size)])
      let frame = try #require(await app.screen.frame { $0.size == size })
      #expect(frame.text.contains("too small"))
    }
    app.screen.send([.resize(Size(columns: 30, rows: 8))])
    #expect(await app.text(with: "courses").contains("? keys"))
    #expect(app.events.all == ["courses made"])
    _ = try await app.end()
  }
}
