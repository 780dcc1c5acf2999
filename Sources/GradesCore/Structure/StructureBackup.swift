import Foundation
import GradesClient
import JSON

/// What an application of a plan could lose: the definitions of removed and changed items, and all values of
/// those that are removed or get another type.
package struct StructureBackup: Hashable, Sendable {
  package var host: String
  package var course: CourseCode
  package var semester: SemesterCode
  /// When it was made, to the second.
  package var createdAt: Date
  /// The definitions, parents before their children.
  package var definitions: [ItemDefinition]
  package var values: [GradeCell: RecordedValue]

  static let kind = "grades structure backup"
  static let format = 1

  /// Makes a backup of what a plan could lose; nil where that is nothing.
  init?(_ plan: StructurePlan, rows: [GroupRow], host: String, at time: Date) {
    let changed = plan.changes.filter { $0.lost.isEmpty }
    // Whether students see an item is no loss.
    let isWritten =
      !plan.removals.isEmpty
      || changed.contains { change in
        change.fields.contains { $0.field != StructureField.hidden.key }
      }
    guard isWritten else { return nil }
    let touched = Set(plan.removals.map(\.item.identifier) + changed.map(\.item.identifier))
    let byIdentifier = plan.definitions.keyed(by: \.item.identifier)
    self.host = host
    course = plan.course
    semester = plan.semester
    createdAt = Date(timeIntervalSince1970: time.timeIntervalSince1970.rounded(.down))
    definitions = plan.items(of: plan.definitions).compactMap { item in
      guard touched.contains(item.identifier), var whole = byIdentifier[item.identifier] else {
        return nil
      }
      whole.item.parentIdentifier = item.parent
      return whole
    }
    values = Self.values(rows, of: plan.lostValues)
  }

  static func values(
    _ rows: [GroupRow], of items: Set<ItemIdentifier>
  ) -> [GradeCell: RecordedValue] {
    let values = rows.flatMap { row in
      row.values.filter { items.contains($0) && !$1.isEmpty }
        .map { (cell: GradeCell(row.student.username, $0.key), recorded: $0.value) }
    }
    return values.keyed(by: \.cell).mapValues(\.recorded)
  }
}

extension RecordedValue {
  package var isEmpty: Bool { value == nil && note == nil }
}

extension StructurePlan {
  /// The items whose values may not survive.
  var lostValues: Set<ItemIdentifier> {
    let retyped = changes.filter { $0.isRetyped && $0.lost.isEmpty }
    return Set(removals.map(\.item.identifier) + retyped.map(\.item.identifier))
  }
}

extension StructureBackup: JSONWritable {
  package func write(to writer: inout JSONWriter) {
    writer.object { writer in
      writer.member("kind", Self.kind)
      writer.member("format", Self.format)
      writer.member("host", host)
      writer.member("course", course.rawValue)
      writer.member("semester", semester.rawValue)
      writer.member("createdAt", createdAt.formatted(.iso8601))
      writer.array("definitions", of: definitions) { writer, definition in
        definition.writeWhole(in: course, semester, to: &writer)
      }
      writer.array("values", of: values.sorted { $0.key < $1.key }) { writer, value in
        let (cell, recorded) = value
        writer.object {
          $0.member("username", cell.username.rawValue)
          $0.member("identifier", cell.identifier.rawValue)
          $0.member("value", recorded.value)
          $0.member("note", recorded.note)
          $0.member("updatedAt", recorded.updatedAt.map(\.milliseconds))
          $0.member("author", recorded.author)
        }
      }
    }
  }

  /// Reads a file; throws for one that is none, is damaged, or was written by a newer program.
  init(_ bytes: [UInt8]) throws {
    let limits = JSONLimits(nodes: 32 << 20, elements: 2 << 20)
    let object = try JSONReader.read(bytes, limits: limits).root.object()
    guard try object.string("kind") == Self.kind, try object.integer("format") == Self.format,
      let semester = SemesterCode(try object.requiredText("semester"))
    else { throw StructureBackups.Problem.unreadable }
    self.semester = semester
    host = try object.requiredText("host")
    course = CourseCode(try object.requiredText("course"))
    createdAt = try Date(try object.requiredText("createdAt"), strategy: .iso8601)
    definitions = try object.list("definitions") { try ItemDefinition(stored: try $0.object()) }
    let values = try object.list("values") { node in
      let value = try node.object()
      let cell = GradeCell(
        Username(try value.requiredText("username")),
        ItemIdentifier(try value.requiredText("identifier")))
      let recorded = RecordedValue(
        value: try value["value"]?.value(), note: try value.string("note"),
        updatedAt: try value.integer("updatedAt").map { Date(milliseconds: Double($0)) },
        author: try value.string("author"))
      return (cell: cell, recorded: recorded)
    }
    self.values = values.keyed(by: \.cell).mapValues(\.recorded)
  }
}

extension ItemDefinition {
  /// Writes everything that is known of a definition, so that it reads as the same again.
  fileprivate func writeWhole(
    in course: CourseCode, _ semester: SemesterCode, to writer: inout JSONWriter
  ) {
    writer.object { writer in
      item.writeMembers(in: course, semester, to: &writer)
      writer.member("id", item.id)
      writer.member("parentId", item.parentID)
      writer.member("index", item.index)
      // As texts: numbers keep their digits, and names may be those of other members.
      writer.array("others", of: otherMembers) { writer, member in
        writer.object {
          $0.member("name", member.name)
          $0.member("json", member.json)
        }
      }
    }
  }

  fileprivate init(stored object: JSONObject) throws {
    self.init(
      try Classification(reading: object),
      otherMembers: try object.list("others") { node in
        let member = try node.object()
        return OtherMember(
          name: try member.required("name", member.string("name")),
          json: try member.required("json", member.string("json")))
      })
  }
}
