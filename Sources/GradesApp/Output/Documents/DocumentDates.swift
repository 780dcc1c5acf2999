import Foundation
import GradesLocalization
import JSON

extension Date: JSONWritable {
  /// Writes a time as text: ISO 8601 in UTC.
  package func write(to writer: inout JSONWriter) { writer.value(Timestamp.text(self)) }
}
