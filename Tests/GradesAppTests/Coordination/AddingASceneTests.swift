import AppTestSupport
import GradesClient
import GradesCore
import GradesLocalization
import Observation
import Terminal
import TestSupport
import Testing

@testable import GradesApp

/// The groups of a course as a scene of the app.
@MainActor @Observable
final class GroupsViewModel: ListViewModel {
  nonisolated static let keys: [Binding<GroupsViewModel>] =
    listKeys(open: .keyOpen, none: .groupsEmpty) + [
      Binding(
        .character("l"), hint: .sceneHistory, unless: { $0.rows.isEmpty ? .groupsEmpty : nil }
      ) { .open(.log($0.course, nil)) }
    ]

  var list = ListState<GroupID>()
  private var groups: Snapshot<CourseGroups>?
  let course: CourseCode
  private let repository: Repository

  init(_ course: CourseCode, _ repository: Repository) {
    self.course = course
    self.repository = repository
  }

  func appear() async throws {
    let current = SemesterChoice.word(.current)
    for try await groups in repository.groups(of: course, in: current, onlyMine: false) {
      self.groups = groups
    }
  }

  var rows: [StudentGroup] { groups?.value.groups ?? [] }

  func searched(_ row: StudentGroup) -> [String] { [row.id.rawValue, row.name] }

  func open(_ row: StudentGroup) -> Response { .open(.group(course, row.id)) }

  func title(_ words: SceneWords) -> SceneTitle {
    SceneTitle(
      leading: StyledText(course.rawValue, .heading),
      trailing: groups.map { words.remarks(on: $0) } ?? [], age: groups?.age)
  }

  func content(
    _ rows: [StudentGroup], width: Int, _ words: SceneWords
  ) -> ListContent<StudentGroup> {
    ListContent(
      [ListContent.Section(rows: rows)], columns: GroupsReport.columns(words.strings),
      of: self.rows, width: width)
  }
}

extension StudentGroup: Identifiable {}

/// The scene that "Adding a scene" builds; the article's code is taken from above.
@MainActor
@Suite("A scene of one's own", .inTurn)
struct AddingASceneTests: ListWindow {
  let rect = Rect(column: 0, row: 0, columns: 60, rows: 8)

  @Test("It has the service's groups, finds in them, and says where they lead")
  func groups() async throws {
    let program = try Program()
    #expect(await program("login --demo --as teacher").status == 0)
    let command = try GroupsCommand.parse(["XI-DAT.23", "--host", "demo"])
    let context = try await Context(
      for: command,
      App(
        streams: Streams(out: { _ in }, err: { _ in }), environment: program.environment,
        now: program.now, silenceLimit: .seconds(600), browser: Browser { _ in false }),
      Environment(variables: program.environment, arguments: []))
    let model = GroupsViewModel(CourseCode("XI-DAT.23"), context.services.repository)
    try await model.appear()
    #expect(model.rows.count > 1)
    #expect(shown(model).first?.hasPrefix("▌ALL") == true)
    type(.character("/"), .character("1"), .character("0"), .character("1"), in: model)
    let found = shown(model)
    #expect(found.first?.contains("101") == true)
    guard case .open(.group(model.course, let group))? = model.focused.map(model.open) else {
      Issue.record("A group leads elsewhere.")
      return
    }
    #expect(group != .all)
    await context.services.close()
  }
}
