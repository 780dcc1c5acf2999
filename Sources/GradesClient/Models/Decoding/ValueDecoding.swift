import JSON

extension RecordedValue {
  /// Reads an object with a value; the time's member differs between endpoints.
  init(reading object: JSONObject, time: StaticString) throws {
    self.init(
      value: try object["value"]?.value(), note: try object.filledText("note"),
      updatedAt: try object.date(time), author: try object.filledText("authorUsername"))
  }

  /// Reads a value of `classificationMap`: an object since 2021, the plain value in 2018; each
  /// one decides for itself (Service contract, 6.8).
  fileprivate init(readingMapValue node: JSONNode) throws {
    if node.isObject {
      try self.init(reading: node.object(), time: "timestamp")
    } else {
      self.init(value: try node.value())
    }
  }
}

extension StudentRecord {
  /// Reads endpoint 6 (Service contract, 6.7) about the requested student.
  package init(reading node: JSONNode, of username: Username) throws {
    let object = try node.object()
    guard object.has("studentClassificationFullDtos") else {
      throw object.missing("studentClassificationFullDtos")
    }
    self.init(
      student: try Student(reading: object, as: username),
      items: try object.list("studentClassificationFullDtos") { item in
        let object = try item.object()
        return StudentClassification(
          definition: try Classification(reading: object),
          recorded: try RecordedValue(reading: object, time: "lastUpdated"))
      })
  }
}

extension GroupRow {
  /// Reads an element of endpoint 7 (Service contract, 6.8).
  package init(reading node: JSONNode) throws {
    let object = try node.object()
    let members = try object["classificationMap"]?.object().members() ?? []
    var values = [ItemIdentifier: RecordedValue](minimumCapacity: members.count)
    for member in members {
      values[ItemIdentifier(member.memberName)] = try RecordedValue(readingMapValue: member)
    }
    self.init(student: try Student(reading: object), values: values)
  }
}

extension ColumnCell {
  /// Reads an element of endpoint 8 (Service contract, 6.10).
  ///
  /// A value of another item than the requested one would be shown under the wrong heading, so it
  /// is an error; identifiers may differ in case (`lowercaseIdentifier`, Service contract, 6.9).
  package init(reading node: JSONNode, of item: ItemIdentifier) throws {
    let object = try node.object()
    if let identifier = object["classificationIdentifier"] {
      let found = try identifier.text()
      guard found == item.rawValue || found.lowercased() == item.rawValue.lowercased() else {
        throw identifier.unreadable
      }
    }
    self.init(
      student: try Student(reading: object),
      recorded: try RecordedValue(reading: object, time: "timestamp"))
  }
}
