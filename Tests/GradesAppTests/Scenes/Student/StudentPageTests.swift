import Foundation
import GradesClient
import GradesLocalization
import TestSupport
import Testing

@testable import GradesApp
@testable import GradesCore

/// The scenes of one student and of the search for one, where nothing is drawn.
@MainActor @Suite("A student without drawing")
struct StudentPageTests {
  @Test("Every item can be chosen; what cannot be done is not offered")
  func student() {
    var state = StudentViewModel.State(
      course: CourseCode("XI-AAA.23"), username: Username("zkusade1"))
    let view = StudentView(words)
    #expect(view.plain(state).choices.isEmpty)

    state.results = Snapshot(value: results, fetchedAt: .usual)
    #expect(
      text(view.plain(state)) == """
        Zkušební Adéla (zkusade1)
        no points yet · no grade yet
        1. Homework: not graded · computed
        2. Task 1: 7.5 / 12 · min 3 ✓ · late
        3. find a student
        4. history
        """)

    state.editing.gradebook = Gradebook(
      owner: DraftOwner(host: "demo", username: Username("ucitezk1")),
      course: CourseCode("XI-AAA.23"), semester: semester)
    let cell = GradeCell(Username("zkusade1"), ItemIdentifier("du1"))
    state.editing.cells.send(
      [DraftEdit(cell: cell, base: recorded, value: .number(9), note: "late")], number: 1)
    #expect(
      text(view.plain(state)) == """
        Zkušební Adéla (zkusade1)
        no points yet · no grade yet · excludes 1 unpublished change
        1. Homework: not graded · computed
        2. Task 1: 9 / 12 · min 3 ✓ · late · (was 7.5)
        3. note
        4. clear
        5. review
        6. find a student
        7. history
        """)
  }

  @Test("A few students are listed, the others can be looked for")
  func search() {
    var state = StudentSearchViewModel.State(course: CourseCode("XI-AAA.23"))
    let students = (1...22).map { number in
      Student(
        username: Username("student\(number)"), firstName: "Jan", lastName: "Nový \(number)")
    }
    state.roster = Snapshot(
      value: Roster(
        course: CourseCode("XI-AAA.23"), semester: semester, group: .all,
        students: students), fetchedAt: .usual)
    state.found = students
    let all = StudentSearchView(words).plain(state)
    #expect(
      all.lines.map(\.text) == ["22 students", "2 more students; refine the search to see them."])
    #expect(all.choices.count == 21)
    #expect(all.choices.last?.action == .choose(Username("student20")))

    _ = state.filter.apply(.insert("21"))
    state.found = [students[20]]
    #expect(
      text(StudentSearchView(words).plain(state)) == """
        1 student
        1. find
        2. show all
        3. Nový 21 Jan (student21)
        """)
  }

  // MARK: What is shown

  private let words = SceneWords(.load(.english), timeZone: .gmt, now: .usual)

  private let semester = SemesterCode("B231")!

  private let recorded = RecordedValue(value: .number(7.5), note: "late")

  private var results: CourseResults {
    let homework = Classification(
      identifier: ItemIdentifier("du"), names: [LocalizedName(language: "en", name: "Homework")],
      evaluationType: .expression)
    let task = Classification(
      identifier: ItemIdentifier("du1"), names: [LocalizedName(language: "en", name: "Task 1")],
      minimumValue: 0, requiredValue: 3, maximumValue: 12)
    return CourseResults(
      course: CourseCode("XI-AAA.23"), name: nil, semester: semester,
      student: Student(
        username: Username("zkusade1"), firstName: "Adéla", lastName: "Zkušební"),
      items: [
        ResultItem(item: CourseItem(definition: homework), recorded: RecordedValue(value: nil)),
        ResultItem(
          item: CourseItem(definition: task, parent: homework.identifier, depth: 1),
          recorded: recorded),
      ])
  }

  private func text<Action>(_ page: PlainPage<Action>) -> String {
    let choices = page.choices.enumerated().map { "\($0 + 1). \($1.label.text)" }
    return (page.lines.map(\.text) + choices).joined(separator: "\n")
      .replacing("\u{A0}", with: " ")
  }
}
