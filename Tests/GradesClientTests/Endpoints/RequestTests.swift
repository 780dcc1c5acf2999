import Foundation
import GradesClient
import TestSupport
import Testing

/// What goes over the wire for every endpoint (`grades-api.md` 5).
@Suite struct RequestTests {
  let service = TestService(RecordingTransport { _, _ in .status(400) })
  let course = TestService.course
  let semester = TestService.semester

  @Test func usersAreAskedForAsTheContractSays() async {
    _ = try? await service.api.userInfo()
    _ = try? await service.api.userRoles(in: semester, language: .english)
    _ = try? await service.api.semesterCode(.current)
    _ = try? await service.api.semesterCode(.previous)
    let lines = Set(service.lines)
    #expect(
      lines == [
        "GET /public/user-info",
        "GET /public/user-roles?semester=B231&lang=en",
        "GET /public/semester-code?semester=current",
        "GET /public/semester-code?semester=prev",
      ])
  }
}
