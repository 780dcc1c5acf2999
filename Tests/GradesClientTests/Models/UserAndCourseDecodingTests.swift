import Foundation
import GradesClient
import TestSupport
import Testing

/// Users, courses and groups (Service contract, 6.1–6.6).
@Suite(.inTurn) struct UserAndCourseDecodingTests {
  let semester = TestService.semester

  @Test func theUserIsRead() async throws {
    let service = TestService(
      RecordingTransport(
        .json(
          #"{ "userId": 90210, "username": "zkusade1", "firstName": "Adéla", "lastName": "Zkušební", "admin": false }"#
        ), .json(#"{ "userId": null, "username": "ZKUSADE1" }"#)))
    #expect(
      try await service.api.user.info()
        == UserInfo(username: Username("zkusade1"), firstName: "Adéla", lastName: "Zkušební"))
    #expect(
      try await service.api.user.info()
        == UserInfo(username: Username("zkusade1"), firstName: nil, lastName: nil))
  }

  @Test func aUserWithoutANameIsNobody() async throws {
    let service = TestService(answering: #"{ "userId": 90210, "username": "" }"#)
    await #expect(throws: GradesError.unreadable(.json(path: "username"))) {
      try await service.api.user.info()
    }
  }

  @Test func rolesMayMissAList() async throws {
    let service = TestService(
      RecordingTransport(
        .json(#"{ "studentCourses": ["XI-AAA.23", "XI-BBB"], "teacherCourses": ["XI-CCC.23"] }"#),
        .json(#"{ "studentCourses": null, "teacherCourses": ["XI-CCC.23"] }"#),
        .json(#"{ "message": "unavailable" }"#)))
    #expect(
      try await service.api.user.roles(in: semester)
        == UserRoles(
          studentCourses: [CourseCode("XI-AAA.23"), CourseCode("XI-BBB")],
          teacherCourses: [CourseCode("XI-CCC.23")]))
    #expect(
      try await service.api.user.roles(in: semester)
        == UserRoles(studentCourses: [], teacherCourses: [CourseCode("XI-CCC.23")]))
    await #expect(throws: GradesError.unreadable(.json(path: "studentCourses"))) {
      try await service.api.user.roles(in: semester)
    }
  }

  @Test(arguments: [
    "B232", "\"B232\"", "B232\n", "  \"B232\" \r\n", "'B232'", "b232", "\u{FEFF}B232",
  ])
  func aSemesterCodeIsBareText(_ body: String) async throws {
    let service = TestService(RecordingTransport(HTTPResponse(status: 200, body: Data(body.utf8))))
    #expect(try await service.api.semester(.current) == SemesterCode("B232"))
  }

  @Test(
    arguments: [
      ("B233", GradesError.Unreadable.text), ("2023", .text), ("B2322", .text), ("current", .text),
      (#"{"semester":"B232"}"#, .text), ("", .truncated), ("\n", .truncated),
      ("<!DOCTYPE html><title>Přihlášení</title>", .html), ("B23\u{0662}", .text),
      (String(repeating: "B232", count: 1000), .text),
    ])
  func somethingElseIsNoSemesterCode(_ body: String, _ reason: GradesError.Unreadable) async throws
  {
    let service = TestService(RecordingTransport(HTTPResponse(status: 200, body: Data(body.utf8))))
    await #expect(throws: GradesError.unreadable(reason)) {
      try await service.api.semester(.current)
    }
  }

  @Test func theOverviewKeepsEveryResult() async throws {
    let courses = try await TestService(
      answering: #"""
        [
          { "courseCode": "XI-AAA.23", "semesterCode": "B231", "overviewItems": [
            { "classificationType": "FINAL_SCORE", "value": "D", "error": null },
            { "classificationType": "POINTS_TOTAL", "value": 61.5, "error": null },
            { "classificationType": "POINTS_TOTAL", "value": "61,5", "error": null } ] },
          { "courseCode": "XI-BBB", "semesterCode": "B231", "overviewItems": [
            { "classificationType": "POINTS_TOTAL", "value": null, "error": "MISSING_DATA" },
            { "classificationType": "NOVY_TYP", "value": true, "error": "JINA_CHYBA" } ] },
          { "courseCode": "XI-CCC", "semesterCode": "B231", "overviewItems": [] },
          { "courseCode": "XI-DDD", "semesterCode": "B231" }
        ]
        """#
    ).overview()

    #expect(
      courses == [
        CourseOverview(
          code: CourseCode("XI-AAA.23"),
          items: [
            .init(type: .finalScore, value: .text("D")),
            .init(type: .pointsTotal, value: .number(61.5)),
            .init(type: .pointsTotal, value: .text("61,5")),
          ]),
        CourseOverview(
          code: CourseCode("XI-BBB"),
          items: [
            .init(type: .pointsTotal, value: nil, error: "MISSING_DATA"),
            .init(
              type: ClassificationType(rawValue: "NOVY_TYP"), value: .flag(true),
              error: "JINA_CHYBA"),
          ]),
        CourseOverview(code: CourseCode("XI-CCC"), items: []),
        CourseOverview(code: CourseCode("XI-DDD"), items: []),
      ])
  }

  @Test func aCourseIsNamedByTheCodeThatWasAskedFor() async throws {
    let service = TestService(
      RecordingTransport(
        .json(
          #"{ "courseCode": "XI-AAA", "courseName": "Zkušební předmět", "completion": "CREDIT_EXAM", "credits": 5, "classesType": ["LECTURE", "ATELIER"] }"#
        ),
        .json(#"{ "courseCode": "XI-AAA.23", "courseName": null, "completion": "NOVE" }"#),
        .json(#"{ "status": "ok" }"#)))
    #expect(
      try await service.information()
        == CourseInformation(
          code: CourseCode("XI-AAA.23"), name: "Zkušební předmět", completion: .creditAndExam,
          credits: 5,
          classes: [ClassesType(rawValue: "LECTURE"), ClassesType(rawValue: "ATELIER")]))
    #expect(
      try await service.information()
        == CourseInformation(
          code: CourseCode("XI-AAA.23"), name: nil, completion: Completion(rawValue: "NOVE")))
    await #expect(throws: GradesError.unreadable(.json(path: "courseName"))) {
      try await service.information()
    }
  }

  @Test func groupsKeepTheirPlaceholders() async throws {
    let service = TestService(
      answering: #"""
        [
          { "studentGroupId": "ALL", "name": "{ALL_STUDENTS}", "description": "{ALL_STUDENTS}", "type": "ALL" },
          { "studentGroupId": "PARALLEL_555000111222",
            "name": "{PARALLEL_TUTORIAL}203 -  ({DAY_4} 9:15) Ing. Zkušební Učitel", "description": "555000111222" },
          { "studentGroupId": "EVENT_777000333", "name": null, "description": null }
        ]
        """#)
    #expect(
      try await service.api.course(TestService.course, in: semester).groups() == [
        StudentGroup(
          id: .all, name: "{ALL_STUDENTS}", description: "{ALL_STUDENTS}", type: "ALL"),
        StudentGroup(
          id: GroupID("PARALLEL_555000111222"),
          name: "{PARALLEL_TUTORIAL}203 -  ({DAY_4} 9:15) Ing. Zkušební Učitel",
          description: "555000111222"),
        StudentGroup(id: GroupID("EVENT_777000333"), name: "EVENT_777000333"),
      ])
  }
}
