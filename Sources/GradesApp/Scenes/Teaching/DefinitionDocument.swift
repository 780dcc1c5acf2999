import GradesClient
import GradesCore
import GradesLocalization
import JSON
import Terminal

extension CourseItem {
  /// The definition in the words of the documents (Product rules, JSON documents).
  func write(to writer: inout JSONWriter, in language: ServiceLanguage) {
    writer.object {
      $0.member("identifier", identifier.rawValue)
      $0.member("name", definition.name(in: language))
      $0.member("type", definition.classificationType.rawValue)
      $0.member("valueType", definition.valueType.rawValue)
      $0.member("evaluationType", definition.evaluationType.rawValue)
      $0.member("minimum", definition.minimumValue)
      $0.member("required", definition.requiredValue)
      $0.member("maximum", definition.maximumValue)
      $0.member("expression", definition.expression)
      $0.member("hidden", definition.hidden)
      $0.member("parent", parent?.rawValue)
      $0.member("depth", depth)
    }
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
