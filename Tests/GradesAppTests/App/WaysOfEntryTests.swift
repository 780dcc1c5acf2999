import AppTestSupport
import Foundation
import GradesClient
import GradesCore
import TestSupport
import Testing

/// A table of students and values becomes the same drafts, whichever way it is entered.
@Suite("All ways of entry", .hangLimit, .inTurn)
struct WaysOfEntryTests {
  @Test(
    "Typing, pasting, CSV, JSON and workbooks make the same drafts of a table, with the same warnings"
  )
  func fuzzSameDrafts() async throws {
    try await FuzzRun.seeds(1, keeping: [1004], cost: 500) { seed in
      let teacher = try await Teacher.working()
      var random = SeededNumbers(seed)
      let table = try await EntryTable(teacher, &random)
      for way in EntryWay.allCases {
        try await way.enter(table, by: teacher, &random)
        let drafts = try await EntryTable.drafts(teacher)
        #expect(drafts == table.drafts, "seed \(seed), \(way)")
        let review = await teacher("publish \(EntryTable.course) --dry-run --json")
        let problems = try review.object()["problems"] as? [[String: Any]] ?? []
        let warnings = problems.map { "\($0["username"] ?? "") \($0["identifier"] ?? "")" }
        #expect(warnings.sorted() == table.outOfBounds, "seed \(seed), \(way)")
        let shown = await teacher("publish \(EntryTable.course) --dry-run")
        #expect(
          drafts.isEmpty || shown.out.contains(table.kinds), "seed \(seed), \(way): \(shown.out)")
        if !table.outOfBounds.isEmpty {
          #expect(await teacher("publish \(EntryTable.course) --yes").status == 65, "\(way)")
        }
        if !drafts.isEmpty {
          #expect(await teacher("discard \(EntryTable.course) --yes").status == 0)
        }
      }
    }
  }
}

extension WaysOfEntryTests {
}

/// Values of some students, who follow each other in the sheet, in some items.
private struct EntryTable {
  static let course = "XI-DAT.23"

  /// Some items that can be edited, in the order of the sheet.
  private static let types: [(name: String, type: ValueType)] = [
    ("kviz1", .number), ("dochazka", .string), ("cv1", .boolean), ("cv2", .boolean),
    ("bonus", .number), ("zkouska", .number),
  ]

  let students: [Student]
  let items: [Classification]
  /// What is wanted, by student and item; nil leaves a cell as it is.
  private(set) var values: [[GradeValue?]] = []
  /// What is stored then: a line for each changed cell.
  let drafts: [String]
  /// The changed cells whose values are out of bounds.
  let outOfBounds: [String]
  /// How many changes are new, and how many replace a value.
  let kinds: String
  /// Whether numbers have a decimal comma.
  let hasComma: Bool

  /// Invents a table over what the course has.
  init(_ teacher: Teacher, _ random: inout SeededNumbers) async throws {
    let count = Int.random(in: 1...4, using: &random)
    let chosen = Set(Self.types.indices.shuffled(using: &random).prefix(count))
    items = chosen.sorted().map { index in
      let (name, type) = Self.types[index]
      return Classification(identifier: ItemIdentifier(name), valueType: type)
    }
    let names = items.map(\.identifier.rawValue).joined(separator: " ")
    let shown = await teacher("group \(Self.course) ALL \(names) --json")
    let document = try shown.object()
    let rows = try #require(document["students"] as? [[String: Any]])
    let size = Int.random(in: 1...5, using: &random)
    let start = Int.random(in: 0...rows.count - size, using: &random)
    hasComma = Bool.random(using: &random)
    var (students, drafts, outOfBounds): ([Student], [String], [String]) = ([], [], [])
    var (new, replacing) = (0, 0)
    let definitions = document["classifications"] as? [[String: Any]] ?? []
    for row in rows[start..<start + size] {
      let username = try #require(row["username"] as? String)
      students.append(
        Student(
          username: Username(username), firstName: row["firstName"] as? String,
          lastName: row["lastName"] as? String))
      let recorded = row["values"] as? [String: [String: Any]] ?? [:]
      var wanted: [GradeValue?] = []
      for item in items {
        let old = Self.value(recorded[item.identifier.rawValue]?["value"], item.valueType)
        let value = Self.value(of: item.valueType, over: old, &random)
        wanted.append(value)
        guard let value, value != old else { continue }
        drafts.append("\(username) \(item.identifier) \(Self.text(value))")
        new += old == nil ? 1 : 0
        replacing += old == nil ? 0 : 1
        let definition = definitions.first {
          $0["identifier"] as? String == item.identifier.rawValue
        }
        if case .number(let number) = value,
          number < (definition?["minimum"] as? NSNumber)?.doubleValue ?? -.infinity
            || number > (definition?["maximum"] as? NSNumber)?.doubleValue ?? .infinity
        {
          outOfBounds.append("\(username) \(item.identifier)")
        }
      }
      values.append(wanted)
    }
    self.students = students
    self.drafts = drafts.sorted()
    self.outOfBounds = outOfBounds.sorted()
    kinds = [
      new > 0 ? "\(new) new" : nil,
      replacing > 0 ? "\(replacing) replace\(replacing == 1 ? "s" : "") a value" : nil,
    ].compactMap { $0 }.joined(separator: ", ")
  }

  private static func value(_ json: Any?, _ type: ValueType) -> GradeValue? {
    switch type {
    case .boolean: (json as? Bool).map(GradeValue.flag)
    case .number: (json as? NSNumber).map { .number($0.doubleValue) }
    default: (json as? String).map(GradeValue.text)
    }
  }

  private static func value(
    of type: ValueType, over old: GradeValue?, _ random: inout SeededNumbers
  ) -> GradeValue? {
    switch Int.random(in: 0..<6, using: &random) {
    case 0: return nil
    case 1: return old
    default: break
    }
    switch type {
    case .number: return .number(Double(Int.random(in: -40...200, using: &random)) / 4)
    case .boolean: return .flag(Bool.random(using: &random))
    default:
      let pieces = [
        "a", "Ž", "=", "+", "-", "@", "'", "\"", ",", ";", "\n", " ", "7,5", "1.234", "yes", "–",
        "?", "/", "[]", "sep=;", "o\u{301}",
      ]
      let text = (0..<Int.random(in: 1...5, using: &random)).map { _ in
        pieces.randomElement(using: &random) ?? ""
      }.joined()
      // Blanks alone are nothing in a table.
      return .text(text.allSatisfy(\.isWhitespace) ? "a" : text)
    }
  }

  /// What a user's drafts are.
  static func drafts(_ teacher: Teacher) async throws -> [String] {
    let run = await teacher("drafts --json")
    let document = try run.object()
    return try #require(document["drafts"] as? [[String: Any]]).map { draft in
      let item = draft["identifier"] as? String ?? ""
      let type = types.first { $0.name == item }?.type ?? .string
      return "\(draft["username"] ?? "") \(item) \(text(value(draft["value"], type)))"
    }.sorted()
  }

  private static func text(_ value: GradeValue?) -> String {
    switch value {
    case nil: "nothing"
    case .number(let number): "number \(number)"
    case .flag(let flag): "flag \(flag)"
    case .text(let text): "text \(text.debugDescription)"
    }
  }

  /// A value as people write it.
  func written(_ value: GradeValue?) -> String {
    ValueWriter.text(value, decimal: hasComma ? "," : ".")
  }

  /// The table alone as a grid for writers of files.
  var grid: CellGrid {
    var rows: [Username: [ItemIdentifier: RecordedValue]] = [:]
    for (student, wanted) in zip(students, values) {
      for (item, value) in zip(items, wanted) {
        rows[student.username, default: [:]][item.identifier] = RecordedValue(value: value)
      }
    }
    return CellGrid(definitions: items, students: students, values: rows)
  }
}

/// A way to enter a table.
private enum EntryWay: CaseIterable {
  case typing
  case pasting, pastingByPosition, pastingWithCommas
  case csv, excel, long
  case listOfStudents, listOfValues, object
  case workbook

  func enter(
    _ table: EntryTable, by teacher: Teacher, _ random: inout SeededNumbers
  ) async throws {
    switch self {
    case .typing, .pasting, .pastingByPosition, .pastingWithCommas:
      try await enterInApp(table, by: teacher, &random)
    default:
      let (name, data) = try file(of: table, &random)
      let file = teacher.program.home.file(name)
      try data.write(to: file)
      let run = await teacher.program.run(["import", EntryTable.course, file.path, "--draft"])
      // A table that changes nothing is no mistake.
      #expect(
        run.status == 0, "\(self): \(run.out)\(run.err)\(String(decoding: data, as: UTF8.self))")
    }
  }

  // MARK: In the app

  private func enterInApp(
    _ table: EntryTable, by teacher: Teacher, _ random: inout SeededNumbers
  ) async throws {
    let app = teacher.program.open(
      "--open group \(EntryTable.course) ALL", columns: 120, rows: 30)
    _ = await app.text
    // Afterwards they are the items that were chosen last.
    if self == .typing { await choose(table.items, in: app) }
    let first = table.students[0].username
    switch self {
    case .typing: await type(table, in: app, &random)
    case .pastingByPosition:
      // The rows from the focused one on, by their order.
      await app.type("<c-f>\(first)<enter>")
      await app.type(String(repeating: "<left>", count: table.items.count))
      await app.type("<c-f><esc>")
      await paste(positioned(table), in: app)
    case .pasting:
      let rows = Array(zip(table.students, table.values)).shuffled(using: &random)
      let cells = rows.map { student, values in
        [PastedTable.field(student.username.rawValue)] + values.map { pasted($0, table) }
      }
      let titles = ["username"] + table.items.map(\.identifier.rawValue)
      await paste(PastedTable.text(titles, cells), in: app)
    default:
      // As from an editor: our own CSV.
      await paste(String(decoding: csv(table, .standard), as: UTF8.self), in: app)
    }
  }

  private func choose(_ items: [Classification], in app: RunningApp) async {
    await app.type("<c-k>i")
    // The first match is highlighted; longer names follow it.
    for item in items { await app.type("<c-u>\(item.identifier)<space>") }
    await app.type("<enter>")
  }

  private func type(
    _ table: EntryTable, in app: RunningApp, _ random: inout SeededNumbers
  ) async {
    for (student, values) in Array(zip(table.students, table.values)).shuffled(using: &random) {
      await app.type("<c-f>\(student.username)<enter>")
      await app.type(String(repeating: "<left>", count: table.items.count))
      for (index, value) in values.enumerated() {
        if index > 0 { await app.type("<right>") }
        switch value {
        case nil: continue
        case .flag(let flag): await app.type(flag ? "y" : "n")
        case .number: await app.type(table.written(value) + "<enter>")
        case .text(let text):
          if text.contains("\n") { await app.type("<f2><a-enter><c-u>") }
          for character in text {
            await app.type(character == "\n" ? "<a-enter>" : String(character))
          }
          await app.type("<enter>")
        }
      }
    }
  }

  private func paste(_ text: String, in app: RunningApp) async {
    // Terminals send carriage returns.
    let preview = await app.paste(text.replacing("\n", with: "\r"))
    await app.type(preview.contains("out of bounds") ? "b" : "<enter>")
  }

  private func positioned(_ table: EntryTable) -> String {
    PastedTable.text([], table.values.map { values in values.map { pasted($0, table) } })
  }

  private func pasted(_ value: GradeValue?, _ table: EntryTable) -> String {
    if case .text(let text)? = value { return PastedTable.field(text) }
    return table.written(value)
  }

  // MARK: Files

  private func csv(_ table: EntryTable, _ dialect: CSVDialect) -> Data {
    ExportedTable(table.grid).csv(dialect)
  }

  private func file(
    of table: EntryTable, _ random: inout SeededNumbers
  ) throws -> (name: String, data: Data) {
    switch self {
    case .csv: return ("results.csv", csv(table, .standard))
    case .excel: return ("results.csv", csv(table, .czechExcel))
    case .workbook:
      return ("results.xlsx", ExportedTable(table.grid).workbook(sheetName: "Results"))
    case .long: return ("results.csv", long(table, &random))
    default:
      return (
        "results.json",
        try JSONSerialization.data(withJSONObject: document(table, &random), options: [])
      )
    }
  }

  private func long(_ table: EntryTable, _ random: inout SeededNumbers) -> Data {
    let dialect: CSVDialect = table.hasComma ? .czechExcel : .standard
    let rows = cells(table).shuffled(using: &random).map { student, item, value in
      [GradeValue.text(student), .text(item), value].map(dialect.field).joined(
        separator: table.hasComma ? ";" : ",") + "\n"
    }
    return Data((dialect.line(["student", "item", "value"]) + rows.joined()).utf8)
  }

  private func document(_ table: EntryTable, _ random: inout SeededNumbers) -> Any {
    let cells = cells(table).shuffled(using: &random)
    if self == .listOfValues {
      return cells.map { student, item, value in
        ["username": student, "item": item, "value": json(value)]
      }
    }
    let students = Dictionary(grouping: cells, by: \.student).mapValues { cells in
      Dictionary(uniqueKeysWithValues: cells.map { ($0.item, json($0.value)) })
    }
    if self == .object { return students }
    return students.map { ["username": $0, "items": $1] as [String: Any] }
  }

  private func json(_ value: GradeValue?) -> Any {
    switch value {
    case nil: NSNull()
    case .number(let number): number
    case .flag(let flag): flag
    case .text(let text): text
    }
  }

  private func cells(
    _ table: EntryTable
  ) -> [(student: String, item: String, value: GradeValue?)] {
    zip(table.students, table.values).flatMap { student, values in
      zip(table.items, values).map { item, value in
        (student.username.rawValue, item.identifier.rawValue, value)
      }
    }
  }
}
