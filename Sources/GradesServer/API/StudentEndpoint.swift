import JSON
import Loopback

/// All items of one student (Service contract, 6.7).
enum StudentEndpoint {
  static func student(_ call: Call) throws -> ServerResponse {
    let course = try call.course()
    let isOwn = try requireReader(of: course, call)
    guard let student = try call.database.student(call.parameter("u"), in: course) else {
      throw Refusal.notFound
    }
    let language = try call.language()
    let tree = ItemTree(course: course, items: try call.database.items(of: course))
    let results = try call.database.results(of: student.person.id, in: course.id)
    // Students never see hidden items of current courses; in 2018 the parameter did not exist, and
    // clients removed the hidden items themselves.
    let showsHidden =
      try course.shape == .year2018 || !isOwn && call.flag("showHidden", usually: true)
    let items = tree.listed.filter { !$0.hidden || showsHidden }
    return .json(
      200,
      course.json {
        $0.object { writer in
          student.write(shape: course.shape, alone: true, to: &writer)
          if course.shape != .year2018 { student.writeParallelCodes(to: &writer) }
          writer.name("studentClassificationFullDtos")
          writer.array(of: items) { writer, item in
            writer.object {
              tree.write(item, language: language, to: &$0)
              let result = results[item.id]
              $0.member("value", result?.value)
              $0.member("note", result?.note)
              if course.shape != .year2018 { $0.member("lastUpdated", result?.changedAt) }
            }
          }
        }
      })
  }

  /// Whether the caller reads their own results; 401 when they may not read these.
  private static func requireReader(of course: CourseRow, _ call: Call) throws -> Bool {
    if case .person(let person, let scopes) = call.caller,
      scopes.contains(AccessScope.userRead), person.username == call.parameter("u").lowercased()
    {
      return true
    }
    try call.requireTeacher(of: course, scope: AccessScope.userRead)
    return false
  }
}
