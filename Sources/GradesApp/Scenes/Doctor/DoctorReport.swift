import Foundation
import GradesCore
import JSON

/// What the doctor found, to be attached to a bug report.
///
/// It has only words and counts of the program, so nobody's data: no advice, which may name files and what the
/// configuration has, and no words of the service.
struct DoctorReport: JSONWritable {
  let findings: [DoctorFinding]
  let sentences: DoctorSentence
  /// The locale of the environment; nil without one.
  let locale: String?
  let date: Date

  func write(to writer: inout JSONWriter) {
    writer.object { writer in
      writer.member("kind", "grades doctor report")
      writer.member("format", 1)
      writer.member("version", Version.current)
      writer.member("system", ProcessInfo.processInfo.operatingSystemVersionString)
      writer.member("locale", locale)
      writer.member("date", date.formatted(.iso8601))
      writer.array("checks", of: findings) { writer, finding in
        writer.object {
          $0.member("id", finding.check.id)
          $0.member("title", sentences.title(of: finding.check))
          $0.member("status", finding.outcome.status)
          let detail = finding.observed.joined(separator: ", ")
          $0.member("detail", detail.isEmpty ? nil : detail)
        }
      }
    }
  }
}
