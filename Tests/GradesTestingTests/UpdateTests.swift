import Foundation
import GradesClient
import GradesServer
import GradesTesting
import TestSupport
import Testing

/// Safe changes of values, against the embedded service.
@Suite("Updating values", .hangLimit) struct UpdateTests {
  private func teaching(
    _ test: (TestService, Grades.Course, Username) async throws -> Void
  ) async throws {
    try await TestService.run { service in
      let grades = try await service.grades(as: "ucitezk1")
      let course = grades.course("XI-ZPT.23", in: try await grades.semester(.current))
      try await test(service, course, try await course.values.group(.all)[0].student.username)
    }
  }

  private func writes(_ service: TestService) -> [LoggedRequest] {
    service.control.requestLog.filter { $0.method == "PUT" }
  }

  /// A colleague's change just before the request number `reading` of the group.
  private func interrupt(
    _ service: TestService, before reading: Int, _ student: Username, _ value: CellValue?
  ) {
    service.control.add(
      Fault(
        "GET", "student-classifications", skipping: reading - 1,
        .run {
          try await service.control.changeAsColleague(
            course: "XI-ZPT.23", username: student.rawValue, item: "du1", value: value, note: "c")
        }))
  }

  @Test("Only changed values are sent, with their notes, and read back")
  func changed() async throws {
    try await teaching { service, course, student in
      try await service.control.changeAsColleague(
        course: "XI-ZPT.23", username: student.rawValue, item: "du1", value: .number(1), note: "n")
      let saved = try await course.values.update(notify: false) {
        #expect($0[student, "du1"] == 1)
        $0[student, "du1"] = 7.5
        $0[student, "du2"] = $0[student, "du2"]
      }
      #expect(saved.map(\.value) == [7.5])
      let cell = try await service.control.cell(
        course: "XI-ZPT.23", username: student.rawValue, item: "du1")
      #expect(cell?.value == .number(7.5))
      #expect(cell?.note == "n")
      #expect(writes(service).count == 1)
      // Nothing to change, and what another user has set to the same value.
      #expect(try await course.values.update { $0[student, "du1"] = 7.5 }.isEmpty)
      interrupt(service, before: 2, student, .number(3))
      #expect(try await course.values.update { $0[student, "du1"] = 3 }.isEmpty)
      #expect(writes(service).count == 1)
    }
  }

  @Test("A colleague's change is a conflict with both values, and nothing is sent")
  func conflict() async throws {
    try await teaching { service, course, student in
      try await course.values.update { $0[student, "du1"] = 2 }
      let seen = try await course.values.group(.all)
      interrupt(service, before: 1, student, .number(0.5))
      let error = await #expect(throws: ValueConflict.self) {
        try await course.values.update(seen: seen) { $0[student, "du1"] = 7.5 }
      }
      let cell = try #require(error?.cells.first)
      #expect((cell.yours, cell.seen?.value, cell.theirs?.value) == (7.5, 2, 0.5))
      #expect(
        error?.localizedDescription
          == "\(student), du1: 7.5 is not recorded, was 2, is 0.5 (\(DemoAccounts.colleague.username))"
      )
      #expect(writes(service).count == 1)
    }
  }

  @Test("A changed note is a conflict, and a student who is not in the group")
  func others() async throws {
    try await teaching { service, course, student in
      try await course.values.update { $0[student, "du1"] = 2 }
      interrupt(service, before: 2, student, .number(2))
      await #expect(throws: ValueConflict.self) {
        try await course.values.update { $0[student, "du1"] = 3 }
      }
      let error = await #expect(throws: ValueConflict.self) {
        try await course.values.update { $0["nikdo1", "du1"] = 3 }
      }
      #expect(
        error?.description == "nikdo1, du1: 3 is not recorded, the group has no such student")
      #expect(writes(service).count == 1)
    }
  }

  @Test("A value that does not stay is a conflict")
  func lost() async throws {
    try await teaching { service, course, student in
      try await course.values.update { $0[student, "du1"] = 2 }
      service.control.add(Fault("PUT", "student-classifications", .answer(status: 200)))
      let error = await #expect(throws: ValueConflict.self) {
        try await course.values.update { $0[student, "du1"] = 3 }
      }
      #expect(error?.cells.first?.theirs?.value == 2)
    }
  }

  @Test("Many values are sent in batches; a conflict says how many were saved before")
  func batches() async throws {
    try await teaching { service, course, student in
      let rows = try await course.values.group(.all)
      let items: [ItemIdentifier] = ["du1", "du2", "du3", "du4"]
      let all = rows.map(\.student.username).sorted()
      let wanted = all.count * items.count
      try #require(wanted > 100)
      func grade(_ value: GradeValue) async throws -> Int {
        try await course.values.update(notify: false) { table in
          for student in all { for item in items { table[student, item] = value } }
        }.count
      }
      #expect(try await grade(0.125) == wanted)
      #expect(writes(service).count == (wanted + 99) / 100)
      interrupt(service, before: 3, all[all.count - 1], .number(0.5))
      let error = await #expect(throws: ValueConflict.self) { _ = try await grade(0.25) }
      #expect(error?.savedCount == 100)
      #expect(error?.cells.count == 1)
    }
  }
}
