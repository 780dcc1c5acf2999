import GradesClient
import GradesCore
import GradesLocalization
import Testing

@testable import GradesApp

/// The four forms of `grades set`.
@Suite("What set is asked")
struct EditRequestTests {
  private func request(
    _ values: [String], student: String? = nil, item: String? = nil, group: String? = nil
  ) throws -> EditRequest {
    try EditRequest(values: values, student: student, item: item, group: group, note: .keep)
  }

  private func edit(
    _ username: String, _ identifier: String, _ content: RequestedEdit.Content
  ) -> RequestedEdit {
    RequestedEdit(username: username, identifier: identifier, content: content)
  }

  @Test("Any mix of cells; nothing after the sign clears")
  func cells() throws {
    #expect(
      try request(["zkusade1:du1=7,5", "druhyst2:du2=", "zkusade1:slovne=a=b:c"])
        == .cells([
          edit("zkusade1", "du1", .text("7,5")), edit("druhyst2", "du2", .clear),
          edit("zkusade1", "slovne", .text("a=b:c")),
        ]))
  }

  @Test("One student's items, or one item's students")
  func lines() throws {
    #expect(
      try request(["du1=7.5", "du2="], student: "zkusade1")
        == .cells([edit("zkusade1", "du1", .text("7.5")), edit("zkusade1", "du2", .clear)]))
    #expect(
      try request(["zkusade1=7.5"], item: "du1")
        == .cells([edit("zkusade1", "du1", .text("7.5"))]))
  }

  @Test("One value for a group; none clears")
  func group() throws {
    #expect(
      try request(["a=b"], item: "slovne", group: "all")
        == .group(.all, item: "slovne", content: .text("a=b"), note: .keep))
    #expect(
      try request([], item: "du1", group: "parallel_5")
        == .group(GroupID("PARALLEL_5"), item: "du1", content: .clear, note: .keep))
  }

  @Test("Options that contradict each other")
  func contradictions() {
    #expect(throws: Failure.exclusive("--student", "--item")) {
      try request(["a=1"], student: "a", item: "b")
    }
    #expect(throws: Failure.exclusive("--student", "--group")) {
      try request(["a=1"], student: "a", group: "ALL")
    }
    #expect(throws: Failure.requires("--group", "--item")) { try request(["1"], group: "ALL") }
    let unexpected = Failure(.usage, .usageUnexpectedArgument, [.value: "2"])
    #expect(throws: unexpected) {
      try request(["1", "2"], item: "du1", group: "ALL")
    }
  }

  @Test(
    "Other texts are refused with the form that was expected",
    arguments: [
      (["zkusade1:du1"], Message.setFormCell), (["du1=3"], .setFormCell),
      ([":du1=3"], .setFormCell),
      (["zkusade1:=3"], .setFormCell), (["=3"], .setFormCell), ([], .setFormCell),
    ])
  func malformed(values: [String], form: Message) {
    #expect(throws: Failure.malformedCell(typed: values.first ?? "", form: form)) {
      try request(values)
    }
  }

  @Test("The forms with options name their own form")
  func otherForms() {
    #expect(throws: Failure.malformedCell(typed: "du1", form: .setFormItem)) {
      try request(["du1"], student: "zkusade1")
    }
    #expect(throws: Failure.malformedCell(typed: "", form: .setFormStudent)) {
      try request([], item: "du1")
    }
  }
}
