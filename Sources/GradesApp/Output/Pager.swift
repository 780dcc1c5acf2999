import Foundation

extension Context {
  /// The program that shows what is longer than the terminal: `GRADES_PAGER`, `PAGER`, else `less`. Nil where the user
  /// wants none (an empty value, or `cat`), or where there is no such program.
  private var pager: ChildProgram? {
    let wanted = environment["GRADES_PAGER"] ?? environment["PAGER"] ?? "less -FRX"
    guard wanted.split(whereSeparator: \.isWhitespace).first != "cat" else { return nil }
    // Colours as they are, no pages where one suffices, and the text stays on the terminal.
    let forLess = ["LESS": "FRX", "LESSCHARSET": "utf-8"]
    return ChildProgram(line: wanted, in: forLess.merging(environment) { $1 })
  }

  /// Prints a report; a table that is longer than the terminal is shown in the user's pager.
  func show(_ report: some Report, as format: ReportFormat) async {
    guard format == .table, usesPager, let rows = printer.streams.rows(),
      printer.streams.output.isTerminal, var pager
    else { return printer.print(report, as: format) }
    let lines = printer.lines(of: report)
    // The prompt needs a line of its own.
    pager.input = Data(printer.text(of: lines).utf8)
    if lines.count >= rows, await pager.run() == .succeeded { return }
    printer.print(lines)
  }
}
