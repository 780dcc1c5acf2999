import GradesClient
import GradesCore
import GradesLocalization
import Terminal

extension CourseItem {
  /// The definition in the words of the documents (Product rules, JSON documents).
  func document(in language: ServiceLanguage) -> JSONValue {
    [
      "identifier": identifier.rawValue,
      "name": definition.name(in: language),
      "type": definition.classificationType.rawValue,
      "valueType": definition.valueType.rawValue,
      "evaluationType": definition.evaluationType.rawValue,
      "minimum": definition.minimumValue,
      "required": definition.requiredValue,
      "maximum": definition.maximumValue,
      "expression": definition.expression,
      "hidden": definition.hidden,
      "parent": parent?.rawValue,
      "depth": depth,
    ]
  }
}

extension Student {
  /// The members that say who a student is.
  var members: [(String, JSONValue)] {
    [
      ("username", username.rawValue.json), ("firstName", firstName.json),
      ("lastName", lastName.json),
    ]
  }
}

extension Strings {
  /// The first line of what is about a course: the code, a name beside it, and the semester.
  func title(
    _ course: CourseCode, _ name: String?, _ semester: SemesterCode
  ) -> Table.Title {
    let code = StyledText(course.rawValue, .heading)
    return Table.Title(
      leading: name.map { code + StyledText("  \($0)") } ?? code,
      trailing: StyledText(title(of: semester), .quiet))
  }
}
