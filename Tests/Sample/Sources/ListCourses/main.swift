import Foundation
import GradesClient

let environment = ProcessInfo.processInfo.environment
let login = Authenticator(
  configuration: .faculty(
    clientID: environment["CLIENT_ID"], clientSecret: environment["CLIENT_SECRET"]),
  store: FileCredentialStore(file: URL(fileURLWithPath: "my-grades/credentials.json")))
let grades = Grades.production(credentials: login, language: .english)

do {
  _ = try await login.logIn { print("Open in your browser:", $0) }
  let user = try await grades.user.info()
  let semester = try await grades.semester(.current)
  for course in try await grades.overview(of: user.username, in: semester) {
    print(course.code)
  }
} catch {
  print(error.localizedDescription)
}
