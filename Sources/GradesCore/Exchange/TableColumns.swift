import GradesClient

struct TableColumns {
  /// A column that says whose row it is.
  struct KeyColumn {
    let index: Int
    let key: StudentKey
  }

  /// A column of values, of notes, or of both.
  struct ItemColumn {
    /// The index of the values, from 0; nil: the table has only notes of the item.
    var value: Int?
    var note: Int?
    let item: Classification
    /// The first of the two.
    var index: Int { value ?? note ?? 0 }
  }

  /// The titles as they are written; empty without a row of titles.
  private(set) var titles: [String] = []
  private(set) var titleRow: Int?
  private(set) var keys: [KeyColumn] = []
  /// The columns with the students' names, where nothing else says whose rows they are.
  private(set) var name: StudentNameColumns?
  /// The columns that are titled as students' names and have them: what identifies a row must not contradict it.
  private var titledName: StudentNameColumns?
  private(set) var items: [ItemColumn] = []
  /// Where a table has one value in a row.
  private(set) var long: TitleWords.LongColumns?
  private(set) var problems: [EditProblem] = []
  private(set) var mapped: [String: ItemIdentifier] = [:]
  /// The columns beyond the table into which rows without titles are pasted.
  private(set) var outside: Range<Int> = 0..<0
  private(set) var content: ArraySlice<CellTable.Row>
  /// The number of the row where another table begins, with titles of its own.
  private(set) var end = Int.max
  /// The most cells of a row below the titles.
  private var width: Int { content.map(\.cells.count).max() ?? 0 }
  /// Whether rows belong to students by their position alone.
  var isByPosition: Bool { keys.isEmpty && name == nil }

  private let finder: ItemFinder
  private let directory: StudentDirectory

  /// Titles are looked for in so many rows.
  static let mostRowsOfHeading = 30
  /// The first student is looked for in so many rows.
  private static let mostRowsOfOthers = 1000

  /// Finds out what the columns mean. Throws ``TableError/noStudents(_:)`` where nothing says whose rows
  /// they are and there is no anchor for rows by position.
  init(
    _ rows: ArraySlice<CellTable.Row>, _ finder: ItemFinder, _ directory: StudentDirectory,
    _ options: TableReading.Options
  ) throws(TableError) {
    self.finder = finder
    self.directory = directory
    let start = rows.prefix(Self.mostRowsOfHeading)
    // Without a header, the row that is most like one is named.
    guard let fullest = start.max(by: { $0.textCount < $1.textCount }) else { throw .empty }
    content = rows
    if let header = header(of: rows, options) {
      titles = rows[header].cells
      titleRow = rows[header].number
      content = rows[(header + 1)...]
      if header > rows.startIndex {
        problems.append(EditProblem(.headingRows, .notice, row: rows[header].number))
      }
    }
    titledName = StudentNameColumns(titles: titles).flatMap { isKnown($0) ? $0 : nil }
    findKeys(options)
    if keys.isEmpty { name = titledName ?? untitledName() }
    // Without anything else, rows without a student are missing one.
    if isByPosition { findTitledKeys(among: Array(titles.indices)) }
    if isByPosition, options.anchor == nil || long != nil {
      throw .noStudents(titles.isEmpty ? fullest.cells : titles)
    }
    end = content.first(where: isHeader)?.number ?? .max
    if titleRow != nil, long == nil {
      findItems()
    } else if long == nil, let anchor = options.anchor {
      let taken = Set(keys.map(\.index) + (name?.indices ?? []))
      let free = (0..<width).filter { !taken.contains($0) }
      items = zip(free, anchor.items).map { ItemColumn(value: $0, item: $1) }
      if free.count > anchor.items.count { outside = free[anchor.items.count]..<width }
    } else if long == nil {
      throw .noStudents(fullest.cells)
    }
    // In the order of the columns; what is about a row is the first.
    problems.sort { ($0.column ?? 0) < ($1.column ?? 0) }
  }

  // MARK: Titles

  /// Finds the row of titles: the first one with a title that says whose rows follow, best with one of an item
  /// beside it, or the one above the first row that has a student. An item's name alone does not make a header
  /// of a row: it may stand in a heading, or be a value.
  private func header(of rows: ArraySlice<CellTable.Row>, _ options: TableReading.Options) -> Int? {
    let start = rows.prefix(Self.mostRowsOfOthers)
    let student =
      start.firstIndex { $0.cells.contains(where: directory.identifies) }
      ?? start.firstIndex(where: hasName)
    let above = rows[..<(student ?? rows.endIndex)]
    // Of what is pasted by position, only the first row may have titles: the others are values.
    let isPasted = options.anchor != nil
    let first = above.prefix(isPasted && student == nil ? 1 : Self.mostRowsOfHeading)
    func row(with isTitle: (String) -> Bool, andItem hasItem: Bool = false) -> Int? {
      first.firstIndex { row in
        row.cells.contains(where: isTitle) && (!hasItem || namesItem(row))
          && (!isPasted || row.textCount > 1)
      }
    }
    func isKey(_ title: String) -> Bool {
      finder.key(title) != nil || options.students?.isTitle(title) == true
    }
    func isName(_ title: String) -> Bool { TitleWords.name(title) != nil }
    if let titled = row(with: isKey, andItem: true) ?? row(with: isName, andItem: true)
      ?? row(with: isKey)
    {
      return titled
    }
    if student != nil, let named = above.lastIndex(where: namesItem) { return named }
    if let titled = row(with: isName) { return titled }
    if let anchor = options.anchor {
      return above.first.map { isTitle($0, over: anchor) } == true ? above.startIndex : nil
    }
    guard student != nil else { return nil }
    // Students whom the course does not have may be above the first one whom it has.
    return above.lastIndex { !$0.cells.contains(where: Self.isNumber) }
      ?? (above.count == 1 ? above.startIndex : nil)
  }

  /// Whether a row has a student's full name in a cell or in two cells side by side.
  private func hasName(_ row: CellTable.Row) -> Bool {
    row.cells.indices.contains { index in
      [[index], [index, index + 1]].contains {
        directory.names(StudentNameColumns(indices: $0).name(in: row.cells))
      }
    }
  }

  /// Whether a row names an item, or is the header of one value in a row. An item may be called 1, like a value.
  private func namesItem(_ row: CellTable.Row) -> Bool {
    row.cells.contains { finder.knows($0) && !Self.isNumber($0) }
      || TitleWords.longColumns(in: row.cells) != nil
  }

  private static func isNumber(_ text: String) -> Bool {
    if case .failure(.notANumber) = NumberReader().read(text) { false } else { true }
  }

  /// Whether the first row that is pasted has nothing but names of items, which are not values of the cells
  /// under it.
  private func isTitle(_ row: CellTable.Row, over anchor: TableReading.Anchor) -> Bool {
    row.cells.indices.allSatisfy { !row.hasText(at: $0) || finder.knows(row.cells[$0]) }
      && !row.isBlank && !zip(row.cells, anchor.items).contains { isValue($0, of: $1) }
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

  private mutating func findKeys(_ options: TableReading.Options) {
    // A column of names may be called "user", and one without any text says nothing.
    let filled = titles.indices.filter { index in content.contains { $0.hasText(at: index) } }
    let titled = filled.filter { finder.key(titles[$0]) != nil && !isOfNames($0) }
    if let map = options.students, let index = titles.firstIndex(where: map.isTitle) {
      keys.append(KeyColumn(index: index, key: .mapped))
    }
    if let columns = TitleWords.longColumns(in: titles),
      finder.find(titles[columns.item]).item == nil,
      finder.find(titles[columns.value]).item == nil
    {
      long = columns
      if let student = columns.student, filled.contains(student) {
        keys.append(KeyColumn(index: student, key: .username))
      }
    }
    findTitledKeys(among: titled)
    guard keys.isEmpty else { return }
    // Which of them is the row's own student is not said, so all have to agree.
    keys = knownColumns().map { KeyColumn(index: $0, key: .username) }
  }

  /// Takes all columns whose titles say whose rows they are: those of a row have to agree. An item may have
  /// such a title; then its column is the item's, unless nothing else says whose rows they are.
  private mutating func findTitledKeys(among indices: [Int]) {
    let taken = Set(keys.map(\.index))
    let usable = indices.filter { !taken.contains($0) && finder.key(titles[$0]) != nil }
    let hasOthers = !keys.isEmpty || usable.contains { !finder.isIdentifier(titles[$0]) }
    // The plainest title of usernames before the others.
    let plainest = TitleWords.usernameColumn(in: titles)
    let sorted = usable.filter { $0 == plainest } + usable.filter { $0 != plainest }
    for key in [StudentKey.username, .email, .personalNumber] {
      for index in sorted where finder.key(titles[index]) == key {
        let title = titles[index]
        guard !finder.isIdentifier(title) || keys.isEmpty && !hasOthers else { continue }
        keys.append(KeyColumn(index: index, key: key))
        if let usual = finder.mappedKey(title) { mapped[title] = ItemIdentifier(usual) }
      }
    }
  }

  /// Whether a column has students' full names and nothing that identifies a student.
  private func isOfNames(_ index: Int) -> Bool {
    isKnown(StudentNameColumns(indices: [index]))
      && !content.contains { $0.hasText(at: index) && directory.identifies($0.cells[index]) }
  }

  /// The columns in which at least half of the texts identify the students of their rows, the fullest first. An
  /// item may have usernames as its values.
  private func knownColumns() -> [Int] {
    var counts: [(index: Int, known: Int)] = []
    for index in 0..<(directory.isEmpty ? 0 : width) where !isItem(index) {
      let rows = content.filter { $0.hasText(at: index) }
      let known = rows.count { row in
        directory.student(row.cells[index], by: .email).map { !isOther($0, in: row) } ?? false
      }
      if known > 0, known * 2 >= rows.count { counts.append((index, known)) }
    }
    return counts.sorted { ($1.known, $0.index) < ($0.known, $1.index) }.map(\.index)
  }

  /// Whether at least half of the names in some columns are students'.
  private func isKnown(_ columns: StudentNameColumns) -> Bool {
    let names = content.map { columns.name(in: $0.cells) }.filter { !$0.isEmpty }
    let known = names.count(where: directory.names)
    return known > 0 && known * 2 >= names.count
  }

  /// The columns that have students' names, whatever their titles. Half a name and an item beside it are none.
  private func untitledName() -> StudentNameColumns? {
    guard !directory.isEmpty else { return nil }
    let candidates = (0..<width).map { [$0] } + (0..<max(0, width - 1)).map { [$0, $0 + 1] }
    return candidates.filter { !$0.contains(where: isItem) }.map(StudentNameColumns.init)
      .first(where: isKnown)
  }

  private func isItem(_ index: Int) -> Bool { index < titles.count && finder.knows(titles[index]) }

  /// Whether a row names another student than the one whom its identifiers say.
  func isOther(_ student: Username, in row: CellTable.Row) -> Bool {
    let named = titledName.flatMap { directory.student(named: $0.name(in: row.cells)) }
    return named.map { $0 != student } ?? false
  }

  /// Whether a row below the titles has a title where the others say whose they are.
  private func isHeader(_ row: CellTable.Row) -> Bool {
    titleRow != nil
      && (keys.map(\.index) + (name?.indices ?? [])).contains { index in
        guard row.hasText(at: index) else { return false }
        let text = row.cells[index]
        return !directory.identifies(text)
          && (finder.key(text) != nil || TitleWords.name(text) != nil
            || TableReading.isSameTitle(text, titles[index]))
      }
  }

  // MARK: Items

  private mutating func findItems() {
    let taken = Set(keys.map(\.index) + (name?.indices ?? []))
    // The titles of our own exports; the next one that is called so is an item's.
    let isExport = titles.prefix(3) == ["username", "lastName", "firstName"]
    var values: [ItemIdentifier: [ItemColumn]] = [:]
    var notes: [ItemIdentifier: [ItemColumn]] = [:]
    for index in 0..<max(titles.count, width) {
      let title = index < titles.count ? titles[index] : ""
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
      if isOwn || TitleWords.name(title) != nil || finder.key(title) != nil,
        isOwn || !finder.isIdentifier(title), finder.mapped(title) == nil
      {
        if !isOwn, case .item = finding { note(.ignoredColumn, .notice, title, index) }
        continue
      }
      switch finding {
      case .none where TitleWords.folded(title) == TitleWords.drafts: continue
      case .none where title.trimmingBlanks().isEmpty:
        // It is no other column's. What a text has beside its columns makes a row unclear.
        if content.contains(where: {
          $0.hasText(at: index) && (index < titles.count || $0.isTyped)
        }) {
          note(.untitledColumn, .warning, nil, index)
        }
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
    _ kind: EditProblem.Kind, _ severity: EditProblem.Severity, _ title: String?, _ index: Int,
    first: Int? = nil
  ) {
    problems.append(
      EditProblem(
        kind, severity, row: titleRow, column: index + 1, identifier: title, first: first))
  }
}
