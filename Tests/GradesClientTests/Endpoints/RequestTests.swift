import Foundation
import GradesClient
import TestSupport
import Testing

/// What goes over the wire for every endpoint (Service contract, 5).
@Suite(.inTurn) struct RequestTests {
  let service = TestService(RecordingTransport { _, _ in .status(400) })
  let course = TestService.course
  let semester = TestService.semester

  @Test func usersAreAskedForAsTheContractSays() async {
    _ = try? await service.api.user.info()
    _ = try? await service.api.with(language: .english).user.roles(in: semester)
    for word in SemesterWord.allCases { _ = try? await service.api.semester(word) }
    #expect(
      service.lines == [
        "GET /public/user-info",
        "GET /public/user-roles?semester=B231&lang=en",
        "GET /public/semester-code?semester=current",
        "GET /public/semester-code?semester=prev",
        "GET /public/semester-code?semester=next",
      ])
  }

  @Test func coursesAreAskedForAsTheContractSays() async {
    _ = try? await service.overview()
    _ = try? await service.information()
    _ = try? await service.api.with(language: .english).course(course, in: semester).groups(
      of: Username("ucitezk1"))
    _ = try? await service.api.course(course, in: semester).groups()
    #expect(
      service.lines == [
        "GET /public/courses/classification-overview/zkusade1?semester=B231&lang=cs",
        "GET /public/courses/XI-AAA.23/information?semester=B231&lang=cs",
        "GET /public/course/XI-AAA.23/student-groups?semester=B231&lang=en&teacherUsername=ucitezk1",
        "GET /public/course/XI-AAA.23/student-groups?semester=B231&lang=cs",
      ])
  }

  @Test func definitionsAreAskedForAsTheContractSays() async {
    _ = try? await service.definitions()
    #expect(
      service.lines == [
        "GET /public/courses/XI-AAA.23/definitions?semester=B231&lang=cs"
      ])
  }

  @Test func valuesAreAskedForAsTheContractSays() async {
    _ = try? await service.record()
    _ = try? await service.api.with(language: .english).course(course, in: semester).values.student(
      TestService.student, showHidden: true)
    _ = try? await service.rows()
    _ = try? await service.column()
    #expect(
      service.lines == [
        "GET /public/courses/XI-AAA.23/student-classifications/zkusade1?semester=B231&lang=cs&showHidden=false",
        "GET /public/courses/XI-AAA.23/student-classifications/zkusade1?semester=B231&lang=en&showHidden=true",
        "GET /public/courses/XI-AAA.23/group/ALL/student-classifications?semester=B231&lang=cs",
        "GET /public/courses/XI-AAA.23/group/ALL/student-classifications/du1?semester=B231&lang=cs",
      ])
  }

  @Test func everyRequestCarriesTheTokenAndAsksForJSON() async {
    _ = try? await service.api.user.info()
    _ = try? await service.api.semester(.current)
    #expect(
      service.transport.requests.map(\.headers) == [
        [HTTPHeader("Authorization", "Bearer token-1"), HTTPHeader("Accept", "application/json")],
        [
          HTTPHeader("Authorization", "Bearer token-1"),
          HTTPHeader("Accept", "application/json, */*;q=0.8"),
        ],
      ])
    #expect(service.transport.requests.allSatisfy { $0.body == nil && $0.method == .get })
  }

  @Test func partsOfPathsAreEncodedAndDotsKept() async {
    _ = try? await service.api.course(CourseCode("xi-a a.23"), in: semester).values.item(
      ItemIdentifier("úkol č. 1/2?#%"), of: GroupID("A/../B"))
    _ = try? await service.api.overview(of: Username("..zkus+ade&1=\u{0}"), in: semester)
    _ = try? await service.api.course(course, in: semester).groups(of: Username("a&b=c d"))
    #expect(
      service.lines == [
        "GET /public/courses/XI-A%20A.23/group/A%2F..%2FB/student-classifications/"
          + "%C3%BAkol%20%C4%8D.%201%2F2%3F%23%25?semester=B231&lang=cs",
        "GET /public/courses/classification-overview/..zkus%2Bade%261%3D%00?semester=B231&lang=cs",
        "GET /public/course/XI-AAA.23/student-groups?semester=B231&lang=cs"
          + "&teacherUsername=a%26b%3Dc%20d",
      ])
  }

  @Test(arguments: ["", ".", ".."])
  func nothingIsNamedByDotsOrByNothing(_ name: String) async {
    let api = service.api
    await #expect(throws: GradesError.notFound) {
      try await api.course(CourseCode(name), in: semester).information()
    }
    await #expect(throws: GradesError.notFound) {
      try await api.overview(of: Username(name), in: semester)
    }
    await #expect(throws: GradesError.notFound) {
      try await api.course(course, in: semester).values.group(GroupID(name))
    }
    await #expect(throws: GradesError.notFound) {
      try await api.course(course, in: semester).definitions.delete(
        ItemIdentifier(name), keepingChildren: false)
    }
    await #expect(throws: GradesError.notFound) {
      try await api.course(CourseCode(name), in: semester).values.save(
        [
          ValueChange(
            username: TestService.student, identifier: ItemIdentifier("du1"), value: nil, note: nil)
        ], notify: false)
    }
    #expect(service.transport.requests.isEmpty)
  }

  @Test(
    arguments: [
      "https://grades.example.org/api/v1", "https://grades.example.org/api/v1/",
      "https://grades.example.org/api/v1//",
    ])
  func theBaseMayEndInASlash(_ base: String) async throws {
    let transport = RecordingTransport { _, _ in .json(#"{ "username": "zkusade1" }"#) }
    _ = try await TestService(transport, base: base).api.user.info()
    #expect(
      transport.requests.map(\.url.absoluteString) == [
        "https://grades.example.org/api/v1/public/user-info"
      ])
  }
}
