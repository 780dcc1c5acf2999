import GradesClient

/// A course's structure while it is edited: what the service has, what is wanted, and the steps between.
///
/// It has the rules of what may be edited (Product rules, A course's structure): the service never renames
/// an item, and never changes the order of those that it has.
package struct StructureEditing: Hashable, Sendable {
  package let course: CourseCode
  package let semester: SemesterCode
  /// The service's definitions as they were read last.
  package private(set) var definitions: [ItemDefinition]
  /// What is wanted, and what it was made of: what the service has.
  package private(set) var draft: StructureDraft
  /// What colleagues have changed since the first of these edits.
  package private(set) var foreign: [StructureForeignChange] = []
  /// The edits that were not kept for it.
  package private(set) var dropped: [StructureConflict] = []
  private var presentProblems: Set<PresentProblem> = []
  private var undoSteps: [[CourseItem]] = []
  private var redoSteps: [[CourseItem]] = []
  /// Whether the service has all edits, in the form in which it will be read next.
  private var areSent = false

  /// Begins with what the service has, or goes on with a stored draft over that.
  package init(
    resuming stored: StructureDraft? = nil, course: CourseCode, semester: SemesterCode,
    definitions: [ItemDefinition]
  ) {
    (self.course, self.semester, self.definitions) = (course, semester, definitions)
    let now = StructureFile(course, semester, definitions)
    draft = StructureDraft(base: now, edited: now)
    if let stored {
      (draft.base.items, draft.edited.items) = (stored.base.items, stored.edited.items)
    }
    take(definitions)
  }

  /// Takes the service's definitions as they are now. What colleagues have changed since stays changed, for a
  /// plan that shows it; edits that contradict it are dropped.
  package mutating func take(_ now: [ItemDefinition]) {
    let base = present
    let areEdited = !items.areSame(as: base) && !areSent
    areSent = false
    definitions = now
    draft.base.items = StructureFile(course, semester, now).items
    presentProblems = Set(draft.base.findings.map { PresentProblem($0, present[$0.item]) })
    if !areEdited { items = present }
    guard !present.areSame(as: base) else { return }
    // A step would take back what colleagues have changed.
    (undoSteps, redoSteps) = ([], [])
    guard areEdited else { return }
    let comparison = StructureComparison(items, from: base, over: draft.base)
    items = comparison.items
    foreign += comparison.foreign
    dropped += comparison.conflicts
  }

  // MARK: What is wanted

  /// The service's items in the tree's order.
  package var present: [CourseItem] { draft.base.items }

  /// The wanted items in the tree's order.
  package private(set) var items: [CourseItem] {
    get { draft.edited.items }
    set { draft.edited.items = newValue }
  }

  /// The wanted items, and those that are to be removed, in the tree's order.
  package var itemsWithRemoved: [CourseItem] {
    let wanted = items.byIdentifier
    let removed = present.filter { wanted[$0.identifier] == nil }
    return removed.isEmpty ? items : (items + removed).arranged(like: present)
  }

  /// What is wrong with the wanted items, by their indices. What the service has like this is no error.
  package var findings: [StructureFinding] {
    draft.edited.findings.map { finding in
      var finding = finding
      finding.isPresent = presentProblems.contains(PresentProblem(finding, items[finding.item]))
      return finding
    }
  }

  /// What the file would change, with the values of all students.
  package func plan(_ rows: [GroupRow]) -> StructurePlan {
    StructurePlan(
      course: course, semester: semester, file: draft.edited, definitions: definitions, rows: rows)
  }

  package func index(of item: ItemIdentifier) -> Int? {
    items.firstIndex { $0.identifier == item }
  }

  package func isPresent(_ item: ItemIdentifier) -> Bool { presentItem(item) != nil }

  package func presentItem(_ item: ItemIdentifier) -> CourseItem? {
    present.first { $0.identifier == item }
  }

  /// An item and those below it, by their indices.
  package func branch(of index: Int) -> Range<Int> {
    let rest = items[(index + 1)...]
    return index..<(rest.firstIndex { $0.depth <= items[index].depth } ?? items.endIndex)
  }

  /// The values that an item's expression gives for a student's values, as an estimate; nil for an item
  /// that is not computed.
  package func estimate(
    of item: ItemIdentifier, given values: [ItemIdentifier: GradeValue]
  ) -> Result<GradeValue?, CannotEvaluate>? {
    ComputedItems(items: items.map(\.formula), mode: .lenient).values(given: values)[item]
  }

  // MARK: Steps

  package var canUndo: Bool { !undoSteps.isEmpty }
  package var canRedo: Bool { !redoSteps.isEmpty }

  package mutating func undo() {
    guard let before = undoSteps.popLast() else { return }
    redoSteps.append(items)
    items = before
  }

  package mutating func redo() {
    guard let after = redoSteps.popLast() else { return }
    undoSteps.append(items)
    items = after
  }

  /// Forgets all steps, and what was shown with what was sent: that cannot be taken back.
  ///
  /// - Parameter areSent: whether the service has all edits. How it writes them is no colleague's change.
  package mutating func forgetSteps(areSent: Bool) {
    self.areSent = areSent
    (undoSteps, redoSteps) = ([], [])
    (foreign, dropped) = ([], [])
  }

  /// Replaces the wanted items in one step that can be taken back.
  private mutating func replace(with wanted: [CourseItem]) {
    guard wanted != items else { return }
    areSent = false
    undoSteps.append(items)
    redoSteps = []
    items = wanted
  }

  // MARK: Edits

  /// Why an item cannot be changed, whatever is changed of it; nil if it can.
  package func refusal(ofChanging item: ItemIdentifier) -> StructureEditRefusal? {
    guard index(of: item) != nil else { return .noItem(item) }
    guard isPresent(item) else { return nil }
    let lost = definitions.first { $0.item.identifier == item }?.lostByUpdate ?? []
    return lost.isEmpty ? nil : .lost(lost)
  }

  /// Why an identifier cannot be that of a new item.
  ///
  /// - Parameter renamed: the item that would get it instead of its own.
  package func refusal(
    ofIdentifier wanted: ItemIdentifier, besides renamed: ItemIdentifier? = nil
  ) -> StructureEditRefusal? {
    if wanted.rawValue.unicodeScalars.allSatisfy(\.properties.isWhitespace) {
      return .identifierEmpty
    }
    guard wanted.isName else { return .identifierNoName(wanted) }
    // An item that is to be removed still has its identifier in the service.
    let folded = wanted.rawValue.lowercased()
    let other = (items + present).first {
      $0.identifier.rawValue.lowercased() == folded && $0.identifier != renamed
    }
    return other.map { .identifierTaken($0.identifier) }
  }

  /// Changes the fields of an item; only a new one gets another identifier.
  package mutating func change(
    _ item: ItemIdentifier, _ edit: (inout Classification) -> Void
  ) throws(StructureEditRefusal) {
    if let refusal = refusal(ofChanging: item) { throw refusal }
    guard let index = index(of: item) else { return }
    var wanted = items
    edit(&wanted[index].definition)
    let new = wanted[index].identifier
    if new != item {
      if isPresent(item) { throw .identifierOfExisting }
      if let refusal = refusal(ofIdentifier: new, besides: item) { throw refusal }
      for child in wanted.indices where wanted[child].parent == item {
        wanted[child].parent = new
        wanted[child].definition.parentIdentifier = new
      }
    }
    replace(with: wanted)
  }

  /// Adds an item behind all others of its parent; nil makes a root.
  package mutating func add(
    _ identifier: ItemIdentifier, below parent: ItemIdentifier?
  ) throws(StructureEditRefusal) {
    if let refusal = refusal(ofIdentifier: identifier) { throw refusal }
    guard items.count < StructureFile.mostItems else { throw .tooMany }
    if let parent, index(of: parent) == nil { throw .noItem(parent) }
    let new = CourseItem(definition: Classification(identifier: identifier), parent: parent)
    try arrange(items + [new])
  }

  package mutating func remove(_ item: ItemIdentifier) throws(StructureEditRefusal) {
    guard let index = index(of: item) else { throw .noItem(item) }
    var wanted = items
    wanted.removeSubrange(branch(of: index))
    replace(with: wanted)
  }

  /// Takes back all edits in one step.
  package mutating func discard() { replace(with: present) }

  /// Puts an item back that was removed, or takes back all its changes; parents that were removed come
  /// back with it.
  package mutating func restore(_ item: ItemIdentifier) throws(StructureEditRefusal) {
    guard let old = presentItem(item) else { throw .noItem(item) }
    var wanted = items
    if let index = index(of: item) {
      wanted[index].definition = old.definition
      let mayMove = old.parent.map { parent in
        self.index(of: parent).map { !branch(of: index).contains($0) } ?? false
      }
      if mayMove ?? true { wanted[index].parent = old.parent }
    } else {
      var next: CourseItem? = old
      while let missing = next, self.index(of: missing.identifier) == nil {
        wanted.append(missing)
        next = missing.parent.flatMap(presentItem)
      }
    }
    try arrange(wanted)
  }

  /// Moves an item with everything below it.
  ///
  /// Up and down are for new items among each other: the service keeps the order of those that it has.
  package mutating func move(
    _ item: ItemIdentifier, _ direction: StructureMove
  ) throws(StructureEditRefusal) {
    guard let index = index(of: item) else { throw .noItem(item) }
    let siblings = items.indices.filter { items[$0].parent == items[index].parent }
    let place = siblings.firstIndex(of: index) ?? 0
    switch direction {
    case .up, .down:
      let other = direction == .up ? place - 1 : place + 1
      guard siblings.indices.contains(other) else { throw .atEnd }
      guard !keepsOrder(items[index]), !keepsOrder(items[siblings[other]]) else {
        throw .orderOfExisting
      }
      var wanted = items
      wanted.swapAt(index, siblings[other])
      try arrange(wanted)
    case .into:
      guard place > 0 else { throw .atEnd }
      try put(index, below: items[siblings[place - 1]].identifier)
    case .out:
      guard let parent = items[index].parent, let above = self.index(of: parent) else {
        throw .atEnd
      }
      try put(index, below: items[above].parent)
    }
  }

  /// Whether the service decides where the item is among its siblings.
  private func keepsOrder(_ item: CourseItem) -> Bool {
    presentItem(item.identifier).map { $0.parent == item.parent } ?? false
  }

  private mutating func put(
    _ index: Int, below parent: ItemIdentifier?
  ) throws(StructureEditRefusal) {
    if let refusal = refusal(ofChanging: items[index].identifier) { throw refusal }
    var wanted = items
    wanted[index].parent = parent
    try arrange(wanted)
  }

  /// Replaces the wanted items by others, which are sorted into the tree.
  private mutating func arrange(_ wanted: [CourseItem]) throws(StructureEditRefusal) {
    let arranged = wanted.arranged(like: present)
    guard arranged.allSatisfy({ $0.depth < StructureFile.deepestItem }) else { throw .tooDeep }
    replace(with: arranged)
  }
}

/// A problem that an item has in the service.
private struct PresentProblem: Hashable {
  private let item: ItemIdentifier
  private let kind: StructureProblem.Kind
  /// What the problem is about, so that an expression or bounds that were edited are to be correct.
  private let values: [GradeValue?]

  init(_ finding: StructureFinding, _ item: CourseItem) {
    self.item = item.identifier
    var related = [finding.field]
    switch finding.kind {
    case .expression(let problem, _):
      // Other items may have come whose names are near.
      kind = .expression(problem, near: nil)
    case .bounds:
      kind = finding.kind
      related = [.minimum, .required, .maximum]
    default: kind = finding.kind
    }
    values = StructureField.values.filter(related.contains)
      .map { $0.value(of: item.definition) }
  }
}
