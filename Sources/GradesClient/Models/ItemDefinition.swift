import JSON

/// The definition of an item with everything that the service sent of it (Service contract, 6.9).
///
/// Who changes a definition sends all of it, so what this library has no property for is kept beside the
/// properties: an update that would lose some of it can be recognised by ``lostByUpdate``.
package struct ItemDefinition: Codable, Hashable, Sendable {
  /// A member that ``Classification`` has no property for.
  package struct OtherMember: Codable, Hashable, Sendable {
    package var name: String
    package var json: String

    package init(name: String, json: String) {
      self.name = name
      self.json = json
    }
  }

  package var item: Classification
  /// The rest, in the response's order.
  package var otherMembers: [OtherMember]

  package init(_ item: Classification, otherMembers: [OtherMember] = []) {
    self.item = item
    self.otherMembers = otherMembers
  }

  /// The names of the members that have a content and that an update does not send, so that the service may
  /// forget it; an update of such an item has to be refused.
  package var lostByUpdate: [String] {
    otherMembers.filter { !["null", "\"\"", "[]", "{}"].contains($0.json) }.map(\.name)
  }

  init(reading object: JSONObject) throws {
    item = try Classification(reading: object)
    otherMembers = try object.members().compactMap { member in
      let isWhole =
        member.memberName == "classificationTextDtos"
        ? try Self.isOnlyNames(member) : Self.known.contains(member.memberName)
      guard !isWhole else { return nil }
      return OtherMember(name: member.memberName, json: member.compactSource)
    }
  }

  private static func isOnlyNames(_ texts: JSONNode) throws -> Bool {
    guard !texts.isNull else { return true }
    return try texts.allElements().allSatisfy { text in
      let members = try text.object().members().map(\.memberName)
      return try text.object().filledText("name") != nil
        && members.allSatisfy { ["identifier", "name"].contains($0) }
    }
  }

  /// Members that a property holds, or that follow from others: `calculated`, `mandatory` and
  /// `lowercaseIdentifier` of 2018.
  private static let known: Set<String> = [
    "id", "identifier", "lowercaseIdentifier", "parentId", "parentIdentifier", "courseCode",
    "semesterCode", "calculated", "evaluationType", "classificationType", "valueType",
    "classificationTextDtos", "hidden", "mandatory", "index", "minimumValue",
    "minimumRequiredValue", "maximumValue", "expression", "children",
  ]
}

extension JSONNode {
  /// The value's JSON; of an empty container without the white space inside.
  fileprivate var compactSource: String {
    switch kind {
    case .object, .array:
      source.contains { !$0.isWhitespace && !"[]{}".contains($0) }
        ? source : source.filter { !$0.isWhitespace }
    case .string: "\"\(source)\""
    default: source
    }
  }
}

extension Classification {
  /// Writes the thirteen members that clients send (Service contract, 6.9); a root has an empty parent.
  func write(in course: CourseCode, _ semester: SemesterCode, to writer: inout JSONWriter) {
    writer.object { writeMembers(in: course, semester, to: &$0) }
  }

  package func writeMembers(
    in course: CourseCode, _ semester: SemesterCode, to writer: inout JSONWriter
  ) {
    writer.member("identifier", identifier.rawValue)
    writer.member("parentIdentifier", parentIdentifier?.rawValue ?? "")
    writer.member("courseCode", course.rawValue)
    writer.member("semesterCode", semester.rawValue)
    writer.name("classificationTextDtos")
    writer.array(of: names) { writer, name in
      writer.object {
        $0.member("identifier", name.language)
        $0.member("name", name.name)
      }
    }
    writer.member("classificationType", classificationType.rawValue)
    writer.member("evaluationType", evaluationType.rawValue)
    writer.member("valueType", valueType.rawValue)
    writer.member("expression", expression)
    writer.member("hidden", hidden)
    writer.member("minimumValue", minimumValue)
    writer.member("minimumRequiredValue", requiredValue)
    writer.member("maximumValue", maximumValue)
  }
}
