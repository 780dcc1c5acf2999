import Foundation
import GradesClient
import GradesCore
import GradesLocalization
import JSON
import Terminal

/// A JSON document of a command, or an object in one (Product rules, JSON documents): its members in order.
///
/// ```swift
/// ["course": course, "groups": Rows(groups, fields)]
/// ```
struct Document: JSONWritable, ExpressibleByDictionaryLiteral {
  private var members: [(name: String, value: any JSONWritable)]
  private var table: Rows?

  init(_ members: some Sequence<(String, any JSONWritable)>) {
    self.members = members.map { ($0, $1) }
  }

  init(dictionaryLiteral elements: (String, any JSONWritable)...) { self.init(elements) }

  init<Row>(_ row: Row, _ fields: [Field<Row>]) {
    members = fields.map { ($0.name, $0.json(row)) }
  }

  static func + (left: Document, right: Document) -> Document {
    Document((left.members + right.members).map { ($0.name, $0.value) })
  }

  /// The document with how old an answer is, and whether it stands in for a newer one.
  func of<Value>(_ snapshot: Snapshot<Value>) -> Document {
    self + ["fetchedAt": snapshot.fetchedAt, "stale": snapshot.isStale]
  }

  /// The document with a table of `--csv` that is not that of its rows.
  func table<Row>(_ rows: [Row], _ fields: [Field<Row>]) -> Document {
    var document = self
    document.table = Rows(rows, fields)
    return document
  }

  var csv: CSVWriter {
    (table ?? members.lazy.compactMap { $0.value as? Rows }.first)?.csv() ?? CSVWriter(header: [])
  }

  func write(to writer: inout JSONWriter) {
    writer.object { writer in
      for member in members { writer.member(foreign: member.name, member.value) }
    }
  }
}

/// A time as text: ISO 8601 in UTC.
extension Date: JSONWritable {
  package func write(to writer: inout JSONWriter) { writer.value(Timestamp.text(self)) }
}

/// Identifiers are written as they are typed.
extension JSONWritable where Self: CustomStringConvertible {
  package func write(to writer: inout JSONWriter) { writer.value(description) }
}

/// Rows with their fields: an array of objects, or lines of CSV.
struct Rows: JSONWritable {
  fileprivate let csv: () -> CSVWriter
  private let json: (inout JSONWriter) -> Void

  init<Row>(_ rows: [Row], _ fields: [Field<Row>]) {
    csv = {
      let fields = fields.filter { $0.csv != nil }
      var csv = CSVWriter(header: fields.map(\.name))
      for row in rows { csv.append(fields.compactMap { $0.csv?(row) }) }
      return csv
    }
    json = { writer in
      writer.array(of: rows) { writer, row in
        writer.object { writer in
          for field in fields { writer.member(foreign: field.name, field.json(row)) }
        }
      }
    }
  }

  func write(to writer: inout JSONWriter) { json(&writer) }
}

/// A fact about rows, described once: a member of a JSON object, and a field of CSV.
struct Field<Row> {
  fileprivate let name: String
  fileprivate let json: (Row) -> any JSONWritable
  /// Nil where CSV leaves it out.
  fileprivate let csv: ((Row) -> any JSONWritable)?

  init(
    _ name: String, csv: ((Row) -> any JSONWritable)?,
    _ content: @escaping (Row) -> any JSONWritable
  ) {
    self.name = name
    self.csv = csv
    json = content
  }

  init(_ name: String, _ content: @escaping (Row) -> some JSONWritable) {
    self.init(name, csv: { content($0) }, { content($0) })
  }

  /// One that CSV leaves out.
  init(json name: String, _ content: @escaping (Row) -> some JSONWritable) {
    self.init(name, csv: nil) { content($0) }
  }

  /// A name, which has one line in CSV: no import reads it back.
  init(name: String, _ content: @escaping (Row) -> String?) {
    self.init(name, csv: { content($0).map(SafeText.singleLine) }, { content($0) })
  }

  /// The same field of rows that have this one's rows in them.
  func of<Outer>(_ row: @escaping (Outer) -> Row) -> Field<Outer> {
    Field<Outer>(name, csv: csv.map { csv in { csv(row($0)) } }) { json(row($0)) }
  }
}
