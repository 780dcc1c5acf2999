import Foundation
import GradesClient
import TestSupport
import Testing

/// Endpoints 29–38 (Service contract, 6.14, 6.15): requests, and responses of every shape.
@Suite("Notifications and settings of the service", .inTurn) struct NotificationTests {
  private let student = TestService.student
  private let semester = TestService.semester

  private func service(_ body: String) -> TestService {
    TestService(RecordingTransport { _, _ in .json(body) })
  }

  private func notifications(_ body: String) async throws -> [ServiceNotification] {
    try await service(body).api.with(language: .english).notifications(of: student).page(
      NotificationPage(), .new)
  }

  // MARK: Requests

  @Test func notificationsAreAskedForAsTheContractSays() async throws {
    let service = service(#"{"notifications":[]}"#)
    let api = service.api
    _ = try await api.notifications(of: student).page(NotificationPage(), .all)
    _ = try await api.with(language: .english).notifications(of: student).page(
      NotificationPage(count: 100, number: 2), .new)
    try await api.notifications(of: student).markAll(asRead: true)
    try await api.notifications(of: student).markAll(asRead: false)
    try await api.notifications(of: student).mark(NotificationID("42"), asRead: true)
    try await api.notifications(of: student).mark(NotificationID("4/2"), asRead: false)

    #expect(
      service.lines == [
        "GET /public/notifications/zkusade1/all?lang=cs",
        "GET /public/notifications/zkusade1/new?count=100&page=2&lang=en",
        "PUT /public/notifications/zkusade1/read",
        "DELETE /public/notifications/zkusade1/read",
        "PUT /public/notifications/zkusade1/read/42",
        "DELETE /public/notifications/zkusade1/read/4%2F2",
      ])
    let bodies = service.transport.requests.map {
      $0.body.map { String(decoding: $0, as: UTF8.self) }
    }
    #expect(bodies == [nil, nil, "{}", nil, "{}", nil])
  }

  @Test func settingsAreSentAsTheContractSays() async throws {
    let service = service("{}")
    let choice = CourseChoice(
      course: CourseCode("XI-AAA.23"), isHidden: false, isSilenced: true)
    _ = try await service.api.settings.all(in: semester)
    try await service.api.settings.setUnsubscribed(fromEmails: true)
    try await service.api.settings.save(choice, as: .student, in: semester)
    try await service.api.settings.save(choice, as: .teacher, in: semester)

    #expect(
      service.lines == [
        "GET /public/settings/my?semester=B231&lang=cs",
        "PUT /public/settings/my",
        "PUT /public/settings/my/student/courses?semester=B231",
        "PUT /public/settings/my/teacher/courses?semester=B231",
      ])
    let bodies = service.transport.requests.compactMap(\.body)
      .map { String(decoding: $0, as: UTF8.self) }
    let body = #"{"courseCode":"XI-AAA.23","hidden":false,"silencedNotifications":true}"#
    #expect(bodies == [#"{"unsubscribeEmails":true}"#, body, body])
  }

  // MARK: Responses

  @Test func aNotificationHasTextsInSeveralLanguages() async throws {
    let found = try await notifications(
      #"""
      {"notifications":[{"id":4242,"courseCode":"XI-AAA.23","url":null,"notificationTextDtos":[
        {"identifier":"cs","title":"XI-AAA.23","text":"Úvod\n* Úloha 1: 8\n* Úloha 2: 5\nKonec"},
        {"identifier":"en","title":"XI-AAA.23","text":"Intro\n* Task 1: 8\nEnd"}]}]}
      """#)
    let notification = try #require(found.first)
    #expect(notification.id == NotificationID("4242"))
    #expect(notification.course == CourseCode("XI-AAA.23"))
    #expect(notification.text(in: .english)?.summary == "Task 1: 8")
    #expect(notification.text(in: .czech)?.summary == "Úloha 1: 8, Úloha 2: 5")
  }

  @Test func whatHasAnUnknownShapeIsShownAsItCame() async throws {
    let found = try await notifications(
      #"""
      [{"id":"7","courseCode":"","notificationTextDtos":[{"identifier":"en","text":"Plain"}]},
       {"id":8,"news":{"kind":"EXAM","at":[1,2]}},
       {"id":[9],"courseCode":3,"notificationTextDtos":{"en":"x"}},
       {"id":10,"courseCode":"XI-BBB","notificationTextDtos":[17,{"title":"no text"}]},
       "a sentence", 5, null]
      """#)
    #expect(
      found == [
        ServiceNotification(
          id: NotificationID("7"), course: nil,
          texts: [NotificationText(language: "en", title: nil, text: "Plain")]),
        ServiceNotification(
          id: NotificationID("8"), course: nil,
          texts: [
            NotificationText(
              language: nil, title: nil, text: #"{"id":8,"news":{"kind":"EXAM","at":[1,2]}}"#)
          ]),
        ServiceNotification(
          id: nil, course: CourseCode("3"),
          texts: [
            NotificationText(
              language: nil, title: nil,
              text: #"{"id":[9],"courseCode":3,"notificationTextDtos":{"en":"x"}}"#)
          ]),
        ServiceNotification(
          id: NotificationID("10"), course: CourseCode("XI-BBB"),
          texts: [
            NotificationText(language: nil, title: nil, text: "17"),
            NotificationText(language: nil, title: nil, text: #"{"title":"no text"}"#),
          ]),
        ServiceNotification(
          id: nil, course: nil,
          texts: [NotificationText(language: nil, title: nil, text: "a sentence")]),
        ServiceNotification(
          id: nil, course: nil, texts: [NotificationText(language: nil, title: nil, text: "5")]),
      ])
  }

  @Test func anAnswerThatIsNoListIsAnError() async {
    await #expect(throws: GradesError.unreadable(.json(path: "notifications"))) {
      try await notifications(#"{"items":[]}"#)
    }
    await #expect(throws: GradesError.unreadable(.json(path: ""))) {
      try await notifications("5")
    }
    await #expect(throws: GradesError.unreadable(.json(path: "notifications"))) {
      try await notifications(#"{"notifications":{"a":1}}"#)
    }
  }

  @Test func textsWithoutItemsAreOneLine() {
    func summary(_ text: String) -> String {
      NotificationText(language: "en", title: nil, text: text).summary
    }
    #expect(summary("One line") == "One line")
    #expect(summary("Two\r\n lines\n") == "Two lines")
    #expect(summary("Intro\n  *  A: 1\n*B: 2") == "A: 1, B: 2")
    #expect(summary("") == "")
  }

  @Test func numbersOrderNotifications() {
    let ids = ["10", "9", "100", "x", "2"].map(NotificationID.init)
    #expect(ids.sorted().map(\.rawValue) == ["2", "9", "10", "100", "x"])
  }

  @Test func settingsAreReadAsFarAsTheyAreKnown() async throws {
    let known = try await service(
      #"""
      {"unsubscribeEmails":true,"studentCourses":[
        {"courseCode":"xi-aaa.23","hidden":true,"silencedNotifications":false,"more":1},
        {"courseCode":"XI-BBB"}],"teacherCourses":[]}
      """#
    ).api.with(language: .english).settings.all(in: semester)
    #expect(
      known
        == ServiceSettings(
          unsubscribesEmails: true,
          studied: [
            CourseChoice(course: CourseCode("XI-AAA.23"), isHidden: true, isSilenced: false),
            CourseChoice(course: CourseCode("XI-BBB"), isHidden: false, isSilenced: false),
          ], taught: []))

    let unknown = try await service(
      #"{"unsubscribeEmails":"perhaps","studentCourses":["XI-AAA.23"],"theme":{"dark":true}}"#
    ).api.with(language: .english).settings.all(in: semester)
    #expect(
      unknown
        == ServiceSettings(others: [
          "unsubscribeEmails": "perhaps", "studentCourses": #"["XI-AAA.23"]"#,
          "theme": #"{"dark":true}"#,
        ]))
  }
}
