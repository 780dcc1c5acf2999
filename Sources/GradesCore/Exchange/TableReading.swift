import GradesClient

/// The edits that a table asks for, from a file or pasted (Product rules, Tables).
public struct TableReading: Sendable {
  /// How the bytes were read; ``TextEncoding/windows1250`` is a guess, which the program reports.
  public private(set) var encoding: TextEncoding?
  /// What separates the cells of a text.
  public private(set) var delimiter: TextTable.Delimiter?
  /// The sheet of a workbook; nil in other files.
  public private(set) var sheet: CellTable.Sheet?
  /// The decimal sign that the table's numbers use, if they show it.
  public private(set) var decimal = NumberReader.DecimalSign.either
  /// How rows find their students.
  public private(set) var matching = Matching.identifier
  /// How many rows name a student.
  public private(set) var rowCount = 0
  /// The requested edits, row by row, with row and column.
  public private(set) var edits: [RequestedEdit] = []
  /// Columns and rows that cannot be used.
  public private(set) var problems: [EditProblem] = []
  /// The named students, with their rows.
  public private(set) var listed: [Username: Int] = [:]
  /// The texts of the cells that are beyond the table into which they are pasted.
  public private(set) var outside: [String] = []
  /// The user's own titles that the table has, with their items.
  public private(set) var mapped: [String: ItemIdentifier] = [:]
  /// The titles as they are written; empty without a row of titles.
  public private(set) var titles: [String] = []
  /// How many rows and columns that were read people do not see in the workbook.
  public private(set) var hidden = (rows: 0, columns: 0)
  /// The items of the columns of values, in their order.
  public private(set) var items: [ItemIdentifier] = []
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
  public init(
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
    encoding = table.encoding
    delimiter = table.delimiter
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
    guard !row.isMalformed,
      columns.titleRow == nil || row.isTyped
        || !cells.dropFirst(width).contains(where: { !$0.trimmingBlanks().isEmpty })
    else {
      problems.append(
        EditProblem(.malformedRow, .refused, row: row.number, username: named))
      return
    }
    let found = requests(in: row, columns, of: named)
    guard let username = student(of: row, columns, first: first, isNeeded: !found.isEmpty) else {
      return
    }
    rowCount += 1
    let student = Username(username.trimmingBlanks())
    if listed[student] == nil { listed[student] = row.number }
    edits += found.map { edit in
      var edit = edit
      edit.username = username
      return edit
    }
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
    guard found.count <= 1 else {
      refuse(.identifiersDisagree, texts.joined(separator: ", "), row.number)
      return nil
    }
    if let student = found.first?.rawValue ?? unknown { return student }
    if areNumbers, !directory.hasNumbers {
      problems.append(EditProblem(.noPersonalNumbers, .refused, row: row.number))
    } else {
      refuse(.unknownStudent, text, row.number)
    }
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
    refuse(directory.isAmbiguous(name) ? .ambiguousName : .unknownStudent, name, row.number)
    return nil
  }

  private mutating func refuse(_ kind: EditProblem.Kind, _ text: String, _ row: Int) {
    problems.append(EditProblem(kind, .refused, row: row, username: text.trimmingBlanks()))
  }

  // MARK: Values

  /// The edits of a row, without their student.
  private mutating func requests(
    in row: CellTable.Row, _ columns: TableColumns, of named: String?
  ) -> [RequestedEdit] {
    if let long = columns.long { return request(in: row, long, of: named).map { [$0] } ?? [] }
    if columns.titleRow == nil {
      for index in columns.outside
      where index < row.cells.count && !isBlank(row.cells[index], .number) {
        outside.append(row.cells[index])
      }
    }
    return columns.items.compactMap { column in
      func cell(_ index: Int?) -> String? {
        index.flatMap { $0 < row.cells.count ? row.cells[$0] : nil }
      }
      let indices = [column.value, column.note].compactMap(\.self)
      guard !hasFault(row, at: indices, column.item, of: named) else { return nil }
      return request(
        column.item, value: cell(column.value), note: cell(column.note),
        typed: column.value.flatMap { row.value(at: $0, of: column.item.valueType) },
        row: row.number, column: column.index + 1)
    }
  }

  /// Whether a cell is not empty and has no value all the same, which is noted.
  private mutating func hasFault(
    _ row: CellTable.Row, at indices: [Int], _ item: Classification, of named: String?
  ) -> Bool {
    let isStudentRow = named.map { !$0.trimmingBlanks().isEmpty } ?? false
    for index in indices {
      guard let kind = row.fault(at: index, inStudentRow: isStudentRow) else { continue }
      problems.append(
        EditProblem(
          kind, .refused, row: row.number, column: index + 1, username: named,
          identifier: item.identifier.rawValue, text: row.error(at: index)))
      return true
    }
    return false
  }

  /// The edit of a row that has one value.
  private mutating func request(
    in row: CellTable.Row, _ columns: TitleWords.LongColumns, of named: String?
  ) -> RequestedEdit? {
    func cell(_ index: Int?) -> String? {
      index.flatMap { $0 < row.cells.count ? row.cells[$0] : nil }
    }
    guard let title = cell(columns.item), !title.trimmingBlanks().isEmpty else { return nil }
    guard let item = item(title, row: row.number, column: columns.item + 1, of: named) else {
      return nil
    }
    let indices = [columns.value, columns.note].compactMap(\.self)
    guard !hasFault(row, at: indices, item, of: named) else { return nil }
    return request(
      item, value: cell(columns.value), note: cell(columns.note),
      typed: row.value(at: columns.value, of: item.valueType), row: row.number,
      column: columns.value + 1)
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

  /// The edit of one cell; nil: it changes nothing.
  private func request(
    _ item: Classification, value: String?, note: String?, typed: GradeValue?, row: Int,
    column: Int
  ) -> RequestedEdit? {
    var content = RequestedEdit.Content.keep
    if let typed {
      content = .value(typed)
    } else if let value {
      let blank = isBlank(value, item.valueType)
      if !blank || options.emptyClears {
        content = value.isEmpty || (blank && value == Self.dash) ? .clear : .text(value)
      }
    }
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

  /// The sign of an empty cell in tables that people copy.
  private static let dash = "–"

  private func isBlank(_ text: String, _ type: ValueType) -> Bool {
    let text = text.trimmingBlanks()
    return text.isEmpty || type != .string && text == Self.dash
  }

  // MARK: Entries

  private mutating func read(_ entries: [JSONTableEntry]) {
    var students: Set<Username> = []
    for entry in entries {
      let known = student(entry.student, by: .email)
      if known == nil, StudentDirectory.isNumber(entry.student), !directory.hasNumbers {
        problems.append(EditProblem(.noPersonalNumbers, .refused, row: entry.line))
        continue
      }
      let username = known?.rawValue ?? entry.student
      let student = Username(username.trimmingBlanks())
      students.insert(student)
      if listed[student] == nil { listed[student] = entry.line }
      guard
        let item = item(entry.item, row: entry.line, column: entry.column, of: username)
      else { continue }
      var content = entry.content ?? (options.emptyClears ? .clear : .keep)
      // A number is no mistake in an item of texts.
      if case .value(.number(let number)) = content, item.valueType == .string {
        content = .text(ValueWriter.text(number))
      }
      var note = content == .keep ? RequestedEdit.Note.keep : options.note
      if let text = entry.note {
        if !text.trimmingBlanks().isEmpty {
          note = .always(text)
        } else if options.clearsNotes {
          note = .always(nil)
        }
      }
      guard content != .keep || note != .keep else { continue }
      edits.append(
        RequestedEdit(
          username: username, identifier: item.identifier.rawValue, content: content, note: note,
          row: entry.line, column: entry.column))
    }
    rowCount = students.count
  }
}
