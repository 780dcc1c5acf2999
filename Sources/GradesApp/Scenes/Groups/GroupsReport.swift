import GradesClient
import GradesCore
import GradesLocalization
import Terminal

/// The groups of a course's students as a table, a document and CSV.
struct GroupsReport: Report {
  let groups: CourseGroups
  let strings: Strings

  /// The columns, for print and for the screen.
  static func columns(_ strings: Strings) -> [Column<StudentGroup>] {
    [
      // An id that is cut cannot be typed.
      Column(strings(.groupsColumnId)) { $0.id.rawValue },
      Column(strings(.groupsColumnName), least: 12, overflow: .wrap) {
        strings.groupName($0.name)
      },
    ]
  }

  var table: Table {
    Table(
      title: strings.title(groups.course, nil, groups.semester), groups.groups,
      Self.columns(strings), emptyText: StyledText(strings(.groupsEmpty)))
  }

  func document(_ names: Strings) -> Document {
    let fields: [Field<StudentGroup>] = [
      Field("id") { $0.id }, Field("name") { NameContent(names.groupName($0.name)) },
      Field("type") { $0.type },
    ]
    return [
      "course": groups.course, "semester": groups.semester, "groups": Rows(groups.groups, fields),
    ]
  }
}
