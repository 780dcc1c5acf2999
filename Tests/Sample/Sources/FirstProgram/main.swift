import Foundation
import GradesClient

let environment = ProcessInfo.processInfo.environment
let grades = Grades.custom(
  URL(string: environment["GRADES_API_URL"] ?? "http://127.0.0.1:8080/api/v1")!,
  credentials: GivenToken(environment["GRADES_TOKEN"] ?? "student-demo"))

let user = try await grades.user.info()
let semester = try await grades.semester(.current)
for course in try await grades.overview(of: user.username, in: semester) {
  print(course.code)
}
