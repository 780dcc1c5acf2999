import Foundation
import GradesClient
import GradesCore
import GradesLocalization
import JSON

/// A fact about rows, described once: a member of a JSON document, and a field of CSV unless it is left out there.
struct DocumentField<Row> {
  fileprivate let name: StaticString
  fileprivate let isInCSV: Bool
  fileprivate let content: (Row) -> any FieldContent

  init(_ name: StaticString, inCSV: Bool = true, _ content: @escaping (Row) -> any FieldContent) {
    self.name = name
    isInCSV = inCSV
    self.content = content
  }

  /// The same field of rows that have this one's rows in them.
  func of<Outer>(_ row: @escaping (Outer) -> Row) -> DocumentField<Outer> {
    DocumentField<Outer>(name, inCSV: isInCSV) { content(row($0)) }
  }
}

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

extension GradeValue: FieldContent {
  var field: CSVWriter.Field { .value(self) }
}

extension Optional: FieldContent where Wrapped: FieldContent {
  var field: CSVWriter.Field { self?.field ?? .empty }
}

/// A name, which has one line in CSV: no import reads it back.
struct NameContent: FieldContent {
  let name: String

  var field: CSVWriter.Field { .name(name) }

  func write(to writer: inout JSONWriter) { writer.value(name) }
}

extension JSONWriter {
  /// Writes how old an answer is, and whether it stands in for a newer one, at the end of its document.
  mutating func members<Value>(of snapshot: Snapshot<Value>) {
    member("fetchedAt", snapshot.fetchedAt)
    member("stale", snapshot.isStale)
  }

  /// Writes the fields of a row as members of the open object.
  mutating func members<Row>(of row: Row, _ fields: [DocumentField<Row>]) {
    for field in fields { member(field.name, of: field.content(row)) }
  }

  private mutating func member(_ name: StaticString, of content: some FieldContent) {
    member(name, content)
  }

  /// Writes rows as a member that is an array of objects.
  mutating func array<Row>(_ name: StaticString, of rows: [Row], _ fields: [DocumentField<Row>]) {
    array(name, of: rows) { writer, row in writer.object { $0.members(of: row, fields) } }
  }
}

extension CSVWriter {
  /// A line for each row.
  init<Row>(_ rows: [Row], _ fields: [DocumentField<Row>]) {
    let fields = fields.filter(\.isInCSV)
    self.init(header: fields.map { "\($0.name)" })
    for row in rows { append(fields.map { $0.content(row).field }) }
  }
}
