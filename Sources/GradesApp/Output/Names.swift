import GradesClient
import GradesConfiguration
import GradesLocalization
import JSON

extension UserInfo {
  /// First and last name, or the username if the service has neither.
  var fullName: String {
    let names = [firstName, lastName].compactMap { $0 }.filter { !$0.isEmpty }
    return names.isEmpty ? username.rawValue : names.joined(separator: " ")
  }
}

extension Strings {
  /// A semester's name, such as "Winter 2023/24".
  func title(of semester: SemesterCode) -> String {
    self.semester(year: semester.year, isSummer: semester.term == .summer)
  }

  /// Asks after a text, with or without a period, whether names that are written like a mistyped one were meant; ""
  /// where there are none.
  func suggesting(_ names: String, after text: String) -> String {
    guard !names.isEmpty else { return text }
    return text + (text.hasSuffix(".") ? " " : ". ") + self(.didYouMean, [.suggestion: names])
  }

  var serviceLanguage: ServiceLanguage { language == .czech ? .czech : .english }

  func host(_ host: ServiceHost) -> String {
    guard let profile = host.profile else { return host.description }
    return self(.hostWithProfile, [.host: host.description, .name: profile.rawValue])
  }

  func roles(_ roles: UserRoles) -> String {
    let words =
      (roles.studentCourses.isEmpty ? [] : [hint(.studentsColumnStudent)])
      + (roles.teacherCourses.isEmpty ? [] : [self(.roleTeacher)])
    return words.isEmpty ? self(.roleNone) : words.joined(separator: ", ")
  }
}

extension UserInfo {
  /// The user with roles in the words of the documents; roles that are not known are null.
  func document(_ roles: UserRoles?) -> Document {
    let words = roles.map {
      ($0.studentCourses.isEmpty ? [] : ["student"])
        + ($0.teacherCourses.isEmpty ? [] : ["teacher"])
    }
    return [
      "username": username, "firstName": firstName, "lastName": lastName, "roles": words,
    ]
  }
}

/// Identifiers stand in sentences and cells as they are written.
extension ArgumentConvertible where Self: CustomStringConvertible {
  package var argument: Argument { .text(description) }
}

extension CourseCode: ArgumentConvertible, JSONWritable, CellContent {}
extension GroupID: ArgumentConvertible, JSONWritable {}
extension ItemIdentifier: ArgumentConvertible, JSONWritable {}
extension SemesterCode: ArgumentConvertible, JSONWritable {}
extension Username: ArgumentConvertible, JSONWritable, CellContent {}
