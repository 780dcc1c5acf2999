import Foundation
import JSON

/// Everything that a run of the doctor found and received, without personal data, to be sent to the makers
/// of the program.
public struct DoctorReport: JSONWritable, Sendable {
  private let diagnosis: Doctor.Diagnosis
  private let version: String
  private let date: Date

  /// Makes a report; `version` is the program's.
  public init(_ diagnosis: Doctor.Diagnosis, version: String, date: Date) {
    self.diagnosis = diagnosis
    self.version = version
    self.date = date
  }

  package func write(to writer: inout JSONWriter) {
    let documents = diagnosis.exchanges.map { try? JSONValue(reading: Array($0.body)) }
    var disguise = ReportDisguise()
    writer.object { writer in
      writer.member("kind", "grades doctor report")
      writer.member("format", 1)
      writer.member("version", version)
      writer.member("date", date.formatted(.iso8601))
      writer.array("findings", of: diagnosis.findings) { writer, finding in
        writer.object {
          $0.member("id", finding.check.id)
          $0.member("outcome", finding.outcome.rawValue)
          $0.member("observed", finding.observed + finding.words.map { disguise.word($0) })
        }
      }
      writer.array("responses", of: zip(diagnosis.exchanges, documents)) { writer, pair in
        let (exchange, document) = pair
        writer.object {
          $0.member("endpoint", exchange.endpoint)
          $0.member("query", exchange.query)
          $0.member("status", exchange.status)
          $0.member("contentType", exchange.contentType.map(ServiceWords.mediaType))
          $0.member("bytes", exchange.body.count)
          let shape = EndpointShapes.shape(of: exchange.endpoint)
          $0.member(
            "document",
            // Bare text, such as a semester's code, and web pages are left out.
            document.map {
              disguise.disguise($0, as: 200..<300 ~= exchange.status ? shape : nil)
            } ?? .null)
        }
      }
    }
  }
}
