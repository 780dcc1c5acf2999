import GradesClient
import JSON

extension ItemDefinition {
  /// Writes everything that is known of a definition, so that it reads as the same again.
  func writeWhole(
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

  init(stored object: JSONObject) throws {
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
