import GradesClient

// What others change in a structure while it is edited.
extension StructureEditing {
  /// Takes the service's definitions as they are now. What colleagues have changed since stays changed, and
  /// edits that contradict it are put aside; undoing brings those back, for a plan that shows them.
  @discardableResult
  public mutating func take(_ now: [ItemDefinition]) -> StructureNews {
    let theirs = StructureFile(
      course: course, semester: semester, definitions: now.map(\.item)
    ).items
    let base = present
    definitions = now
    present = theirs
    presentProblems = PresentProblem.all(of: present)
    return merge(theirs, since: base, of: .colleague)
  }

  /// Takes the edits that another window has stored of the same structure, as ``take(_:)`` takes the
  /// service's news.
  ///
  /// - Parameters:
  ///   - other: what is stored now; nil for no edits.
  ///   - known: what was stored when this window and the other one had the same edits.
  @discardableResult
  public mutating func join(
    _ other: StructureDraft?, since known: StructureDraft?
  ) -> StructureNews {
    func items(_ draft: StructureDraft?) -> [CourseItem] {
      draft.map {
        Self.resuming($0, course: course, semester: semester, definitions: definitions)
          .editing.items
      } ?? present
    }
    return merge(items(other), since: items(known), of: .window)
  }

  /// Merges what another side has made of the same items.
  private mutating func merge(
    _ theirs: [CourseItem], since base: [CourseItem], of origin: StructureNews.Origin
  ) -> StructureNews {
    func merged(
      _ mine: [CourseItem], _ preference: StructureMerge.Preference
    ) -> (items: [CourseItem], asides: [StructureNews.Aside]) {
      let merge = StructureMerge(base: base, mine: mine, theirs: theirs, preferring: preference)
      return (StructureOrder.arranged(merge.items, like: present), merge.asides)
    }
    let (mine, merge) = (items, merged(items, .theirs))
    undoSteps = undoSteps.map { merged($0, .mine).items }
    redoSteps = redoSteps.map { merged($0, .mine).items }
    if !merge.asides.isEmpty { undoSteps.append(merged(mine, .mine).items) }
    items = merge.items
    // What this side wants as well is no news, such as edits that were applied.
    let known = StructureMerge.known(base: base, mine: mine, theirs: theirs)
    return StructureNews(
      origin: origin,
      changes: StructurePlan(
        course: course, semester: semester,
        file: StructureFile(course: course, semester: semester, items: theirs),
        definitions: known.map { ItemDefinition($0.definition) }, rows: []),
      asides: merge.asides)
  }
}
