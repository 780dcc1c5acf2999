import Foundation
import GradesClient
import GradesLocalization
import JSON
import Terminal

/// What a member of a document and a field of CSV can have.
protocol FieldContent: JSONWritable {
  var field: CSVWriter.Field { get }
}

extension String: FieldContent {
  var field: CSVWriter.Field { .text(self) }
}

extension Int: FieldContent {
  var field: CSVWriter.Field { .text("\(self)") }
}

extension Double: FieldContent {
  var field: CSVWriter.Field { .number(self) }
}

extension Bool: FieldContent {
  var field: CSVWriter.Field { .bool(self) }
}

/// A time as text: ISO 8601 in UTC.
extension Date: FieldContent {
  var field: CSVWriter.Field { .text(Timestamp.text(self)) }

  package func write(to writer: inout JSONWriter) { writer.value(Timestamp.text(self)) }
}

/// A value in its form for programs.
extension GradeValue: FieldContent {
  var field: CSVWriter.Field {
    switch self {
    case .number(let number): .number(number)
    case .text(let text): .text(text)
    case .flag(let flag): .bool(flag)
    }
  }
}

extension Optional: FieldContent where Wrapped: FieldContent {
  var field: CSVWriter.Field { self?.field ?? .empty }
}

/// Identifiers are written as they are typed.
extension FieldContent where Self: CustomStringConvertible {
  var field: CSVWriter.Field { .text(description) }
}

extension JSONWritable where Self: CustomStringConvertible {
  package func write(to writer: inout JSONWriter) { writer.value(description) }
}

extension CourseCode: FieldContent {}
extension GroupID: FieldContent {}
extension ItemIdentifier: FieldContent {}
extension SemesterCode: FieldContent {}
extension Username: FieldContent {}

/// A name, which has one line in CSV: no import reads it back.
struct NameContent: FieldContent {
  let name: String

  init(_ name: String) { self.name = name }

  var field: CSVWriter.Field { .text(SafeText.singleLine(name)) }

  func write(to writer: inout JSONWriter) { writer.value(name) }
}
