import GradesClient
import GradesCore
import GradesLocalization

/// A group's values as a page to print or to post; students of several parallels have a sheet for each.
struct GroupListPage {
  let matrix: GroupMatrix
  let rows: [MatrixRow]
  let columns: [StudentColumn]
  /// Whether students have their usernames or numbers only, in the order of these.
  let isAnonymous: Bool
  var groups: [StudentGroup] = []
  let strings: Strings
  let time: String

  var text: String {
    let group = matrix.group.shownName(strings, isAnonymous: isAnonymous)
    let title = "\(matrix.course.rawValue) · \(group)"
    var page = HTMLPage(title: title, strings: strings)
    page.add("h1", title)
    page.add("p", strings.title(of: matrix.semester))
    let names = groups.names(strings, isAnonymous: isAnonymous)
    let (sheets, blocks) = (sheets, blocks)
    page.isWide = (blocks.map(\.count).max() ?? 0) > Self.narrow
    if sheets.isEmpty { page.add("p", strings(.statsTooFew)) }
    for sheet in sheets {
      page.content += "<section>\n"
      if sheets.count > 1 {
        page.add(
          "h2",
          sheet.key.map { names[$0] ?? $0 }
            ?? strings(isAnonymous ? .statsOthers : .statsNoParallel))
      }
      for items in blocks {
        page.addTable(
          strings(.studentsCount, [.count: sheet.rows.count]), columns(of: items), sheet.rows)
      }
      page.content += "</section>\n"
    }
    page.add("footer", strings(.dateAsOf, [.time: time]))
    return page.text
  }

  /// The rows by the parallels of those classes that have the most of them, ordered by their ids; all
  /// together where there is one at most. An anonymous page has none of few students.
  private var sheets: [(key: String?, rows: [MatrixRow])] {
    var parallels: [ClassesType: Set<String>] = [:]
    for row in rows {
      for (kind, parallel) in row.student.parallels {
        parallels[kind, default: []].insert(parallel)
      }
    }
    let kind = parallels.max {
      ($0.value.count, $1.key.rawValue) < ($1.value.count, $0.key.rawValue)
    }
    let fewest = isAnonymous ? HTMLPage.fewest : 0
    let parts = rows.parts(smallest: fewest) { student in
      guard let kind, kind.value.count > 1, let parallel = student.parallels[kind.key] else {
        return []
      }
      return [GroupID(parallel: parallel).rawValue]
    }
    return (parts.isEmpty ? [(nil, [])] : parts).filter { $0.rows.count >= fewest }
      .map { ($0.key, ordered($0.rows)) }
  }

  /// The most items beside the students of a sheet in its usual position, and in the other one.
  private static let narrow = 6
  private static let wide = 12

  /// The items of each table, by their indices: as many as a sheet has room for.
  private var blocks: [Range<Int>] {
    let count = matrix.items.count
    let blocks = max(1, (count + Self.wide - 1) / Self.wide)
    return (0..<blocks).map { $0 * count / blocks..<($0 + 1) * count / blocks }
  }

  private func ordered(_ rows: [MatrixRow]) -> [MatrixRow] {
    isAnonymous ? rows.sorted { identity(of: $0.student) < identity(of: $1.student) } : rows
  }

  private var isByNumber: Bool { columns.contains(.number) }

  private func identity(of student: Student) -> String {
    isByNumber ? student.personalNumber ?? "" : student.username.rawValue
  }

  private func columns(of items: Range<Int>) -> [Column<MatrixRow>] {
    let values = ValueText(strings)
    let username = Column<MatrixRow>(
      strings(isAnonymous && isByNumber ? .groupColumnNumber : .studentsColumnUsername)
    ) { isAnonymous ? identity(of: $0.student) : $0.student.username.rawValue }
    return (isAnonymous ? [] : [Column(strings(.studentsColumnStudent)) { $0.student.listName }])
      + [username]
      + shownColumns.map { column in
        Column(strings(column.title)) { column.text(of: $0.student, in: groups) }
      }
      + items.map { index in
        let item = matrix.items[index].definition
        return Column(
          item.name(in: strings.serviceLanguage), item.valueType == .number ? .right : .left
        ) { values.text($0.values[index].value) }
      }
  }

  /// An address has the name in it, and two numbers of a student would connect lists.
  private var shownColumns: [StudentColumn] {
    isAnonymous ? columns.filter { $0 == .parallel } : columns
  }
}
