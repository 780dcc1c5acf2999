import GradesServer
import TestSupport
import Testing

/// The Courses scene in a window.
@Suite("Courses on a screen")
struct CoursesScreenTests {
  @Test func try1() async throws {
    let service = try await EmbeddedService.shared()
    let program = try await Program.signedIn(to: service, as: "obojial1")
    let app = program.open()
    print(await app.text)
    print(await app.type("<down>?"))
    print(await app.type("<esc>/pr"))
    print(await app.type("<enter>q"))
    let run = await app.end()
    print(run)
  }
}
