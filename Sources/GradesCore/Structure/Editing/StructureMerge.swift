import GradesClient

/// The edits of this side over what colleagues have changed at the same time.
struct StructureMerge {
  /// The side whose change of a field stays where both have changed it.
  enum Preference { case mine, theirs }

  /// The merged items in the tree's order.
  private(set) var items: [CourseItem] = []
  private(set) var asides: [StructureNews.Aside] = []
  private let preference: Preference

  /// Merges the items of three times: what there was, what is wanted, what there is.
  init(
    base: [CourseItem], mine: [CourseItem], theirs: [CourseItem],
    preferring preference: Preference = .theirs
  ) {
    self.preference = preference
    let old = Self.byIdentifier(base)
    let wanted = Self.byIdentifier(mine)
    let now = Self.byIdentifier(theirs)
    var merged: [CourseItem] = []
    for item in theirs {
      switch (old[item.identifier], wanted[item.identifier]) {
      case (let before, let mine?): merged.append(merge(before, mine, item))
      case (let before?, nil):
        // An item that one side removes and the other changes stays.
        guard !StructurePlan.fields(before, item).isEmpty else { continue }
        asides.append(.init(item: item.identifier, field: nil))
        if preference == .theirs { merged.append(item) }
      case (nil, nil): merged.append(item)
      }
    }
    for item in mine where now[item.identifier] == nil {
      if let before = old[item.identifier] {
        guard !StructurePlan.fields(before, item).isEmpty else { continue }
        asides.append(.init(item: item.identifier, field: nil))
        if preference == .theirs { continue }
      }
      merged.append(item)
    }
    keepParents(&merged, now)
    // New items keep this side's order; those that the service has, keep the service's.
    let places = Dictionary(
      mine.enumerated().map { ($1.identifier, $0) }, uniquingKeysWith: { first, _ in first })
    let sorted = merged.enumerated().sorted {
      (places[$0.element.identifier] ?? .max, $0.offset)
        < (places[$1.element.identifier] ?? .max, $1.offset)
    }
    items = StructureOrder.arranged(sorted.map(\.element), like: theirs)
  }

  /// What there was, with the items in their new state that both sides want like this.
  static func known(
    base: [CourseItem], mine: [CourseItem], theirs: [CourseItem]
  ) -> [CourseItem] {
    let (wanted, now) = (byIdentifier(mine), byIdentifier(theirs))
    let same = theirs.filter { item in
      wanted[item.identifier].map { StructurePlan.fields($0, item).isEmpty } ?? false
    }
    let isSame = Set(same.map(\.identifier))
    let rest = base.filter { item in
      let isGone = wanted[item.identifier] == nil && now[item.identifier] == nil
      return !isGone && !isSame.contains(item.identifier)
    }
    return same + rest
  }

  /// Keeps an item that was to be removed where a colleague has put something below it.
  private mutating func keepParents(
    _ merged: inout [CourseItem], _ now: [ItemIdentifier: CourseItem]
  ) {
    var kept = Set(merged.map(\.identifier))
    var index = 0
    while index < merged.count {
      if let parent = merged[index].parent, !kept.contains(parent), let above = now[parent] {
        kept.insert(parent)
        asides.append(.init(item: parent, field: nil))
        merged.append(above)
      }
      index += 1
    }
  }

  private mutating func merge(
    _ base: CourseItem?, _ mine: CourseItem, _ theirs: CourseItem
  ) -> CourseItem {
    let differing = StructurePlan.fields(mine, theirs)
    guard let base else {
      // Both sides have added it, without a common past.
      asides += differing.map { .init(item: mine.identifier, field: $0) }
      var merged = preference == .mine ? mine : theirs
      merged.definition.id = theirs.definition.id
      return merged
    }
    let changed = Set(StructurePlan.fields(base, theirs).map(\.field))
    let edited = Set(StructurePlan.fields(base, mine).map(\.field))
    asides += differing.filter { changed.contains($0.field) && edited.contains($0.field) }
      .map { .init(item: mine.identifier, field: $0) }
    func pick<Value: Equatable>(_ field: KeyPath<CourseItem, Value>) -> Value {
      chosen(base[keyPath: field], mine[keyPath: field], theirs[keyPath: field])
    }
    var merged = theirs
    merged.parent = pick(\.parent)
    merged.definition.names = names(base, mine, theirs)
    merged.definition.classificationType = pick(\.definition.classificationType)
    merged.definition.valueType = pick(\.definition.valueType)
    merged.definition.evaluationType = pick(\.definition.evaluationType)
    merged.definition.minimumValue = pick(\.definition.minimumValue)
    merged.definition.requiredValue = pick(\.definition.requiredValue)
    merged.definition.maximumValue = pick(\.definition.maximumValue)
    merged.definition.hidden = pick(\.definition.hidden)
    merged.definition.expression = pick(\.definition.expression)
    return merged
  }

  private func chosen<Value: Equatable>(_ base: Value, _ mine: Value, _ theirs: Value) -> Value {
    if mine == base { return theirs }
    return theirs == base || preference == .mine ? mine : theirs
  }

  private func names(
    _ base: CourseItem, _ mine: CourseItem, _ theirs: CourseItem
  ) -> [LocalizedName] {
    func name(_ item: CourseItem, _ language: String) -> String? {
      item.definition.names.first { $0.language == language }?.name
    }
    var languages: [String] = []
    for name in theirs.definition.names + mine.definition.names
    where !languages.contains(name.language) {
      languages.append(name.language)
    }
    return languages.compactMap { language in
      chosen(name(base, language), name(mine, language), name(theirs, language)).map {
        LocalizedName(language: language, name: $0)
      }
    }
  }

  private static func byIdentifier(_ items: [CourseItem]) -> [ItemIdentifier: CourseItem] {
    Dictionary(items.map { ($0.identifier, $0) }, uniquingKeysWith: { first, _ in first })
  }
}
