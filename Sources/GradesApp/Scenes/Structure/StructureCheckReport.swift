import GradesCore
import GradesLocalization
import Terminal

/// What is wrong with a structure's file, as compilers report it, and as a document.
struct StructureCheckReport: Report {
  let reading: StructureReading
  let file: String
  let strings: Strings

  var table: Table { Table(columns: [], sections: []) }

  func lines(width: Int?) -> [StyledText] {
    reading.problems.flatMap { problem in
      heading(problem).wrapped(to: width ?? .max) + excerpt(problem, width: width)
    } + [total]
  }

  private func heading(_ problem: StructureProblem) -> StyledText {
    let place = problem.place
    return StyledText("\(SafeText.singleLine(file)):\(place.line):\(place.column): ", .quiet)
      + StyledText(strings(problem.severity.shown.word), problem.severity.shown.style)
      + StyledText(": " + SafeText.singleLine(strings.problem(problem.kind)))
  }

  /// The line of the file with a caret under the place. Long lines are cut around it.
  private func excerpt(_ problem: StructureProblem, width: Int?) -> [StyledText] {
    let place = problem.place
    guard place.line <= reading.lines.count else { return [] }
    let number = "\(place.line)"
    let room = max(16, (width ?? 100) - number.count - 5)
    let scalars = reading.lines[place.line - 1].unicodeScalars
    let start = max(0, place.column - 1 - room * 2 / 3)
    func part(_ from: Int, _ to: Int) -> StyledText {
      let part = scalars.dropFirst(from).prefix(max(0, to - from))
      return StyledText(SafeText.singleLine(String(String.UnicodeScalarView(part))))
    }
    let before = part(start, place.column - 1)
    let blank = String(repeating: " ", count: number.count)
    let line = (before + part(place.column - 1, scalars.count)).truncated(to: room)
    return [
      StyledText(" \(number) | ", .quiet) + line,
      StyledText(" \(blank) | ", .quiet) + .blanks(before.displayWidth)
        + StyledText("^", problem.severity.shown.style),
    ]
  }

  private var total: StyledText {
    func count(_ severity: StructureProblem.Severity) -> Int {
      reading.problems.count { $0.severity == severity }
    }
    let counts: [(Message, Int)] = [
      (.structureErrors, count(.error)), (.reviewWarnings, count(.warning)),
      (.structureHints, count(.hint)),
    ]
    let parts = counts.filter { $0.1 > 0 }.map { strings($0.0, [.count: $0.1]) }
    let style: Style = reading.hasErrors ? .bad : parts.isEmpty ? .good : .plain
    return StyledText(
      parts.isEmpty ? strings(.doctorFine) : parts.joined(separator: ", ") + ".", style)
  }

  func document(_ names: Strings) -> Document {
    [
      "course": reading.file.course, "semester": reading.file.semester,
      "problems": Self.rows(reading.problems, strings),
    ]
  }

  static func rows(_ problems: [StructureProblem], _ strings: Strings) -> Rows {
    Rows(
      problems,
      [
        Field("line") { $0.place.line }, Field("column") { $0.place.column },
        Field("kind") { $0.severity.rawValue },
        Field("message") { SafeText.singleLine(strings.problem($0.kind)) },
      ])
  }
}

extension StructureProblem.Severity {
  var shown: (word: Message, sign: String, style: Style) {
    switch self {
    case .error: (.structureWordError, "✗", .bad)
    case .warning: (.structureWordWarning, "!", .warning)
    case .hint: (.structureWordHint, " ", .accent)
    }
  }
}
