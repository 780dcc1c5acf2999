import Foundation
import GradesClient
import GradesCore
import GradesLocalization
import Terminal

/// The values of a group's students as a table, a document and CSV.
///
/// Where the columns do not fit beside each other, the table goes on below with the rest of them,
/// and with the students again: nothing is left out.
struct GroupReport: Report {
  let matrix: Snapshot<GroupMatrix>
  let rows: [MatrixRow]
  /// How many students the group has; nil: as many as the matrix.
  var total: Int?
  var columns: [StudentColumn] = []
  /// The course's groups, for the numbers of parallels in the table; documents have their ids.
  var groups: [StudentGroup] = []
  /// The cells that show drafts; nil where none are to be shown.
  var drafts: Set<GradeCell>?
  let filter: String
  let isWhole: Bool
  let showsDetails: Bool
  let strings: Strings
  let dates: DateText

  /// The widest that a value gets beside others; longer texts are cut, never without a sign.
  private static let widestValue = 24

  private var group: GroupMatrix { matrix.value }
  private var values: ValueText { ValueText(strings) }
  private var singleItem: CourseItem? { group.items.count == 1 ? group.items[0] : nil }

  var table: Table {
    singleItem != nil ? single : block(Array(group.items.indices), cutting: false, isFirst: true)
  }

  func lines(width: Int?) -> [StyledText] {
    guard let width, singleItem == nil, !rows.isEmpty else { return table.lines(width: width) }
    let whole = block(Array(group.items.indices), cutting: true, isFirst: true)
    let blocks = blocks(of: TableLayout(whole, width: nil).slots.map(\.width), in: width)
    let tables = blocks.enumerated().map { number, columns in
      block(columns, cutting: true, isFirst: number == 0, isLast: number == blocks.count - 1)
        .lines(width: width)
    }
    return Array(tables.joined(separator: [StyledText()]))
  }

  /// The numbers of the items beside each other in each block, at least one: as many as a line has room for.
  ///
  /// - Parameter widths: of all columns, with those of the students, with which every block begins, first.
  private func blocks(of widths: [Int], in width: Int) -> [[Int]] {
    // The names may shrink to make room for one more value, but only so far.
    let fixed = studentColumns.count
    let begin = widths.prefix(fixed).reduce(0, +) + TableLayout.gap * (fixed - 1)
    let room = max(width - min(begin, width / 2), 0)
    var blocks: [[Int]] = []
    var used = 0
    for (index, column) in widths.dropFirst(fixed).enumerated() {
      let needed = TableLayout.gap + column
      if blocks.isEmpty || used + needed > room {
        blocks.append([])
        used = 0
      }
      blocks[blocks.count - 1].append(index)
      used += needed
    }
    return blocks
  }

  private func block(_ columns: [Int], cutting: Bool, isFirst: Bool, isLast: Bool = true) -> Table {
    table(
      studentColumns + columns.map { column(of: $0, cutting: cutting) }, bounds(columns),
      isFirst: isFirst, isLast: isLast)
  }

  private func table(
    _ columns: [Column<MatrixRow>], _ above: [Table.Row] = [], isFirst: Bool = true,
    isLast: Bool = true
  ) -> Table {
    var table = Table(
      columns: columns.map(\.form),
      sections: [.init(rows: above + rows.map { .init($0, columns) }, emptyText: emptyText)])
    if isFirst {
      table.title = strings.title(group.course, strings.groupName(group.group.name), group.semester)
      table.summary = [summary]
    }
    if isLast, !rows.isEmpty {
      let mark = drafts?.isEmpty == false ? [strings(.draftsMark)] : []
      table.remarks = (mark + [count]).map { StyledText($0, .quiet) }
    }
    return table
  }

  private var studentColumns: [Column<MatrixRow>] {
    [
      Column(strings(.studentsColumnStudent), least: 10) { $0.student.listName },
      Column(strings(.studentsColumnUsername)) {
        StyledText($0.student.username.rawValue, .quiet)
      },
    ]
      + columns.map { column in
        Column(strings(column.title)) {
          StyledText(column.text(of: $0.student, in: groups) ?? "", .quiet)
        }
      }
  }

  private func column(of index: Int, cutting: Bool) -> Column<MatrixRow> {
    let item = group.items[index]
    let isEditable = item.definition.isEditable
    return Column(
      item.identifier.rawValue + (isEditable ? "" : " ="),
      item.definition.valueType == .string ? .left : .decimal, least: 4
    ) { row in
      let recorded = row.values[index]
      let text = StyledText(
        values.text(recorded.value), recorded.value == nil || !isEditable ? .quiet : .plain)
      let shown = cutting ? text.truncated(to: Self.widestValue) : text
      return isDraft(row.student, item) ? shown + StyledText("*", .mark) : shown
    }
  }

  private func isDraft(_ student: Student, _ item: CourseItem) -> Bool {
    drafts?.contains(GradeCell(student.username, item.identifier)) ?? false
  }

  /// The maxima under the titles, as in the program's grid.
  private func bounds(_ columns: [Int]) -> [Table.Row] {
    let maxima = columns.map { column -> Table.Cell in
      let definition = group.items[column].definition
      guard definition.valueType == .number, let maximum = definition.maximumValue else {
        return .empty
      }
      return .text("/\(values.text(maximum))", .quiet)
    }
    return rows.isEmpty || maxima.allSatisfy(\.isEmpty)
      ? [] : [.init(cells: studentColumns.map { _ in .empty } + maxima)]
  }

  private var single: Table {
    var value = column(of: 0, cutting: false)
    value.form.title = strings(.groupColumnValue)
    value.form.leastWidth = 6
    value.form.overflow = .wrap
    return table(
      studentColumns + [
        value,
        Column(
          strings(.groupColumnNote), least: 10, overflow: .wrap, narrowing: .folds(order: 1)
        ) { $0.values[0].note.map { StyledText($0, .warning) } },
        Column(strings(.groupColumnChanged), narrowing: .folds(order: 0)) { row in
          let time = showsDetails ? row.values[0].updatedAt : nil
          return time.map { StyledText(dates.dateTime($0), .quiet) }
        },
        Column(strings(.groupColumnAuthor), narrowing: .folds(order: 0)) { row in
          showsDetails ? StyledText(row.values[0].author ?? "", .quiet) : nil
        },
      ])
  }

  private var summary: StyledText {
    guard let item = singleItem else {
      let names = group.items.map { $0.definition.name(in: strings.serviceLanguage) }
      return StyledText(isWhole ? strings(.groupAllItems) : names.joined(separator: ", "), .quiet)
    }
    let range = strings.range(of: item.definition)
    let about = [item.identifier.rawValue, range].filter { !$0.isEmpty }.joined(separator: ", ")
    let computed =
      item.definition.isEditable
      ? "" : StyledText(" · \(strings(.wordComputed))", .quiet)
    return StyledText(item.definition.name(in: strings.serviceLanguage))
      + StyledText(" (\(about))", .quiet) + computed
  }

  /// How many students are shown and, where they were selected, of how many.
  private var count: String {
    guard let total, total != rows.count else {
      return strings(.studentsCount, [.count: rows.count])
    }
    return strings(.statsSelected, [.done: rows.count, .total: total])
  }

  private var emptyText: StyledText {
    let isEmpty = (total ?? group.rows.count) == 0
    if !isEmpty, filter.isEmpty { return StyledText(strings(.groupNoneSelected)) }
    return StyledText(
      isEmpty ? strings(.studentsEmpty) : strings(.studentsNoneFound, [.query: filter]))
  }

  func document(_ names: Strings) -> Document {
    let more = columns.map { column in
      Field<MatrixRow>(column.name) { column.text(of: $0.student) }
    }
    let values = Field<MatrixRow>(json: "values") { row in
      Document(
        zip(group.items, row.values).map { ($0.identifier.rawValue, value($1, of: $0, row)) })
    }
    let document: Document = [
      "course": group.course, "semester": group.semester,
      "group": [
        "id": group.group.id, "name": names.groupName(group.group.name),
      ] as Document,
      "classifications": Rows(group.items, CourseItem.fields(names)),
      "students": Rows(
        rows, Student.fields.map { $0.of(\.student) } + more + [values]),
    ]
    let cells = group.items.indices.map { index in
      Field<MatrixRow>(group.items[index].identifier.rawValue) { $0.values[index].value }
    }
    let drafted = Field<MatrixRow>("drafts") { row in
      group.items.filter { isDraft(row.student, $0) }.map(\.identifier.rawValue)
        .joined(separator: " ")
    }
    return document.of(matrix).table(
      rows,
      Student.tableFields.map { $0.of(\.student) } + more + cells
        + (drafts == nil ? [] : [drafted]))
  }

  private func value(_ recorded: RecordedValue, of item: CourseItem, _ row: MatrixRow) -> Document {
    let document: Document = [
      "value": recorded.value, "note": recorded.note, "updatedAt": recorded.updatedAt,
      "author": recorded.author,
    ]
    return drafts == nil ? document : document + ["draft": isDraft(row.student, item)]
  }
}
