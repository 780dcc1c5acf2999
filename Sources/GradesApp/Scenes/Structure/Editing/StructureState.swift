import Foundation
import GradesClient
import GradesCore
import GradesLocalization
import Terminal

extension StructureViewModel {
  /// What the scene shows.
  struct State: FoldableTree, FindableRows, Equatable, Sendable {
    /// The course.
    let course: CourseCode
    /// The course's structure with the edits; nil before the first response.
    var editing: StructureEditing? {
      didSet {
        guard editing != oldValue else { return }
        let focused = focused?.identifier
        update()
        // Lines may have come and gone above it.
        if let focused { focus(focused) }
      }
    }
    /// What the edits would change, without the students' values.
    private(set) var plan: StructurePlan?
    /// The items in the tree's order, with those that are to be removed.
    private(set) var items: [CourseItem] = []
    /// What is wrong with the items.
    private(set) var findings: [ItemIdentifier: [StructureFinding]] = [:]
    /// The edited, new and removed items, by the sign that stands before them.
    private(set) var signs: [ItemIdentifier: Sign] = [:]
    /// The students with their values; nil before they are read.
    var students: [GroupRow]? {
      didSet { if students != oldValue { count() } }
    }
    /// How many students have a value or a note of each item.
    private(set) var counts: [ItemIdentifier: Int] = [:]
    /// Why the structure cannot be edited; nil: it can.
    var readOnly: Message?
    /// The student for whom expressions are computed.
    var student: Username?
    /// How far the edits are that are being sent; nil: none are.
    var progress: PublishProgress?
    /// What is to be said when the next frame is drawn.
    var notice: Notice?
    var find = TextFind<TreeState<ItemIdentifier>>()
    var tree = TreeState<ItemIdentifier>()
    /// How many lines of the tree are seen at once.
    var page = 10
    var isLoading = false

    init(course: CourseCode) { self.course = course }

    /// What became of an item.
    enum Sign: Equatable, Sendable { case added, changed, removed }

    /// What is to be known of the stored draft.
    enum Notice: Equatable, Sendable {
      /// It could not be read, and is now this file.
      case damaged(URL)
      /// It could not be stored.
      case unstored(Failure)
      /// Others edit it, or have edited.
      case said(Message)
    }

    // MARK: Items

    /// The items as lines of the tree.
    var rows: [TreeRow<ItemIdentifier>] { TreeRow.lines(of: items) }

    /// The focused item.
    var focused: CourseItem? { focusedRow.flatMap { items[safe: $0] } }

    /// How many items the edits add, change and remove.
    var changeCount: Int {
      plan?.identifiers.count ?? 0
    }

    /// Whether the plan shows anything.
    var hasPlan: Bool { changeCount > 0 || editing?.dropped.isEmpty == false }

    /// What is wrong with an item.
    func findings(of item: ItemIdentifier) -> [StructureFinding] {
      findings[item] ?? []
    }

    /// Whether an item is to be removed.
    func isRemoved(_ item: CourseItem) -> Bool { signs[item.identifier] == .removed }

    /// The values of the student for whom expressions are computed.
    var studentRow: GroupRow? {
      student.flatMap { student in students?.first { $0.student.username == student } }
    }

    private mutating func update() {
      guard let editing else { return }
      let plan = editing.plan([])
      var signs: [ItemIdentifier: Sign] = [:]
      for item in plan.additions { signs[item.identifier] = .added }
      for change in plan.changes { signs[change.item.identifier] = .changed }
      for removal in plan.removals { signs[removal.item.identifier] = .removed }
      (self.plan, self.signs, items) = (plan, signs, editing.itemsWithRemoved)
      findings = Dictionary(grouping: editing.findings) { editing.items[$0.item].identifier }
    }

    private mutating func count() {
      counts = [:]
      for row in students ?? [] {
        for (item, recorded) in row.values where !recorded.isEmpty {
          counts[item, default: 0] += 1
        }
      }
    }

    // MARK: Find

    var origin: TreeState<ItemIdentifier>? {
      get { tree }
      set { tree = newValue ?? tree }
    }

    var focusedRow: Int? { focusedIndex }

    mutating func focus(row: Int) {
      if let item = items[safe: row] { tree.focus(item.identifier, rows) }
    }

    /// Focuses an item, also one that is folded away.
    mutating func focus(_ item: ItemIdentifier) { tree.focus(item, rows) }

    var searchedTexts: [[String]] {
      items.map { $0.definition.names.map(\.name) + [$0.identifier.rawValue] }
    }
  }
}
