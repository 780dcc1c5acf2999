import JSON
import Terminal

/// What a command prints: one JSON document (`write(to:)`; Product rules, JSON documents), a table, and
/// where it makes sense CSV.
protocol Report: JSONWritable, Sendable {
  /// The table for people.
  var table: Table { get }
  /// The table of `--csv`.
  var csv: CSVWriter { get }
  /// The table in a number of cells; nil means as wide as it is.
  func lines(width: Int?) -> [StyledText]
  /// Whether the table names the host, so that it shows where the data come from.
  var namesHost: Bool { get }
}

/// The form in which a report is printed.
enum ReportFormat: Sendable { case table, json, csv }

extension Report {
  /// For reports that are no table.
  var csv: CSVWriter { CSVWriter(header: []) }

  func lines(width: Int?) -> [StyledText] { table.lines(width: width) }

  var namesHost: Bool { false }
}

extension Printer {
  func print(_ report: some Report, as format: ReportFormat) {
    switch format {
    case .table: print(lines(of: report))
    case .json: streams.out(report.jsonText)
    case .csv: print(csv: report.csv.text)
    }
  }

  /// The lines of a report's table.
  func lines(of report: some Report) -> [StyledText] {
    let mark = report.namesHost ? nil : demoMark?.takeText()
    return (mark.map { [StyledText($0, .quiet)] } ?? []) + report.lines(width: width)
  }

  /// Prints a CSV table: as it is into a file or a pipe, and made harmless on a terminal, which would
  /// obey a carriage return in it even where the rest has no controls.
  func print(csv text: String) {
    streams.out(streams.output.isTerminal ? SafeText.multiLine(text) : text)
  }
}
