import Foundation
import GradesClient
import GradesCore
import GradesTesting
import TestSupport
import Testing

/// What each reading request of the client brings from a service that contradicts the contract.
@Suite("Reading from a service that contradicts the contract", .hangLimit, .inTurn)
struct ContradictedReadingTests {
  typealias Outcome = Result<Set<AnyHashable>, GradesError>

  @Test(
    "Each request brings what the service has, or exactly what is known to be different",
    arguments: Assumption.allCases)
  func reading(_ assumption: Assumption) async throws {
    try await Office.open { office in
      let readings = try await office.readings()
      var usual: [String: Outcome] = [:]
      for reading in readings { usual[reading.name] = try await reading.outcome() }
      #expect(usual.count == readings.count)
      office.control.resetRequestLog()
      let contradiction = office.service.contradict(assumption)
      for reading in readings {
        let outcome = try await reading.outcome()
        let known = try #require(usual[reading.name])
        let difference = ContradictedReading.differences[assumption]?[reading.name]
        if let difference {
          #expect(outcome != known, "\(reading.name) does not differ")
          #expect(difference.isMet(by: outcome, insteadOf: known), "\(reading.name): \(outcome)")
        } else {
          #expect(outcome == known, "\(reading.name)")
        }
      }
      // Nothing but reading was requested, and something of it was contradicted.
      #expect(office.control.requestLog.allSatisfy { $0.method == "GET" })
      let isMet = !ContradictedReading.unmet.contains(assumption)
      #expect((contradiction.hits > 0) == isMet, "\(contradiction.hits)")
    }
  }
}

/// A request that reads, and its elements.
private struct Reading {
  let name: String
  let read: () async throws -> [AnyHashable]

  /// What it brings; throws what is no error of the client.
  func outcome() async throws -> ContradictedReadingTests.Outcome {
    do { return .success(Set(try await read())) } catch let error as GradesError {
      return .failure(error)
    }
  }
}

extension Office {
  /// The requests that read, of a teacher and of a student, by their endpoints.
  fileprivate func readings() async throws -> [Reading] {
    let semester = gradebook.semester
    let teacher = api.with(language: .english)
    let student = try await service.grades(as: Username("zkusade1"), over: transport)
    let user = Username("zkusade1")
    let course = teacher.course(gradebook)
    let item = ItemIdentifier("du1")
    return [
      Reading(name: "1") { [try await student.user.info()] },
      Reading(name: "2") { [try await student.user.roles(in: semester)] },
      Reading(name: "3") { [try await teacher.semester(.previous)] },
      Reading(name: "4") { try await student.overview(of: user, in: semester) },
      Reading(name: "5") { [try await course.information()] },
      Reading(name: "5, unknown course") {
        [try await teacher.course(CourseCode("XX-NENI.99"), in: semester).information()]
      },
      Reading(name: "6") { [try await course.values.student(user, showHidden: true)] },
      Reading(name: "7") { try await course.values.group(.all) },
      Reading(name: "8") { try await course.values.item(item, of: .all) },
      Reading(name: "10") { try await course.groups() },
      Reading(name: "10 and 7") {
        var rows: [AnyHashable] = []
        for group in try await course.groups().prefix(3) {
          rows += try await course.values.group(group.id) as [AnyHashable]
        }
        return rows
      },
      Reading(name: "17") { try await course.definitions.all() },
      Reading(name: "17, structure") { try await course.definitions.structure() },
      Reading(name: "18") { [try await course.definitions.item(item)] },
      Reading(name: "19") { try await course.definitions.hierarchy() },
      Reading(name: "23") { try await teacher.editors(of: course.code).all() },
      Reading(name: "28") { [try await teacher.expressions.functions()] },
      Reading(name: "29") {
        try await student.notifications(of: user).page(
          NotificationPage(count: 10, number: 0), .all)
      },
      Reading(name: "29, second page") {
        try await student.notifications(of: user).page(
          NotificationPage(count: 1, number: 1), .all)
      },
      Reading(name: "29, all pages") {
        try await student.notifications(of: user).pages(.all, size: 1).all()
      },
      Reading(name: "30") {
        try await student.notifications(of: user).page(
          NotificationPage(count: 10, number: 0), .new)
      },
      Reading(name: "35") { [try await student.settings.all(in: semester)] },
      // What only `grades api` asks for.
      raw("2, word", "user-roles?semester=current", student),
      raw("2, invalid", "user-roles?semester=XXXX", student),
      raw(
        "6, default", "courses/XI-ZPT.23/student-classifications/zkusade1?semester=B261", teacher),
      raw("11", "courses/XI-ZPT.23/classifications?semester=B261", teacher),
    ]
  }

  /// A request that is sent as it is, and the bytes of its response.
  private func raw(_ name: String, _ path: String, _ api: GradesAPI) -> Reading {
    Reading(name: name) {
      let response = try await api.call(ServiceRequest(.get, try ServicePath("public/" + path)))
      if let failure = response.failure { throw failure }
      return [response.body]
    }
  }
}
