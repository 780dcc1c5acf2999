import Foundation
import GradesClient

/// Answers every request from memory, so that only the client's own work is measured.
struct CannedAnswers: HTTPTransport, TokenSource {
  private let answers: [String: Data]

  init(_ course: InventedCourse) {
    let courses = (0..<12).map { "XI-A\(10 + $0).23" }
    let overview = courses.map {
      #"{"courseCode":"\#($0)","semesterCode":"B261","overviewItems":["#
        + #"{"classificationType":"POINTS_TOTAL","value":61.5,"error":null},"#
        + #"{"classificationType":"FINAL_SCORE","value":"D","error":null}]}"#
    }
    let notifications = (0..<20).map {
      #"{"id":\#(4_242 + $0),"courseCode":"XI-AAA.23","url":null,"notificationTextDtos":["#
        + #"{"identifier":"en","title":"XI-AAA.23","text":"Intro\n* Task 1: 8\nClosing line"}]}"#
    }
    let groups = (0..<40).map {
      #"{"studentGroupId":"PARALLEL_5550001112\#(10 + $0)","description":"5550001112\#(10 + $0)","#
        + #""name":"{PARALLEL_TUTORIAL}\#(200 + $0) -  ({DAY_4} 9:15) Ing. Zkušební Učitel"}"#
    }
    func list(_ elements: [String]) -> Data { Data("[\(elements.joined(separator: ","))]".utf8) }
    answers = [
      "semester-code": Data(InventedCourse.semester.utf8),
      "user-info": Data(
        #"{"userId":1,"username":"ucitezk1","firstName":"Jan","lastName":"Učitel"}"#.utf8),
      "user-roles": Data(#"{"studentCourses":[],"teacherCourses":["XI-AAA.23"]}"#.utf8),
      InventedCourse.username: list(overview),
      "information": Data(
        (#"{"courseCode":"XI-AAA.23","courseName":"Zkušební předmět","#
          + #""completion":"CREDIT_EXAM","credits":5,"classesType":["LECTURE","TUTORIAL"]}"#).utf8),
      "student-groups": list(groups),
      "new": Data(#"{"notifications":[\#(notifications.joined(separator: ","))]}"#.utf8),
      "definitions": course.definitions,
      "classifications": course.definitions,
      "student-classifications": course.table,
      "du1": course.column,
      course.username(0): course.record,
    ]
  }

  func send(_ request: HTTPRequest) async throws -> HTTPResponse {
    guard let answer = answers[request.url.lastPathComponent] else {
      return HTTPResponse(status: 404)
    }
    return HTTPResponse(
      status: 200, headers: [HTTPHeader("Content-Type", "application/json;charset=UTF-8")],
      body: answer)
  }

  func accessToken() async throws -> String { "invented" }

  func replacement(for rejected: String) async throws -> String? { nil }
}

/// Plain http is for this machine alone, and nothing listens there.
private let address = {
  var parts = URLComponents()
  (parts.scheme, parts.host, parts.path) = ("http", "127.0.0.1", "/api/v1")
  return parts.url ?? URL(filePath: "/")
}()

extension GradesAPI {
  /// The client over a course's canned answers.
  init(answering course: InventedCourse) { self.init(answeringWith: CannedAnswers(course)) }

  /// The client over answers from memory.
  init(answeringWith answers: some HTTPTransport & TokenSource) {
    self.init(
      baseURL: address, client: HTTPClient(transport: answers, retry: .never),
      authenticator: answers)
  }

  func allDefinitions() async throws -> [Classification] {
    try await with(language: .english).course(InventedCourse.code, in: semester()).definitions
      .all()
  }

  func allRows() async throws -> [GroupRow] {
    try await with(language: .english).course(InventedCourse.code, in: semester()).values
      .group(.all)
  }

  func semester() async throws -> SemesterCode { try await semester(.current) }
}
