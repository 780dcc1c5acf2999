import GradesClient

/// A course's structure while it is edited: what the service has, what is wanted, and the steps between.
///
/// It has the rules of what may be edited (Product rules, A course's structure): the service never renames
/// an item, and never changes the order of those that it has.
public struct StructureEditing: Hashable, Sendable {
  /// The course.
  public let course: CourseCode
  /// The semester.
  public let semester: SemesterCode
  /// The service's definitions as they were read last.
  public private(set) var definitions: [ItemDefinition]
  /// The service's items in the tree's order.
  public private(set) var present: [CourseItem]
  /// The wanted items in the tree's order.
  public private(set) var items: [CourseItem]
  /// What colleagues have changed since the first of these edits.
  public private(set) var foreign: [StructureForeignChange] = []
  /// The edits that were not kept for it.
  public private(set) var dropped: [StructureConflict] = []
  /// What is wrong with the service's items.
  private var presentProblems: Set<PresentProblem> = []
  private var undoSteps: [[CourseItem]] = []
  private var redoSteps: [[CourseItem]] = []
  /// Whether the service has all edits, in the form in which it will be read next.
  private var areSent = false

  /// Begins with what the service has.
  public init(course: CourseCode, semester: SemesterCode, definitions: [ItemDefinition]) {
    self.course = course
    self.semester = semester
    self.definitions = definitions
    present =
      StructureFile(course: course, semester: semester, definitions: definitions.map(\.item)).items
    items = present
    presentProblems = PresentProblem.all(of: present)
  }

  /// Goes on with a stored draft over what the service has now.
  public init(
    resuming draft: StructureDraft, course: CourseCode, semester: SemesterCode,
    definitions: [ItemDefinition]
  ) {
    self.init(course: course, semester: semester, definitions: [])
    present = draft.base.items
    items = draft.edited.items
    take(definitions)
  }

  /// Takes the service's definitions as they are now. What colleagues have changed since stays changed, for a
  /// plan that shows it; edits that contradict it are dropped.
  public mutating func take(_ now: [ItemDefinition]) {
    let (base, edits) = (present, changes(from: present, to: items))
    definitions = now
    present = StructureFile(course, semester, now).items
    presentProblems = PresentProblem.all(of: present)
    let wereSent = areSent
    areSent = false
    if edits.isEmpty || wereSent { items = present }
    guard !changes(from: base, to: present).isEmpty else { return }
    // A step would take back what colleagues have changed.
    (undoSteps, redoSteps) = ([], [])
    guard !edits.isEmpty, !wereSent else { return }
    let comparison = StructureComparison(edits, over: now)
    items = comparison.items
    foreign += comparison.foreign
    dropped += comparison.conflicts
  }

  private func changes(from base: [CourseItem], to wanted: [CourseItem]) -> StructurePlan {
    StructurePlan(
      from: base.map { ItemDefinition($0.definition) }, to: wanted, of: course, in: semester)
  }

  // MARK: What is wanted

  /// The wanted items as a file.
  public var file: StructureFile {
    StructureFile(course: course, semester: semester, items: items)
  }

  /// The file and what it was made of.
  public var draft: StructureDraft {
    StructureDraft(
      base: StructureFile(course: course, semester: semester, items: present), edited: file)
  }

  /// The wanted items, and those that are to be removed, in the tree's order.
  public var itemsWithRemoved: [CourseItem] {
    let wanted = Set(items.map(\.identifier))
    let removed = present.filter { !wanted.contains($0.identifier) }
    return removed.isEmpty ? items : StructureOrder.arranged(items + removed, like: present)
  }

  /// What is wrong with the wanted items, by their indices. What the service has like this is no error.
  public var findings: [StructureFinding] {
    file.findings.map { finding in
      var finding = finding
      finding.isPresent = presentProblems.contains(PresentProblem(finding, items[finding.item]))
      return finding
    }
  }

  /// What the file would change, with the values of all students.
  public func plan(_ rows: [GroupRow]) -> StructurePlan {
    StructurePlan(
      course: course, semester: semester, file: file, definitions: definitions, rows: rows)
  }

  /// The index of an item among the wanted ones.
  public func index(of item: ItemIdentifier) -> Int? {
    items.firstIndex { $0.identifier == item }
  }

  /// Whether the service has the item.
  public func isPresent(_ item: ItemIdentifier) -> Bool {
    present.contains { $0.identifier == item }
  }

  /// The item as the service has it.
  public func presentItem(_ item: ItemIdentifier) -> CourseItem? {
    present.first { $0.identifier == item }
  }

  /// An item and those below it, by their indices.
  public func branch(of index: Int) -> Range<Int> {
    let rest = items[(index + 1)...]
    return index..<(rest.firstIndex { $0.depth <= items[index].depth } ?? items.endIndex)
  }

  /// The values that an item's expression gives for a student's values, as an estimate; nil for an item
  /// that is not computed.
  public func estimate(
    of item: ItemIdentifier, given values: [ItemIdentifier: GradeValue]
  ) -> Result<GradeValue?, CannotEvaluate>? {
    ComputedItems(items: items.map(\.formula), mode: .lenient).values(given: values)[item]
  }

  // MARK: Steps

  /// Whether there is a step to undo.
  public var canUndo: Bool { !undoSteps.isEmpty }
  /// Whether there is a step to redo.
  public var canRedo: Bool { !redoSteps.isEmpty }

  /// Takes the last step back.
  public mutating func undo() {
    guard let before = undoSteps.popLast() else { return }
    redoSteps.append(items)
    items = before
  }

  /// Takes a step again that was taken back.
  public mutating func redo() {
    guard let after = redoSteps.popLast() else { return }
    undoSteps.append(items)
    items = after
  }

  /// Forgets all steps, and what was shown with what was sent: that cannot be taken back.
  ///
  /// - Parameter areSent: whether the service has all edits. How it writes them is no colleague's change.
  public mutating func forgetSteps(areSent: Bool) {
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
  public func refusal(ofChanging item: ItemIdentifier) -> StructureEditRefusal? {
    guard index(of: item) != nil else { return .noItem(item) }
    guard isPresent(item) else { return nil }
    let lost = definitions.first { $0.item.identifier == item }?.lostByUpdate ?? []
    return lost.isEmpty ? nil : .lost(lost)
  }

  /// Why an identifier cannot be that of a new item.
  ///
  /// - Parameter renamed: the item that would get it instead of its own.
  public func refusal(
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
  public mutating func change(
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
  public mutating func add(
    _ identifier: ItemIdentifier, below parent: ItemIdentifier?
  ) throws(StructureEditRefusal) {
    if let refusal = refusal(ofIdentifier: identifier) { throw refusal }
    guard items.count < StructureFile.mostItems else { throw .tooMany }
    let above = parent.flatMap { index(of: $0) }
    if let parent, above == nil { throw .noItem(parent) }
    let depth = above.map { items[$0].depth + 1 } ?? 0
    guard depth < StructureFile.deepestItem else { throw .tooDeep }
    var wanted = items
    wanted.insert(
      CourseItem(
        definition: Classification(identifier: identifier, parentIdentifier: parent),
        parent: parent, depth: depth),
      at: above.map { branch(of: $0).upperBound } ?? items.endIndex)
    replace(with: wanted)
  }

  /// Removes an item with everything below it.
  public mutating func remove(_ item: ItemIdentifier) throws(StructureEditRefusal) {
    guard let index = index(of: item) else { throw .noItem(item) }
    var wanted = items
    wanted.removeSubrange(branch(of: index))
    replace(with: wanted)
  }

  /// Takes back all edits in one step.
  public mutating func discard() { replace(with: present) }

  /// Puts an item back that was removed, or takes back all its changes; parents that were removed come
  /// back with it.
  public mutating func restore(_ item: ItemIdentifier) throws(StructureEditRefusal) {
    guard let old = presentItem(item) else { throw .noItem(item) }
    var wanted = items
    if let index = index(of: item) {
      wanted[index].definition = old.definition
      let below = Set(items[branch(of: index)].map(\.identifier))
      if let parent = old.parent, !below.contains(parent), self.index(of: parent) != nil {
        wanted[index].parent = parent
      } else if old.parent == nil {
        wanted[index].parent = nil
      }
    } else {
      var missing = [old]
      while let parent = missing[0].parent, index(of: parent) == nil,
        let above = presentItem(parent)
      {
        missing.insert(above, at: 0)
      }
      wanted += missing
    }
    replace(with: StructureOrder.arranged(wanted, like: present))
  }

  /// Moves an item with everything below it.
  ///
  /// Up and down are for new items among each other: the service keeps the order of those that it has.
  public mutating func move(
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
      swap(siblings[min(place, other)], siblings[max(place, other)])
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

  private mutating func swap(_ first: Int, _ second: Int) {
    let (upper, lower) = (branch(of: first), branch(of: second))
    var wanted = items
    wanted.replaceSubrange(upper.lowerBound..<lower.upperBound, with: items[lower] + items[upper])
    replace(with: wanted)
  }

  private mutating func put(
    _ index: Int, below parent: ItemIdentifier?
  ) throws(StructureEditRefusal) {
    if let refusal = refusal(ofChanging: items[index].identifier) { throw refusal }
    var wanted = items
    wanted[index].parent = parent
    let arranged = StructureOrder.arranged(wanted, like: present)
    guard arranged.allSatisfy({ $0.depth < StructureFile.deepestItem }) else { throw .tooDeep }
    replace(with: arranged)
  }
}
