import Foundation
import GradesClient
import GradesServer
import GradesTesting
import TestSupport
import Testing

/// The service without a connection, as users' tests have it.
@Suite("The service in process", .hangLimit) struct InProcessTests {
  @Test("It answers as it does over the port, with faults and the log of requests")
  func same() async throws {
    try await TestService.run { service in
      let near = try await service.grades(as: "ucitezk1")
      let far = try await service.grades(as: "ucitezk1", over: CurlTransport())
      let semester = try await near.semester(.current)
      let course = near.course("XI-ZPT.23", in: semester)
      let rows = try await course.values.group(.all)
      #expect(rows == (try await far.course("XI-ZPT.23", in: semester).values.group(.all)))
      let student = try #require(rows.first?.student.username)
      let change = ValueChange(
        username: student, identifier: "du1", value: .number(0.25), note: nil)
      try await course.values.save([change], notify: false)
      let saved = try await service.control.cell(
        course: "XI-ZPT.23", username: student.rawValue, item: "du1")
      #expect(saved?.value == .number(0.25))
      #expect(service.control.requestLog.last?.method == "PUT")
      #expect(service.control.requestLog.last?.status == 201)
    }
  }

  @Test("Lost connections, statuses, time limits and cancelled tasks")
  func faults() async throws {
    try await TestService.run { service in
      let grades = try await service.grades(as: "zkusade1")
      service.control.add(Fault("GET", "user-info", .disconnectBeforeHandling))
      await #expect(throws: GradesError.unreachable(.connectionLost)) {
        try await grades.user.info()
      }
      service.control.add(Fault("GET", "user-info", .answer(status: 503)))
      await #expect(throws: GradesError.serviceFailure(status: 503)) {
        try await grades.user.info()
      }
      service.control.add(
        Fault("GET", "user-info", .change { _ in Data(#"{"username":"jiny"}"#.utf8) }))
      #expect(try await grades.user.info().username == "jiny")
      let hanging = service.control.add(Fault("GET", "user-info", .hangBeforeHandling))
      var request = HTTPRequest(url: service.apiURL.appending(path: "public/user-info"))
      request.timeLimit = .milliseconds(50)
      await #expect(throws: GradesError.unreachable(.timedOut)) {
        try await service.transport.send(request)
      }
      hanging.remove()
      let waiting = service.control.add(Fault("GET", "user-info", .hangBeforeHandling))
      let reading = Task { try await grades.user.info() }
      await waiting.waitUntilHit()
      reading.cancel()
      await #expect(throws: GradesError.cancelled) { try await reading.value }
      await #expect(throws: Control.Failure.unknownUser) {
        try await service.grades(as: "nikdo")
      }
    }
  }

  @Test(
    "A request that is cancelled before it is handled changes nothing",
    arguments: [Fault.Action.hangBeforeHandling, .delay(.seconds(3600))])
  func cancelled(action: Fault.Action) async throws {
    try await TestService.run { service in
      let grades = try await service.grades(as: "ucitezk1")
      let course = grades.course("XI-ZPT.23", in: try await grades.semester(.current))
      func stored() async throws -> CellValue? {
        try await service.control.cell(course: "XI-ZPT.23", username: "zkusade1", item: "du1")?
          .value
      }
      let before = try await stored()
      let fault = service.control.add(Fault("PUT", "student-classifications", action))
      let saving = Task {
        let change = ValueChange(
          username: "zkusade1", identifier: "du1", value: .number(0.125), note: nil)
        try await course.values.save([change], notify: false)
      }
      await fault.waitUntilHit()
      saving.cancel()
      await #expect(throws: GradesError.cancelled) { try await saving.value }
      #expect(try await stored() == before)
      #expect(before != .number(0.125))
      #expect(service.control.requestLog.last?.method == "PUT")
      #expect(service.control.requestLog.last?.status == nil)
    }
  }
}
