import GradesClient
import GradesCore
import GradesLocalization
import Observation

/// The values of a group's students: sorted, filtered, and in the app edited as in a spreadsheet.
@MainActor @Observable
final class GroupViewModel {
  /// What the scene of the app finds out when it opens.
  struct Opening: Sendable {
    /// The course and the semester.
    var place: @Sendable () async throws -> CoursePlace
    /// Where drafts go.
    var gradebook: @Sendable (CoursePlace) async throws -> Gradebook
    /// Says what the course does not have.
    var failure: @Sendable (any Error, CoursePlace) async -> any Error
    /// What names in the lists to choose from are written with.
    var strings: Strings
  }

  var state = State()

  let teacher: CourseTeacherRepository
  /// The course as the scene's code names it.
  let course: CourseCode
  let group: GroupID
  private let opening: Opening?
  private let drafts: DraftStore?
  private(set) var query: GroupQuery?
  /// What keeps the edits; nil before it is known whose they are.
  private(set) var editor: CellEditor?
  /// The groups to choose from, the user's own first; nil before they are known.
  var groups: [StudentGroup]?
  var ownGroups: Set<GroupID> = []

  /// The rows by name, and what a filter looks in: made once for each answer.
  private var byName: [Int] = []
  private var texts: [SearchText]?
  /// The widths without edits.
  private var measures = GroupMeasures()

  /// Makes the scene of a group and some of the course's items, to be read.
  init(teacher: CourseTeacherRepository, query: GroupQuery) {
    self.teacher = teacher
    self.query = query
    course = query.course
    group = query.group
    opening = nil
    drafts = nil
  }

  /// Makes the scene of a group, to be edited.
  init(
    teacher: CourseTeacherRepository, drafts: DraftStore, course: CourseCode, group: GroupID,
    opening: Opening
  ) {
    self.teacher = teacher
    self.course = course
    self.group = group
    self.drafts = drafts
    self.opening = opening
  }

  /// What names in the lists to choose from are written with.
  var strings: Strings { opening?.strings ?? .load(.english) }

  /// An item's name in the language in use.
  func name(of item: Classification) -> String { item.name(in: strings.serviceLanguage) }

  // MARK: Loading

  /// Loads the values, the stored ones first; ends after the service's answer.
  func load() async throws {
    state.isLoading = true
    defer { state.isLoading = false }
    let place = try await open()
    guard let query else { return }
    do {
      for try await snapshot in teacher.matrix(query) {
        await show(place?.isStale == true ? snapshot.stale : snapshot, measuring: true)
      }
    } catch {
      guard let place, let opening else { throw error }
      throw await opening.failure(error, place)
    }
    // A cancelled stream ends like a complete one, and what was stored would pass for new.
    try Task.checkCancellation()
  }

  /// Takes the one answer that a command prints.
  func take(_ matrix: Snapshot<GroupMatrix>) async { await show(matrix, measuring: false) }

  /// Finds out what the scene is about and which drafts there are.
  private func open() async throws -> CoursePlace? {
    guard let opening, let drafts else { return nil }
    let place = try await opening.place()
    if query?.semester != place.semester || query?.course != place.course {
      query = GroupQuery(course: place.course, semester: place.semester, group: group)
      await editor?.finish()
      editor = nil
    }
    if editor == nil {
      editor = CellEditor(drafts: drafts, gradebook: try await opening.gradebook(place))
    }
    try await loadDrafts()
    return place
  }

  /// Reads the drafts again. Gives back whether some are gone, so that the service has other values.
  @discardableResult
  func loadDrafts() async throws -> Bool {
    guard let editor else { return false }
    let before = state.edits.changedCells
    defer {
      showEdits()
      makeRoom()
    }
    try await editor.load()
    return !before.isSubset(of: editor.cells.changedCells)
  }

  /// Loads the groups to choose from.
  func loadGroups() async throws {
    guard let query else { return }
    let choice = try await teacher.latestGroupChoice(of: query.course, in: query.semester)
    let all = choice.groups.value.groups
    ownGroups = choice.own
    groups = all.filter { ownGroups.contains($0.id) } + all.filter { !ownGroups.contains($0.id) }
  }

  // MARK: Showing

  /// Chooses the order.
  func sort(by sort: GroupSort, of item: ItemIdentifier? = nil, descending: Bool) {
    state.sort = sort
    state.sortItem = item
    state.isDescending = descending
    arrange()
  }

  /// Chooses whom to show; an empty text shows all.
  func filter(_ text: String) {
    state.filter = text
    arrange()
  }

  /// Chooses the columns; none means all.
  func choose(_ items: [ItemIdentifier]) {
    let focused = state.item(state.grid.columns.focus)?.identifier
    state.chosen = items
    chooseColumns()
    let column = focused.flatMap { identifier in
      state.columns.indices.first { state.item($0)?.identifier == identifier }
    }
    state.grid.columns.focus = column ?? 0
  }

  /// Takes up what the editor says. The widths only grow: columns that shrink with an undo would jump.
  func showEdits() {
    guard let editor else { return }
    state.edits = editor.cells
    state.canUndo = editor.canUndo
    state.canRedo = editor.canRedo
  }

  /// Makes room for edits, or for all there are.
  func makeRoom(for edits: [DraftEdit]? = nil) {
    guard let matrix = state.matrix?.value else { return }
    let all = edits ?? state.edits.edits
    if !all.isEmpty { state.measures.take(all, in: matrix.items) }
  }

  private func show(_ snapshot: Snapshot<GroupMatrix>, measuring: Bool) async {
    if let old = state.matrix?.value, old == snapshot.value {
      // Nothing new: what was made of it stays, and so does the focus.
      state.matrix = snapshot.map { _ in old }
      return
    }
    let prepared = await Self.prepared(snapshot.value, measuring: measuring)
    let focused = state.student(state.grid.rows.focus)?.username
    byName = prepared.byName
    measures = prepared.measures
    texts = nil
    let isFirst = state.matrix == nil
    state.order = []
    state.matrix = snapshot
    state.measures = measures
    chooseColumns()
    if isFirst {
      state.grid.columns.focus =
        state.columns.indices.first { state.item($0)?.definition.isEditable == true } ?? 0
    }
    showEdits()
    makeRoom()
    arrange(keeping: focused)
  }

  /// What is made of all rows; it takes a while where there are many.
  @concurrent
  private nonisolated static func prepared(
    _ matrix: GroupMatrix, measuring: Bool
  ) async -> (byName: [Int], measures: GroupMeasures) {
    let byName = matrix.rows.indices.sorted { matrix.rows[$0].student }
    return (byName, measuring ? GroupMeasures(matrix) : GroupMeasures())
  }

  private func chooseColumns() {
    guard let items = state.matrix?.value.items else { return }
    let places = items.indices.filter {
      state.chosen.isEmpty || state.chosen.contains(items[$0].identifier)
    }
    // Items that are gone leave all columns rather than none.
    state.columns = places.isEmpty ? Array(items.indices) : places
  }

  private func arrange() { arrange(keeping: state.student(state.grid.rows.focus)?.username) }

  private func arrange(keeping focused: Username?) {
    guard let matrix = state.matrix?.value else { return }
    var order = byName
    if state.sort == .value, let column = sortColumn(matrix) {
      let identifier = matrix.items[column].identifier
      let edits = state.edits
      order = order.sorted(descending: state.isDescending) { place in
        let row = matrix.rows[place]
        return edits.value(
          of: GradeCell(row.student.username, identifier), over: row.values[column]
        ).value
      }
    } else if state.isDescending {
      order.reverse()
    }
    let query = SearchQuery(state.filter)
    if !query.isEmpty {
      let texts = self.texts ?? matrix.rows.map(\.student.searchText)
      self.texts = texts
      order = order.filter { query.matches(texts[$0]) }
    }
    state.order = order
    state.grid.rows.focus =
      focused.flatMap { name in order.firstIndex { matrix.rows[$0].student.username == name } }
      ?? 0
  }

  private func sortColumn(_ matrix: GroupMatrix) -> Int? {
    if let item = state.sortItem {
      return matrix.items.firstIndex { $0.identifier == item } ?? matrix.totalColumn
    }
    return query?.items.isEmpty == false ? matrix.items.indices.first : matrix.totalColumn
  }
}
