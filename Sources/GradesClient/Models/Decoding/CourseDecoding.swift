import JSON

extension CourseInformation {
  /// Reads endpoint 5 (Service contract, 6.5); the code is the requested one.
  package init(reading node: JSONNode, about code: CourseCode) throws {
    let object = try node.object()
    // Another object, such as an error's with status 200, must not be read as a course without a
    // name.
    guard object.has("courseName") || object.has("courseCode") else {
      throw object.missing("courseName")
    }
    self.init(
      code: code, name: try object.filledText("courseName"),
      completion: try object.filledText("completion").map(Completion.init(rawValue:)),
      credits: try object.number("credits"),
      classes: try object.list("classesType") { ClassesType(rawValue: try $0.text()) })
  }
}

extension CourseOverview {
  /// Reads an element of endpoint 4 (Service contract, 6.4).
  package init(reading node: JSONNode) throws {
    let object = try node.object()
    self.init(
      code: CourseCode(try object.requiredText("courseCode")),
      items: try object.list("overviewItems", Item.init(reading:)))
  }
}

extension CourseOverview.Item {
  fileprivate init(reading node: JSONNode) throws {
    let object = try node.object()
    self.init(
      type: ClassificationType(rawValue: try object.text("classificationType") ?? ""),
      value: try object["value"]?.value(), error: try object.filledText("error"))
  }
}
