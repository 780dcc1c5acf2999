import Files
import GradesConfiguration
import GradesLocalization
import Synchronization
import Terminal

/// Prints for one run: data to standard output, everything else to standard error.
struct Printer: Sendable {
  let streams: Streams
  /// Holds all of it back while the terminal app has the window.
  let errorCapture: StandardErrorCapture
  /// Whether nothing is drawn: neither bars nor progress.
  let isPlain: Bool
  let colours: ColourDepth
  /// Says above the first table that its data are made up; nil where they are not.
  let demoMark: DemoMark?
  /// The words of names in documents.
  let names: Strings

  init(
    _ errorCapture: StandardErrorCapture, isPlain: Bool = false,
    colour: GradesConfiguration.Colour = .auto,
    environment: [String: String] = [:], demoMark: DemoMark? = nil,
    names: Strings = .load(.english)
  ) {
    self.demoMark = demoMark
    self.names = names
    self.errorCapture = errorCapture
    self.isPlain = isPlain
    var streams = errorCapture.streams
    if isPlain { streams.errors.canAnimate = false }
    self.streams = streams
    colours =
      switch colour {
      case .auto: streams.output.colours
      case .never: .none
      case .always: streams.output.forcingColours(environment).colours
      }
  }

  /// The width to lay tables out in; nil, without a terminal, means as wide as they are.
  var width: Int? { streams.output.columns }

  /// Prints text as data, made harmless.
  func print(_ text: String) { streams.out(SafeText.multiLine(text) + "\n") }

  func print(_ lines: [StyledText]) { streams.out(text(of: lines)) }

  func text(of lines: [StyledText]) -> String {
    var text = ""
    for line in lines {
      (isPlain ? line.withoutBlocks : line).write(colours, to: &text)
      text += "\n"
    }
    return text
  }

  /// Says something that is not data. Details in it may come from the service, so it is made harmless.
  func notice(_ text: String) { errorCapture.notice(SafeText.multiLine(text)) }

  /// Reads a line of standard input, which may be a terminal; nil at the end of the input. A user who cancels
  /// must not have to press Enter for it.
  func readLine() async throws -> String? {
    try await abandonOnCancel { [streams] in await streams.readLine() }
  }

  /// Asks a question on a terminal and reads the answer, which is not shown if it is secret; nil at the end of
  /// the input. What was typed before it could be seen is no answer, unless many lines are asked for.
  func ask(
    _ question: String, orUse flag: String, isSecret: Bool = false, takesTypedAhead: Bool = false
  ) async throws -> String? {
    guard streams.inputIsTerminal else { throw Failure.needsTerminal(flag: flag) }
    if !takesTypedAhead { streams.dropInput() }
    let width = streams.errors.columns.map { $0 - 1 } ?? Int.max
    let lines = StyledText(question).wrapped(to: width).map(\.text)
    streams.err(lines.joined(separator: "\n") + " ")
    let line: String?
    let showInput = isSecret ? streams.hideInput() : nil
    defer {
      showInput?()
      // The line end of a hidden answer was not shown either.
      if isSecret { streams.err("\n") }
    }
    do { line = try await readLine() } catch {
      streams.err("\n")
      throw error
    }
    // Without Enter, the next text would be beside the question.
    if line == nil, !isSecret { streams.err("\n") }
    return line
  }
}

/// The line above what a run prints about made-up data; once a run is enough.
final class DemoMark: Sendable {
  private let text: Mutex<String?>

  init(_ text: String) { self.text = Mutex(text) }

  func takeText() -> String? {
    text.withLock { text in
      defer { text = nil }
      return text
    }
  }
}
