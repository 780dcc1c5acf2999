import GradesClient
import GradesCore
import GradesLocalization
import JSON
import Terminal

extension CourseItem {
  /// The definition in the words of the documents (Product rules, JSON documents).
  static func fields(_ names: Strings) -> [Field<CourseItem>] {
    [
      Field("identifier") { $0.identifier },
      Field(name: "name") { $0.definition.name(in: names.serviceLanguage) },
      Field("type") { $0.definition.classificationType.rawValue },
      Field("valueType") { $0.definition.valueType.rawValue },
      Field("evaluationType") { $0.definition.evaluationType.rawValue },
      Field("minimum") { $0.definition.minimumValue },
      Field("required") { $0.definition.requiredValue },
      Field("maximum") { $0.definition.maximumValue },
      Field("expression") { $0.definition.expression },
      Field("hidden") { $0.definition.hidden },
      Field("parent") { $0.parent }, Field("depth") { $0.depth },
    ]
  }
}

extension Student {
  static var fields: [Field<Student>] {
    [
      Field("username") { $0.username }, Field(name: "firstName") { $0.firstName },
      Field(name: "lastName") { $0.lastName },
    ]
  }
  /// The same in a table, where the last name comes first.
  static var tableFields: [Field<Student>] { [fields[0], fields[2], fields[1]] }
}

extension GradeCell {
  static var fields: [Field<GradeCell>] {
    [Field("username") { $0.username }, Field("identifier") { $0.identifier }]
  }
}

extension Gradebook {
  static var fields: [Field<Gradebook>] {
    [Field("course") { $0.course }, Field("semester") { $0.semester }]
  }
}

extension Field {
  /// A grade as text, and whether it passes: an assessment has only that.
  static func grade(_ grade: @escaping (Row) -> GradeValue?) -> [Field] {
    [
      Field("grade") { row -> String? in
        if case .flag? = grade(row) { nil } else { grade(row)?.description }
      },
      Field("passed") { grade($0)?.isPassed },
    ]
  }
}

extension Strings {
  /// The first line of what is about a course: the code, a name beside it, and the semester.
  func title(_ course: CourseCode, _ name: String?, _ semester: SemesterCode) -> Table.Title {
    let code = StyledText(course.rawValue, .heading)
    return Table.Title(
      leading: name.map { code + StyledText("  \($0)") } ?? code,
      trailing: StyledText(title(of: semester), .quiet))
  }
}
