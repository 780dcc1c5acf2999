import Foundation
import GradesClient
import GradesCore
import GradesLocalization
import JSON
import Terminal

/// The values of a group's students as a table, a document and CSV.
///
/// Where the columns do not fit beside each other, the table goes on below with the rest of them,
/// and with the students again: nothing is left out.
struct GroupReport: Report {
  let matrix: Snapshot<GroupMatrix>
  /// The students who are shown, in their order.
  let rows: [MatrixRow]
  /// How many students the group has; nil: as many as the matrix.
  var total: Int?
  /// What is shown of each student beside the name.
  var columns: [StudentColumn] = []
  /// The course's groups, for the numbers of parallels in the table; documents have their ids.
  var groups: [StudentGroup] = []
  /// The cells that show drafts; nil where none are to be shown.
  var drafts: Set<GradeCell>?
  let filter: String
  /// Whether all items of the course are shown.
  let isWhole: Bool
  /// Whether times and authors are shown.
  let showsDetails: Bool
  let strings: Strings
  let dates: DateText

  /// The widest that a value gets beside others; longer texts are cut, never without a sign.
  private static let widestValue = 24

  private var group: GroupMatrix { matrix.value }
  private var values: ValueText { ValueText(strings) }
  private var singleItem: CourseItem? { group.items.count == 1 ? group.items[0] : nil }

  var table: Table {
    singleItem.map(single) ?? block(Array(group.items.indices), cutting: false, isFirst: true)
  }

  func lines(width: Int?) -> [StyledText] {
    guard let width, singleItem == nil, !rows.isEmpty else { return table.lines(width: width) }
    let whole = block(Array(group.items.indices), cutting: true, isFirst: true)
    let blocks = MatrixBlocks(
      measured: TableLayout(whole, width: nil).slots.map(\.width), fixed: studentColumns.count,
      in: width
    ).columns
    let tables = blocks.enumerated().map { number, columns in
      block(columns, cutting: true, isFirst: number == 0, isLast: number == blocks.count - 1)
        .lines(width: width)
    }
    return Array(tables.joined(separator: [StyledText()]))
  }

  // MARK: Many items

  private func block(
    _ columns: [Int], cutting: Bool, isFirst: Bool, isLast: Bool = true
  ) -> Table {
    let areEditable = group.items.map(\.definition.isEditable)
    var table = Table(
      columns: studentColumns
        + columns.map { column in
          let item = group.items[column]
          let mark = areEditable[column] ? "" : " ="
          return .init(
            title: item.identifier.rawValue + mark,
            alignment: item.definition.valueType == .string ? .left : .decimal, leastWidth: 4)
        },
      sections: [
        .init(
          rows: bounds(columns)
            + rows.map { row in
              .init(
                cells: studentCells(row.student)
                  + columns.map {
                    value(
                      row.values[$0], isEditable: areEditable[$0], cutting: cutting,
                      isDraft: isDraft(row.student, group.items[$0]))
                  })
            }, emptyText: emptyText)
      ])
    if isFirst { begin(&table) }
    if isLast { finish(&table) }
    return table
  }

  private var studentColumns: [Table.Column] {
    [
      .init(title: strings(.studentsColumnStudent), leastWidth: 10),
      .init(title: strings(.studentsColumnUsername)),
    ] + columns.map { .init(title: strings($0.title)) }
  }

  private func studentCells(_ student: Student) -> [Table.Cell] {
    [.text(student.listName), .text(student.username.rawValue, .quiet)]
      + columns.map { .text($0.text(of: student, in: groups) ?? "", .quiet) }
  }

  private func isDraft(_ student: Student, _ item: CourseItem) -> Bool {
    drafts?.contains(GradeCell(student.username, item.identifier)) ?? false
  }

  private func value(
    _ recorded: RecordedValue, isEditable: Bool, cutting: Bool, isDraft: Bool
  ) -> Table.Cell {
    let style: Style = recorded.value == nil || !isEditable ? .quiet : .plain
    let text = StyledText(values.text(recorded.value), style)
    let shown = cutting ? text.truncated(to: Self.widestValue) : text
    return .text(isDraft ? shown + StyledText("*", .mark) : shown)
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

  // MARK: One item

  private func single(_ item: CourseItem) -> Table {
    let isText = item.definition.valueType == .string
    let isEditable = item.definition.isEditable
    var table = Table(
      columns: studentColumns + [
        .init(
          title: strings(.groupColumnValue), alignment: isText ? .left : .decimal,
          leastWidth: 6, overflow: .wrap),
        .init(
          title: strings(.groupColumnNote), leastWidth: 10, overflow: .wrap,
          narrowing: .folds(order: 1)),
        .init(title: strings(.groupColumnChanged), narrowing: .folds(order: 0)),
        .init(title: strings(.groupColumnAuthor), narrowing: .folds(order: 0)),
      ],
      sections: [
        .init(
          rows: rows.map { row in
            let recorded = row.values[0]
            let changed = showsDetails ? recorded.updatedAt : nil
            return .init(
              cells: studentCells(row.student) + [
                value(
                  recorded, isEditable: isEditable, cutting: false,
                  isDraft: isDraft(row.student, item)),
                recorded.note.map { .text($0, .warning) } ?? .empty,
                changed.map { .text(dates.dateTime($0), .quiet) } ?? .empty,
                showsDetails ? .text(recorded.author ?? "", .quiet) : .empty,
              ])
          }, emptyText: emptyText)
      ])
    begin(&table)
    finish(&table)
    return table
  }

  // MARK: Around the rows

  private func begin(_ table: inout Table) {
    table.title = strings.title(
      group.course, strings.groupName(group.group.name), group.semester)
    table.summary = [summary]
  }

  private var summary: StyledText {
    guard let item = singleItem else {
      return StyledText(isWhole ? strings(.groupAllItems) : names, .quiet)
    }
    let range = strings.range(of: item.definition)
    let about = [item.identifier.rawValue, range].filter { !$0.isEmpty }.joined(separator: ", ")
    let computed =
      item.definition.isEditable
      ? "" : StyledText(" · \(strings(.wordComputed))", .quiet)
    return StyledText(item.definition.name(in: strings.serviceLanguage))
      + StyledText(" (\(about))", .quiet) + computed
  }

  private var names: String {
    group.items.map { $0.definition.name(in: strings.serviceLanguage) }.joined(separator: ", ")
  }

  private func finish(_ table: inout Table) {
    guard !rows.isEmpty else { return }
    if drafts?.isEmpty == false {
      table.remarks.append(StyledText(strings(.draftsMark), .quiet))
    }
    table.remarks.append(
      StyledText(count, .quiet))
  }

  /// How many students are shown and, where they were selected, of how many.
  private var count: String {
    guard let total, total != rows.count else {
      return strings(.studentsCount, [.count: .count(rows.count)])
    }
    return strings(.statsSelected, [.done: .count(rows.count), .total: .count(total)])
  }

  private var emptyText: StyledText {
    let isEmpty = (total ?? group.rows.count) == 0
    if !isEmpty, filter.isEmpty { return StyledText(strings(.groupNoneSelected)) }
    return StyledText(
      isEmpty ? strings(.studentsEmpty) : strings(.studentsNoneFound, [.query: .text(filter)]))
  }

  // MARK: For programs

  func write(to writer: inout JSONWriter) {
    writer.object {
      $0.member("course", group.course.rawValue)
      $0.member("semester", group.semester.rawValue)
      $0.object("group") {
        $0.member("id", group.group.id.rawValue)
        $0.member("name", strings.groupName(group.group.name))
      }
      $0.array("classifications", of: group.items) {
        $1.write(to: &$0, in: strings.serviceLanguage)
      }
      $0.array("students", of: rows) { write($1, to: &$0) }
      $0.member("fetchedAt", matrix.fetchedAt)
      $0.member("stale", matrix.isStale)
    }
  }

  private func write(_ row: MatrixRow, to writer: inout JSONWriter) {
    writer.object {
      row.student.writeMembers(to: &$0)
      for column in columns { $0.member(foreign: column.name, column.text(of: row.student)) }
      $0.object("values") {
        for (item, recorded) in zip(group.items, row.values) {
          $0.name(foreign: item.identifier.rawValue)
          $0.object {
            $0.member("value", recorded.value)
            $0.member("note", recorded.note)
            $0.member("updatedAt", recorded.updatedAt)
            $0.member("author", recorded.author)
            if drafts != nil { $0.member("draft", isDraft(row.student, item)) }
          }
        }
      }
    }
  }

  var csv: CSVWriter {
    var csv = CSVWriter(
      header: ["username", "lastName", "firstName"] + columns.map(\.name)
        + group.items.map(\.identifier.rawValue)
        + (drafts == nil ? [] : ["drafts"]))
    var fields: [CSVWriter.Field] = []
    for row in rows {
      fields.removeAll(keepingCapacity: true)
      fields.append(.text(row.student.username.rawValue))
      fields.append(.name(row.student.lastName))
      fields.append(.name(row.student.firstName))
      for column in columns { fields.append(.text(orNone: column.text(of: row.student))) }
      for recorded in row.values { fields.append(.value(recorded.value)) }
      if drafts != nil {
        let drafted = group.items.filter { isDraft(row.student, $0) }
        fields.append(.text(drafted.map(\.identifier.rawValue).joined(separator: " ")))
      }
      csv.append(fields)
    }
    return csv
  }
}
