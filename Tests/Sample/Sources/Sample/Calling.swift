import GradesClient

struct Teachers: Decodable {
  let teacherCourses: [String]
}

/// An endpoint without a method of its own, decoded with `Decodable`.
public func taughtCourses(
  in semester: SemesterCode, _ grades: GradesAPI
) async throws -> [String] {
  let taught = try await grades.call(
    .get("public/user-roles", query: ["semester": semester.rawValue]), as: Teachers.self)
  return taught.teacherCourses
}
