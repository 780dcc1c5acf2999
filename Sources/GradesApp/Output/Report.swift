import GradesLocalization
import Terminal

/// What a command prints: a table for people, and a document for programs.
protocol Report: Sendable {
  var table: Table { get }
  /// The table in a number of cells; nil means as wide as it is.
  func lines(width: Int?) -> [StyledText]
  /// Whether the table names the host, so that it shows where the data come from.
  var namesHost: Bool { get }
  /// JSON and, of its rows, CSV.
  ///
  /// - Parameter names: the words of names in documents: those of `--lang`, else English.
  func document(_ names: Strings) -> Document
}

enum ReportFormat: Sendable { case table, json, csv }

extension Report {
  func lines(width: Int?) -> [StyledText] { table.lines(width: width) }

  var namesHost: Bool { false }
}

extension Printer {
  func print(_ report: some Report, as format: ReportFormat) {
    switch format {
    case .table: print(lines(of: report))
    case .json: streams.out(report.document(names).jsonText)
    case .csv: print(csv: report.document(names).csv.text)
    }
  }

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
