import Foundation
import GradesCore
import GradesLocalization
import Terminal

struct DoctorFindings: Report {
  let findings: [DoctorFinding]
  let strings: Strings
  let failures: FailureSentence
  let host: String

  var table: Table {
    let parts: [(Message, (DoctorCheck) -> Bool)] = [
      (.doctorPartProgram, { !$0.isEndpoint && !$0.isQuestion }),
      (.doctorPartEndpoints, \.isEndpoint), (.doctorPartQuestions, \.isQuestion),
    ]
    return Table(
      columns: [.init(), .init(leastWidth: 12, overflow: .wrap)],
      sections: parts.map { title, belongs in
        Table.Section(
          title: StyledText(strings(title), .heading),
          rows: rows(findings.filter { belongs($0.check) }))
      }, remarks: [StyledText(summary)])
  }

  private var summary: String {
    let failed = findings.count { $0.outcome == .failed }
    let warnings = findings.count { $0.outcome == .warning }
    let left = findings.count { $0.outcome == .notTried }
    return [
      failed == 0 && warnings == 0 ? strings(.doctorFine) : nil,
      failed > 0 ? strings(.doctorFailed, [.count: failed]) : nil,
      warnings > 0 ? strings(.doctorWarnings, [.count: warnings]) : nil,
      left > 0 ? strings(.doctorLeft, [.count: left]) : nil,
    ].compactMap { $0 }.joined(separator: " ")
  }

  /// The most differences of one response in the table; the document has all.
  private static let mostObserved = 8

  /// The longest line of titles, which nothing wraps in a pipe.
  private static let longestLine = 150

  private static func lines(of titles: [String]) -> [String] {
    titles.reduce(into: []) { lines, title in
      if let last = lines.last, last.count + title.count < longestLine {
        lines[lines.count - 1] = "\(last), \(title)"
      } else {
        lines.append(title)
      }
    }
  }

  /// What is seen of these says nothing to people where all is well; the document has it, and the
  /// permissions of files.
  private static let quiet: Set<DoctorCheck> = [.network, .login]

  /// A row for each finding. Those that could not be tried follow together for each reason.
  private func rows(_ findings: [DoctorFinding]) -> [Table.Row] {
    var rows = findings.filter { $0.outcome != .notTried }.map { finding in
      let isShown =
        finding.check != .files
        && (finding.outcome != .ok || !Self.quiet.contains(finding.check)
          // A proxy is worth knowing.
          || finding.check == .network && finding.observed.count > 1)
      let details = isShown ? finding.details : []
      var seen = details.prefix(Self.mostObserved).joined(separator: ", ")
      if !seen.isEmpty { seen = ": " + seen }
      if details.count > Self.mostObserved { seen += "…" }
      return Table.Row(
        cells: [
          .text(strings(finding.outcome.word), finding.outcome.style),
          .text(title(of: finding.check) + seen),
        ],
        detail: StyledText(finding.problem.map(sentence) ?? "", .quiet))
    }
    var reasons: [DoctorProblem?] = []
    for finding in findings where finding.outcome == .notTried {
      if !reasons.contains(finding.problem) { reasons.append(finding.problem) }
    }
    for reason in reasons {
      let titles = findings.filter { $0.outcome == .notTried && $0.problem == reason }
        .map { title(of: $0.check) }
      let lines = Self.lines(of: titles)
      for (index, line) in lines.enumerated() {
        let advice = index == lines.count - 1 ? reason.map(sentence) : nil
        rows.append(
          Table.Row(
            cells: [.text(strings(.reviewingLeftOut), .quiet), .text(line)],
            detail: StyledText(advice ?? "", .quiet)))
      }
    }
    return rows
  }

  func document(_ names: Strings) -> Document {
    let advice = Field<DoctorFinding>("advice") { $0.problem.map(sentence) }
    return ["host": host, "checks": Rows(findings, fields(\.details) + [advice])]
  }

  /// What was found, to be attached to a bug report.
  ///
  /// It has only words and counts of the program, so nobody's data: no advice, which may name files and what the
  /// configuration has, and no words of the service. The locale is that of the environment; nil without one.
  func report(locale: String?, _ date: Date) -> Document {
    [
      "kind": "grades doctor report", "format": 1, "version": Version.current,
      "system": ProcessInfo.processInfo.operatingSystemVersionString, "locale": locale,
      "date": date.formatted(.iso8601),
      "checks": Rows(findings, fields(\.observed)),
    ]
  }

  /// A check, its outcome and what was seen of it.
  private func fields(
    _ details: @escaping (DoctorFinding) -> [String]
  ) -> [Field<DoctorFinding>] {
    [
      Field("id") { $0.check.id }, Field("title") { title(of: $0.check) },
      Field("status") { $0.outcome.status },
      Field("detail") { finding in
        let details = details(finding)
        return details.isEmpty ? nil : details.joined(separator: ", ")
      },
    ]
  }
}

extension DoctorCheck {
  fileprivate var isEndpoint: Bool { if case .endpoint = self { true } else { false } }
  fileprivate var isQuestion: Bool { if case .question = self { true } else { false } }
}

extension DoctorFinding {
  fileprivate var details: [String] { observed + words }
}

extension DoctorFinding.Outcome {
  fileprivate var status: String { self == .notTried ? "skipped" : rawValue }

  fileprivate var word: Message {
    switch self {
    case .ok: .doctorOk
    case .warning: .structureWordWarning
    case .failed: .doctorFailure
    case .notTried: .reviewingLeftOut
    }
  }

  fileprivate var style: Style {
    switch self {
    case .ok: .good
    case .warning: .warning
    case .failed: .bad
    case .notTried: .quiet
    }
  }
}
