import JSON
import Loopback

/// A course and its groups (Service contract, 6.5, 6.6).
enum CourseEndpoints {
  static func information(_ call: Call) throws -> ServerResponse {
    let course = try call.course()
    try call.requireScope(AccessScope.userRead, for: course)
    let name = try call.language() == "en" ? course.nameEn : course.nameCs
    return .json(
      200,
      JSONWriter {
        $0.object {
          $0.member("courseCode", course.code)
          $0.member("courseName", name)
          $0.member("completion", course.completion)
          if course.shape == .year2021 { $0.member("credits", course.credits) }
          $0.name("classesType")
          $0.array(of: course.classes) { $0.value($1) }
        }
      })
  }

  static func groups(_ call: Call) throws -> ServerResponse {
    let course = try call.taughtCourse()
    _ = try call.language()
    // The parameter did not exist in 2018.
    let teacher = course.shape == .year2018 ? nil : call.request.query["teacherUsername"]
    let groups = try call.database.groups(of: course, teacher: teacher)
    return .json(
      200,
      JSONWriter {
        $0.array(of: groups) { writer, group in
          writer.object {
            $0.member("studentGroupId", group.id)
            $0.member("name", group.name)
            $0.member("description", group.description)
            if course.shape == .year2021 { $0.member("type", group.type) }
          }
        }
      })
  }
}
