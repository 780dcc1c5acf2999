import GradesClient
import GradesCore
import GradesLocalization
import JSON
import Terminal

extension CourseItem {
  /// The definition in the words of the documents (Product rules, JSON documents).
  static func fields(_ strings: Strings) -> [DocumentField<CourseItem>] {
    [
      DocumentField("identifier") { $0.identifier.rawValue },
      DocumentField("name") { NameContent(name: $0.definition.name(in: strings.serviceLanguage)) },
      DocumentField("type") { $0.definition.classificationType.rawValue },
      DocumentField("valueType") { $0.definition.valueType.rawValue },
      DocumentField("evaluationType") { $0.definition.evaluationType.rawValue },
      DocumentField("minimum") { $0.definition.minimumValue },
      DocumentField("required") { $0.definition.requiredValue },
      DocumentField("maximum") { $0.definition.maximumValue },
      DocumentField("expression") { $0.definition.expression },
      DocumentField("hidden") { $0.definition.hidden },
      DocumentField("parent") { $0.parent?.rawValue }, DocumentField("depth") { $0.depth },
    ]
  }
}

extension Student {
  /// The members that say who a student is.
  func writeMembers(to writer: inout JSONWriter) {
    writer.member("username", username.rawValue)
    writer.member("firstName", firstName)
    writer.member("lastName", lastName)
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
