import GradesApp
import Terminal
import TestSupport
import Testing

/// The terminal app as a user runs it, in a window in memory.
package final class RunningApp: Sendable {
  /// The window.
  package let screen: RecordingScreen
  private let run: Task<Program.Run, Never>

  init(_ screen: RecordingScreen, _ run: Task<Program.Run, Never>) {
    self.screen = screen
    self.run = run
  }

  /// What is seen once nothing is going on.
  package var text: String {
    get async {
      await screen.rest()
      return screen.frame.text
    }
  }

  /// Where the cursor is once nothing is going on.
  package var cursor: Position? {
    get async {
      await screen.rest()
      return screen.frame.cursor
    }
  }

  /// Presses keys one after the other, each when the one before has had its effect, and gives what is
  /// seen then.
  ///
  /// Words in angle brackets are keys (`<enter>`, `<down>`, `<c-c>`), everything else is typed.
  @discardableResult
  package func type(_ keys: String) async -> String {
    for input in Self.inputs(keys) {
      screen.send([input])
      await screen.rest()
    }
    return screen.frame.text
  }

  /// Presses keys without waiting for what comes of them, since something else is going on for long.
  package func press(_ keys: String) { screen.send(Self.inputs(keys)) }

  /// What is seen once a text is among it, whatever else is going on; the text must not be broken
  /// between lines. Fails the test when nothing is going on any longer and it is not there.
  @discardableResult
  package func text(with part: String, sourceLocation: SourceLocation = #_sourceLocation) async
    -> String
  {
    if let frame = await screen.frame(where: { $0.text.contains(part) }) { return frame.text }
    let shown = screen.frame.text
    Issue.record("“\(part)” was never seen, but:\n\(shown)", sourceLocation: sourceLocation)
    return shown
  }

  /// Pastes a text into a terminal that does not mark it, and gives what is seen then.
  @discardableResult
  package func pasteWithoutMarks(_ keys: String) async -> String {
    screen.send(Self.inputs(keys), together: true)
    return await text
  }

  /// Pastes a text and gives what is seen then.
  @discardableResult
  package func paste(_ pasted: String) async -> String {
    screen.send([.paste(pasted)])
    return await text
  }

  /// Changes the window's size and gives what is seen then.
  @discardableResult
  package func resize(columns: Int, rows: Int) async -> String {
    screen.send([.resize(Size(columns: columns, rows: rows))])
    return await text
  }

  /// Waits for the end of the program.
  package func end() async -> Program.Run { await run.value }

  /// Ends the program as a terminal that is closed does.
  package func hangUp() async -> Program.Run {
    screen.send([.ended])
    return await run.value
  }

  static func inputs(_ keys: String) -> [Input] {
    var inputs: [Input] = []
    var rest = keys[...]
    while let first = rest.first {
      if first == "<", let end = rest.firstIndex(of: ">"),
        let key = key(named: rest[rest.index(after: rest.startIndex)..<end])
      {
        inputs.append(.key(key))
        rest = rest[rest.index(after: end)...]
      } else {
        inputs.append(.key(.character(first)))
        rest.removeFirst()
      }
    }
    return inputs
  }

  private static func key(named name: Substring) -> Key? {
    switch name {
    case "enter": .enter
    case "tab": .tab
    case "backtab": .backTab
    case "backspace": .backspace
    case "delete": .delete
    case "esc": .escape
    case "up": .up
    case "down": .down
    case "left": .left
    case "right": .right
    case "c-left": Key(.left, .control)
    case "c-right": Key(.right, .control)
    case "home": .home
    case "end": .end
    case "pageup": .pageUp
    case "pagedown": .pageDown
    case "space": .character(" ")
    case "a-enter": Key(.enter, .alt)
    case "f1": Key(.function(1))
    case "f2": Key(.function(2))
    case "f5": Key(.function(5))
    default:
      if name.hasPrefix("c-"), name.count == 3, let letter = name.last {
        .control(letter)
      } else {
        nil
      }
    }
  }
}

extension Program {
  /// Opens the terminal app in a window, which the test closes at its end; the arguments are written as in
  /// a shell without quotes.
  package func open(
    _ arguments: String = "", columns: Int = 80, rows: Int = 24, browser: Browser? = nil
  ) -> RunningApp {
    let screen = RecordingScreen(columns: columns, rows: rows)
    let words = arguments.split(separator: " ").map(String.init)
    let run = Task {
      let run = await self.run(words, width: columns, input: [], browser: browser, screen: screen)
      screen.end()
      return run
    }
    let app = RunningApp(screen, run)
    TestEnd.close { _ = await app.hangUp() }
    return app
  }
}
