import GradesClient

/// The edits that a table asks for, from a file or pasted (Product rules, Tables).
package struct TableReading: Sendable {
  /// The sheet of a workbook; nil in other files.
  package private(set) var sheet: CellTable.Sheet?
  /// The decimal sign that the table's numbers use, if they show it.
  package private(set) var decimal = NumberReader.DecimalSign.either
  package private(set) var matching = Matching.identifier
  /// The requested edits, row by row, with row and column.
  package private(set) var edits: [RequestedEdit] = []
  package private(set) var problems: [EditProblem] = []
  package private(set) var listed: [Username: Int] = [:]
  /// The texts of the cells that are beyond the table into which they are pasted.
  package private(set) var outside: [String] = []
  /// The user's own titles that the table has, with their items.
  package private(set) var mapped: [String: ItemIdentifier] = [:]
  /// The titles as they are written; empty without a row of titles.
  package private(set) var titles: [String] = []
  /// How many rows and columns that were read people do not see in the workbook.
  package private(set) var hidden = (rows: 0, columns: 0)
  /// The items of the columns of values, in their order.
  package private(set) var items: [ItemIdentifier] = []
  /// Whether a row has a personal number that is not known.
  private(set) var hasUnknownNumbers = false
  /// Whether a row has a student, or a column a title, that is not known.
  private(set) var hasUnknownStudents = false
  private(set) var hasUnknownTitles = false

  private let directory: StudentDirectory
  private let finder: ItemFinder
  private let options: Options

  /// Reads a file against a course's definitions and students. Without students each username is taken
  /// as it is.
  package init(
    _ file: TableFile, definitions: [Classification], students: [Student] = [],
    options: Options = Options()
  ) throws(TableError) {
    directory = StudentDirectory(students, map: options.students?.students ?? [:])
    finder = ItemFinder(definitions, titles: options.titles)
    self.options = options
    switch file {
    case .cells(let table):
      do throws(TableError) { try read(table) } catch {
        guard let sheet = table.sheet, sheet.count > 1 else { throw error }
        throw .sheet(sheet, error)
      }
    case .entries(let entries): read(entries)
    }
    hasUnknownTitles = problems.contains { $0.kind == .unknownItem }
    hasUnknownStudents =
      hasUnknownStudents
      || listed.keys.contains { directory.student($0.rawValue, by: .username) == nil }
  }

  // MARK: Cells

  private mutating func read(_ table: CellTable) throws(TableError) {
    sheet = table.sheet
    let rows = table.rows.drop { $0.isBlank }
    let columns = try TableColumns(rows, finder, directory, options)
    problems = columns.problems
    mapped = columns.mapped
    titles = columns.titles
    items = columns.items.map(\.item.identifier)
    matching = columns.isByPosition ? .position : columns.name == nil ? .identifier : .name
    findDecimalSign(of: columns.content, columns)
    hidden.rows = columns.content.count { $0.isHidden && !$0.isBlank }
    for range in table.sheet?.hiddenColumns ?? [] {
      hidden.columns += titles[range.clamped(to: 0..<titles.count)].count { !$0.isEmpty }
    }
    // Blank rows count: a pasted column that begins with an empty cell leaves its student out.
    let first = columns.titleRow.map { $0 + 1 } ?? 1
    for row in columns.content { read(row, columns, first: first) }
    // A namesake may be in another group.
    if columns.name != nil { hasUnknownStudents = true }
  }

  /// The sign is known only at the end, so the numbers are walked before they are read.
  private mutating func findDecimalSign(
    of rows: ArraySlice<CellTable.Row>, _ columns: TableColumns
  ) {
    var numbers = NumberReader.DecimalEvidence()
    let indices =
      columns.long.map { [$0.value] }
      ?? columns.items.filter { $0.item.valueType == .number }.compactMap(\.value)
    for row in rows {
      for index in indices { row.writtenNumber(at: index).map { numbers.add($0) } }
    }
    decimal = numbers.sign
  }

  /// Reads one row. `first` is the number of the first row below the titles.
  private mutating func read(_ row: CellTable.Row, _ columns: TableColumns, first: Int) {
    let cells = row.cells
    let named =
      columns.name?.name(in: cells)
      ?? columns.keys.first { row.hasText(at: $0.index) }.map { cells[$0.index] }
      ?? (columns.isByPosition ? nil : "")
    // A decimal comma between separating commas makes one field too many: 7,5 would become 7.
    let width = columns.titles.count
    // A workbook has no such doubt: what is beside its columns is none of them.
    guard !row.isMalformed, row.isBlank || row.number < columns.end,
      columns.titleRow == nil || row.isTyped
        || !cells.dropFirst(width).contains(where: { !$0.trimmingBlanks().isEmpty })
    else {
      problems.append(EditProblem(.malformedRow, .refused, row: row.number, username: named))
      return
    }
    let found = requests(in: row, columns, of: named)
    guard let username = student(of: row, columns, first: first, isNeeded: !found.isEmpty) else {
      return
    }
    list(username, row.number)
    edits += found.map { edit in
      var edit = edit
      edit.username = username
      return edit
    }
  }

  private mutating func list(_ username: String, _ row: Int) {
    let student = Username(username.trimmingBlanks())
    listed[student] = listed[student] ?? row
  }

  // MARK: Students

  /// The username of a row's student; nil: there is none, which is noted if one `isNeeded`.
  private mutating func student(
    of row: CellTable.Row, _ columns: TableColumns, first: Int, isNeeded: Bool
  ) -> String? {
    if columns.isByPosition {
      let index = row.number - first
      if let students = options.anchor?.students, index < students.count {
        return students[index].rawValue
      }
      if isNeeded {
        let cells = columns.items.compactMap(\.value).filter(row.hasText)
        outside += cells.map { row.cells[$0] }
      }
      return nil
    }
    if let name = columns.name { return student(named: name.name(in: row.cells), row, isNeeded) }
    var texts: [String] = []
    var found: Set<Username> = []
    var unknown: String?
    var areNumbers = true
    for column in columns.keys where row.hasText(at: column.index) {
      let text = row.cells[column.index]
      texts.append(text)
      if let student = student(text, by: column.key) {
        found.insert(student)
        continue
      }
      let isNumber = column.key == .personalNumber || StudentDirectory.isNumber(text)
      areNumbers = areNumbers && isNumber
      // An unknown username stays what it is: the course may have the student all the same.
      if column.key == .username, !isNumber { unknown = unknown ?? text }
    }
    guard let text = texts.first else {
      if isNeeded { problems.append(EditProblem(.missingUsername, .refused, row: row.number)) }
      return nil
    }
    // What is unknown does not contradict what is known.
    guard found.count <= 1, found.first.map({ columns.isOther($0, in: row) }) != true else {
      refuse(.identifiersDisagree, texts.joined(separator: ", "), row.number)
      return nil
    }
    if let student = found.first?.rawValue ?? unknown { return student }
    refuseUnknown(text, isNumber: areNumbers, row.number)
    return nil
  }

  /// The student whom a text identifies; nil: none is known, which may cost further requests.
  private mutating func student(_ text: String, by key: StudentKey) -> Username? {
    if let student = directory.student(text, by: key) { return student }
    hasUnknownStudents = true
    if key == .personalNumber || StudentDirectory.isNumber(text) { hasUnknownNumbers = true }
    return nil
  }

  private mutating func student(
    named name: String, _ row: CellTable.Row, _ isNeeded: Bool
  ) -> String? {
    if let student = directory.student(named: name) { return student.rawValue }
    guard !name.isEmpty else {
      if isNeeded { problems.append(EditProblem(.missingUsername, .refused, row: row.number)) }
      return nil
    }
    refuse(directory.names(name) ? .ambiguousName : .unknownStudent, name, row.number)
    return nil
  }

  private mutating func refuseUnknown(_ text: String, isNumber: Bool, _ row: Int) {
    if isNumber, !directory.hasNumbers {
      problems.append(EditProblem(.noPersonalNumbers, .refused, row: row))
    } else {
      refuse(.unknownStudent, text, row)
    }
  }

  private mutating func refuse(_ kind: EditProblem.Kind, _ text: String, _ row: Int) {
    problems.append(EditProblem(kind, .refused, row: row, username: text.trimmingBlanks()))
  }

  // MARK: Values

  /// The edits of a row, without their student.
  private mutating func requests(
    in row: CellTable.Row, _ columns: TableColumns, of named: String?
  ) -> [RequestedEdit] {
    if columns.titleRow == nil {
      for index in columns.outside
      where index < row.cells.count && !Self.isBlank(row.cells[index], .number) {
        outside.append(row.cells[index])
      }
    }
    var items = columns.items
    if let long = columns.long {
      guard row.hasText(at: long.item),
        let item = item(row.cells[long.item], row: row.number, column: long.item + 1, of: named)
      else { return [] }
      items = [TableColumns.ItemColumn(value: long.value, note: long.note, item: item)]
    }
    return items.compactMap { column in
      guard !hasFault(row, column, of: named) else { return nil }
      func cell(_ index: Int?) -> String? {
        index.flatMap { $0 < row.cells.count ? row.cells[$0] : nil }
      }
      let type = column.item.valueType
      let typed = column.value.flatMap { row.value(at: $0, of: type) }
      let content = typed.map { .value($0) } ?? meaning(of: cell(column.value), type)
      return edit(
        column.item, content, note: cell(column.note), row: row.number, column: column.index + 1)
    }
  }

  /// Whether a cell is not empty and has no value all the same, which is noted.
  private mutating func hasFault(
    _ row: CellTable.Row, _ column: TableColumns.ItemColumn, of named: String?
  ) -> Bool {
    let isStudentRow = named.map { !$0.trimmingBlanks().isEmpty } ?? false
    for index in [column.value, column.note].compactMap(\.self) {
      guard let kind = row.fault(at: index, inStudentRow: isStudentRow) else { continue }
      problems.append(
        EditProblem(
          kind, .refused, row: row.number, column: index + 1, username: named,
          identifier: column.item.identifier.rawValue, text: row.error(at: index)))
      return true
    }
    return false
  }

  /// The item of one value; nil: it cannot be edited, which is noted.
  private mutating func item(
    _ title: String, row: Int, column: Int, of student: String?
  ) -> Classification? {
    let problem: EditProblem.Kind
    var candidates: [ItemIdentifier] = []
    switch finder.find(title) {
    case .item(let item) where item.isEditable:
      if finder.mapped(title) != nil { mapped[title] = item.identifier }
      return item
    case .item: problem = .computed
    case .ambiguous(let found):
      problem = .ambiguousItem
      candidates = found
    case .none: problem = .unknownItem
    }
    var noted = EditProblem(
      problem, problem == .computed ? .notice : .refused, row: row, column: column,
      username: student ?? "", identifier: title)
    if problem == .unknownItem { noted.suggestion = finder.near(title) }
    noted.candidates = candidates
    problems.append(noted)
    return nil
  }

  /// What the text of a cell asks for.
  private func meaning(of text: String?, _ type: ValueType) -> RequestedEdit.Content {
    guard let text, options.emptyClears || !Self.isBlank(text, type) else { return .keep }
    return text.isEmpty ? .clear : .text(text)
  }

  /// The edit of one cell; nil: it changes nothing.
  private func edit(
    _ item: Classification, _ content: RequestedEdit.Content, note: String?, row: Int, column: Int
  ) -> RequestedEdit? {
    var wanted = content == .keep ? RequestedEdit.Note.keep : options.note
    if let note {
      let isEmpty = note.trimmingBlanks().isEmpty
      if !isEmpty { wanted = .always(note) } else if options.clearsNotes { wanted = .always(nil) }
    }
    guard content != .keep || wanted != .keep else { return nil }
    return RequestedEdit(
      username: "", identifier: item.identifier.rawValue, content: content, note: wanted,
      row: row, column: column)
  }

  /// Whether a cell is empty: in the tables of Moodle and those that people copy it may have a dash.
  static func isBlank(_ text: String, _ type: ValueType) -> Bool {
    let text = text.trimmingBlanks()
    return text.isEmpty || type != .string && (text == "–" || text == "-")
  }

  // MARK: Entries

  private mutating func read(_ entries: [RequestedEdit]) {
    for entry in entries {
      guard let line = entry.row, let column = entry.column else { continue }
      let known = student(entry.username, by: .email)
      if known == nil, StudentDirectory.isNumber(entry.username) {
        refuseUnknown(entry.username, isNumber: true, line)
        continue
      }
      let username = known?.rawValue ?? entry.username
      list(username, line)
      guard let item = item(entry.identifier, row: line, column: column, of: username) else {
        continue
      }
      var content = entry.content == .keep && options.emptyClears ? .clear : entry.content
      // A number is no mistake in an item of texts.
      if case .value(.number(let number)) = content, item.valueType == .string {
        content = .text(ValueWriter.text(number))
      }
      let note: String? = if case .always(let text) = entry.note { text } else { nil }
      if var edit = edit(item, content, note: note, row: line, column: column) {
        edit.username = username
        edits.append(edit)
      }
    }
  }
}
