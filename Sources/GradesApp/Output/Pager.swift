import Files
import Foundation

/// The program that shows what is longer than the terminal: `GRADES_PAGER`, `PAGER`, else `less`; started
/// without a shell.
struct Pager: Sendable {
  private let program: String
  private let arguments: [String]
  private let environment: [String: String]

  /// Nil where the user wants none (an empty value, or `cat`), or where there is no such program.
  init?(environment: [String: String]) {
    let wanted = environment["GRADES_PAGER"] ?? environment["PAGER"] ?? "less -FRX"
    let words = wanted.split(whereSeparator: \.isWhitespace).map(String.init)
    guard let name = words.first, name != "cat",
      let program = Executable.find(name, in: environment)
    else { return nil }
    self.program = program
    arguments = Array(words.dropFirst())
    // Colours as they are, no pages where one suffices, and the text stays on the terminal.
    self.environment = ["LESS": "FRX", "LESSCHARSET": "utf-8"].merging(environment.withoutSecrets) {
      $1
    }
  }

  /// Shows a text until the user leaves it. Returns false if the program could not be started, or failed.
  func show(_ text: String) async -> Bool {
    await ChildProgram(
      file: program, arguments: arguments, environment: environment, input: Data(text.utf8),
      usesTerminal: true
    ).run() == .succeeded
  }
}

extension Context {
  /// Prints a report; a table that is longer than the terminal is shown in the user's pager.
  func show(_ report: some Report, as format: ReportFormat) async {
    guard format == .table, usesPager, let rows = printer.streams.rows(),
      printer.streams.output.isTerminal, let pager = Pager(environment: environment)
    else { return printer.print(report, as: format) }
    let lines = printer.lines(of: report)
    // The prompt needs a line of its own.
    if lines.count >= rows, await pager.show(printer.text(of: lines)) { return }
    printer.print(lines)
  }
}
