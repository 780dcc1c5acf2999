import GradesClient

/// What the columns of a table mean.
struct TableColumns {
  /// A column that says whose row it is.
  struct KeyColumn {
    let index: Int
    let key: StudentKey
    /// Whether it was found by its content, so that a cell may have a username or an e-mail address.
    var isFound = false
  }

  /// A column of values, of notes, or of both.
  struct ItemColumn {
    /// The index of the values, from 0; nil: the table has only notes of the item.
    var value: Int?
    /// The index of the notes.
    var note: Int?
    let item: Classification
    /// The first of the two.
    var index: Int { value ?? note ?? 0 }
  }

  /// The titles as they are written; empty without a row of titles.
  private(set) var titles: [String] = []
  /// The number of the row of titles.
  private(set) var titleRow: Int?
  private(set) var keys: [KeyColumn] = []
  /// The columns with the students' names, where nothing else says whose rows they are.
  private(set) var name: StudentNameColumns?
  private(set) var items: [ItemColumn] = []
  /// Where a table has one value in a row.
  private(set) var long: TitleWords.LongColumns?
  /// The columns that are left out, and why.
  private(set) var problems: [EditProblem] = []
  /// The user's own titles that the table has.
  private(set) var mapped: [String: ItemIdentifier] = [:]
  /// The columns beyond the table into which rows without titles are pasted.
  private(set) var outside: Range<Int> = 0..<0
  /// Whether a title is one of usernames and no text below it is a student's.
  private(set) var hasStrangeUsernames = false
  /// Whether rows belong to students by their position alone.
  var isByPosition: Bool { keys.isEmpty && name == nil }

  private let finder: ItemFinder
  private let directory: StudentDirectory

  /// Finds out what the columns mean. Throws ``TableError/noStudents(_:)`` where nothing says whose rows
  /// they are and there is no anchor for rows by position.
  init(
    _ rows: ArraySlice<CellTable.Row>, _ finder: ItemFinder, _ directory: StudentDirectory,
    _ options: TableReading.Options
  ) throws(TableError) {
    self.finder = finder
    self.directory = directory
    guard let first = rows.first else { throw .empty }
    let isTitled = isTitle(first.cells, options)
    if isTitled {
      titles = first.cells
      titleRow = first.number
    }
    let content = isTitled ? rows.dropFirst() : rows
    findKeys(in: content, options)
    if keys.isEmpty { findNames(in: content) }
    if isByPosition, options.anchor == nil || long != nil { throw .noStudents(first.cells) }
    if isTitled, long == nil {
      findItems()
    } else if long == nil, let anchor = options.anchor {
      let taken = Set(keys.map(\.index) + (name?.indices ?? []))
      let width = content.map(\.cells.count).max() ?? 0
      let free = (0..<width).filter { !taken.contains($0) }
      items = zip(free, anchor.items).map { ItemColumn(value: $0, item: $1) }
      if free.count > anchor.items.count { outside = free[anchor.items.count]..<width }
    } else if long == nil {
      throw .noStudents(first.cells)
    }
  }

  // MARK: Titles

  /// Whether a first row has titles: a word for students or an item, and no student.
  private func isTitle(_ cells: [String], _ options: TableReading.Options) -> Bool {
    guard !cells.contains(where: directory.identifies) else { return false }
    let isOfStudents = cells.contains { cell in
      TitleWords.key(cell) != nil || TitleWords.name(cell) != nil
        || options.students?.isTitle(cell) == true
    }
    guard let anchor = options.anchor else {
      return isOfStudents || cells.contains(where: finder.knows)
    }
    let texts = cells.filter { !$0.trimmingBlanks().isEmpty }
    if isOfStudents, texts.count > 1 { return true }
    return !texts.isEmpty && texts.allSatisfy(finder.knows)
      && !zip(cells, anchor.items).contains { isValue($0, of: $1) }
  }

  /// Whether a pasted cell may be a value of the item on which it would be put: an item may be called 1.
  private func isValue(_ text: String, of item: Classification) -> Bool {
    if case .item(let named) = finder.find(text), named.identifier == item.identifier,
      item.valueType == .string
    {
      return false
    }
    guard !text.trimmingBlanks().isEmpty else { return false }
    if case .success = ValueReader().value(typed: text, for: item, over: nil) { return true }
    return false
  }

  // MARK: Students

  private mutating func findKeys(
    in rows: ArraySlice<CellTable.Row>, _ options: TableReading.Options
  ) {
    if let map = options.students, let index = titles.firstIndex(where: map.isTitle) {
      keys.append(KeyColumn(index: index, key: .mapped))
    }
    if let columns = TitleWords.longColumns(in: titles),
      finder.find(titles[columns.item]).item == nil,
      finder.find(titles[columns.value]).item == nil
    {
      long = columns
      let student = columns.student.flatMap { TitleWords.key(titles[$0]) == nil ? $0 : nil }
      // In this form the title "student" means the username.
      if let student { keys.append(KeyColumn(index: student, key: .username, isFound: true)) }
    }
    findTitledKeys(in: rows)
    if keys.isEmpty, let index = bestColumn(of: rows, where: { directory.identifies($0) }) {
      keys.append(KeyColumn(index: index, key: .username, isFound: true))
      if titles.isEmpty { findOtherKey(in: rows, beside: index) }
    }
  }

  /// Takes the column of e-mail addresses beside one of usernames, or the other way round, in a table without
  /// titles: the two of a row have to agree.
  private mutating func findOtherKey(in rows: ArraySlice<CellTable.Row>, beside index: Int) {
    let hasAddresses = rows.contains { row in
      row.cells.count > index && directory.identifies(row.cells[index])
        && row.cells[index].contains("@")
    }
    let other = bestColumn(of: rows) {
      directory.identifies($0) && $0.contains("@") != hasAddresses
    }
    guard let other, other != index else { return }
    keys.append(KeyColumn(index: other, key: hasAddresses ? .username : .email))
  }

  /// Takes all columns whose titles say whose rows they are: those of a row have to agree. An item may have
  /// such a title; then its column is the item's, unless nothing else says whose rows they are.
  private mutating func findTitledKeys(in rows: ArraySlice<CellTable.Row>) {
    var taken = Set(keys.map(\.index))
    let hasOthers =
      !keys.isEmpty
      || titles.contains { TitleWords.key($0) != nil && !finder.isIdentifier($0) }
    if let username = TitleWords.usernameColumn(in: titles),
      !(hasOthers && finder.isIdentifier(titles[username])), taken.insert(username).inserted
    {
      keys.append(KeyColumn(index: username, key: .username))
    }
    for key in [StudentKey.username, .email, .personalNumber] {
      for (index, title) in titles.enumerated()
      where !taken.contains(index) && TitleWords.key(title) == key {
        guard !finder.isIdentifier(title) || keys.isEmpty else { continue }
        // A column of names may be called "user".
        if key == .username, !directory.isEmpty,
          !rows.contains(where: { $0.cells.count > index && directory.identifies($0.cells[index]) })
        {
          hasStrangeUsernames = true
          continue
        }
        keys.append(KeyColumn(index: index, key: key))
      }
    }
  }

  /// The column in which at least half of the texts are known.
  private func bestColumn(
    of rows: ArraySlice<CellTable.Row>, where isKnown: (String) -> Bool
  ) -> Int? {
    guard !directory.isEmpty else { return nil }
    let width = rows.map(\.cells.count).max() ?? 0
    var best: (index: Int, count: Int)?
    for index in 0..<width {
      let texts = rows.compactMap { row in
        index < row.cells.count ? row.cells[index].trimmingBlanks() : nil
      }.filter { !$0.isEmpty }
      let count = texts.count(where: isKnown)
      if count > 0, count * 2 >= texts.count, count > best?.count ?? 0 { best = (index, count) }
    }
    return best?.index
  }

  private mutating func findNames(in rows: ArraySlice<CellTable.Row>) {
    guard !directory.isEmpty else { return }
    func isKnown(_ columns: StudentNameColumns) -> Bool {
      let names = rows.map { columns.name(in: $0.cells) }.filter { !$0.isEmpty }
      let known = names.count { directory.student(named: $0) != nil || directory.isAmbiguous($0) }
      return known > 0 && known * 2 >= names.count
    }
    if let titled = StudentNameColumns(titles: titles), isKnown(titled) {
      name = titled
      return
    }
    let width = rows.map(\.cells.count).max() ?? 0
    let candidates =
      (0..<width).map { StudentNameColumns(indices: [$0]) }
      + (0..<max(0, width - 1)).map { StudentNameColumns(indices: [$0, $0 + 1]) }
    name = candidates.first(where: isKnown)
  }

  // MARK: Items

  private mutating func findItems() {
    let taken = Set(keys.map(\.index) + (name?.indices ?? []))
    // The titles of our own exports; the next one that is called so is an item's.
    let isExport = titles.prefix(3) == ["username", "lastName", "firstName"]
    var values: [ItemIdentifier: [ItemColumn]] = [:]
    var notes: [ItemIdentifier: [ItemColumn]] = [:]
    for (index, title) in titles.enumerated() {
      let finding = finder.find(title)
      if taken.contains(index) {
        // An export of a course with an item of that name has both.
        let key = keys.first { $0.index == index }
        let isExpected = key?.key == .username && index == keys.first?.index
        if !isExpected, key?.key != .mapped, case .item = finding {
          note(.ignoredColumn, .notice, title, index)
        }
        continue
      }
      let isOwn = isExport && index < 3
      if isOwn || TitleWords.name(title) != nil || TitleWords.key(title) != nil,
        isOwn || !finder.isIdentifier(title), finder.mapped(title) == nil
      {
        if !isOwn, case .item = finding { note(.ignoredColumn, .notice, title, index) }
        continue
      }
      switch finding {
      case .none
      where title.trimmingBlanks().isEmpty || TitleWords.folded(title) == TitleWords.drafts:
        continue
      case .none:
        if let noted = TitleWords.notedItem(title), let item = finder.find(noted).item {
          if finder.mapped(noted) != nil { mapped[noted] = item.identifier }
          guard item.isEditable else { continue }
          notes[item.identifier, default: []].append(ItemColumn(note: index, item: item))
        } else {
          note(.unknownItem, .warning, title, index)
          problems[problems.count - 1].suggestion = finder.near(title)
        }
      case .ambiguous(let candidates):
        note(.ambiguousItem, .refused, title, index)
        problems[problems.count - 1].candidates = candidates
      case .item(let item):
        if finder.mapped(title) != nil { mapped[title] = item.identifier }
        guard item.isEditable else {
          note(.computed, .notice, title, index)
          continue
        }
        values[item.identifier, default: []].append(ItemColumn(value: index, item: item))
      }
    }
    for item in Set(values.keys).union(notes.keys) {
      take(values[item] ?? [], notes[item] ?? [])
    }
    items.sort { $0.index < $1.index }
    problems.sort { ($0.column ?? 0) < ($1.column ?? 0) }
    // Without any other column an unknown title is an error and not a remark.
    guard items.isEmpty else { return }
    for index in problems.indices where problems[index].kind == .unknownItem {
      problems[index].severity = .refused
    }
  }

  /// Assigns the columns of one item. With several columns the intended one is unknown, so none is used.
  private mutating func take(_ values: [ItemColumn], _ notes: [ItemColumn]) {
    for columns in [values, notes] where columns.count > 1 {
      for (number, column) in columns.enumerated() {
        note(
          .duplicate, .refused, titles[column.index], column.index,
          first: columns[number == 0 ? 1 : 0].index + 1)
      }
    }
    guard values.count <= 1, notes.count <= 1, let first = values.first ?? notes.first else {
      return
    }
    items.append(ItemColumn(value: values.first?.value, note: notes.first?.note, item: first.item))
  }

  private mutating func note(
    _ kind: EditProblem.Kind, _ severity: EditProblem.Severity, _ title: String, _ index: Int,
    first: Int? = nil
  ) {
    problems.append(
      EditProblem(
        kind, severity, row: titleRow, column: index + 1, identifier: title, first: first))
  }
}
