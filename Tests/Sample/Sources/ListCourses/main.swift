import Foundation
import GradesClient

let environment = ProcessInfo.processInfo.environment
let authenticator = Authenticator(
  configuration: OAuthConfiguration(
    authorizeURL: URL(string: "https://auth.fit.cvut.cz/oauth/authorize")!,
    tokenURL: URL(string: "https://auth.fit.cvut.cz/oauth/token")!,
    clientID: environment["CLIENT_ID"], clientSecret: environment["CLIENT_SECRET"],
    redirectURI: URL(string: "http://127.0.0.1:8765/callback")!, scopes: ["cvut:grades:user-read"],
    host: "production"),
  store: FileCredentialStore(file: URL(fileURLWithPath: "my-grades/credentials.json")))
let grades = GradesAPI(
  baseURL: URL(string: "https://grades.fit.cvut.cz/api/v1")!, authenticator: authenticator,
  language: .english)

_ = try await authenticator.logIn { print("Open in your browser:", $0) }
let user = try await grades.user.info()
let semester = try await grades.semester(.current)
for course in try await grades.overview(of: user.username, in: semester) {
  print(course.code)
}
