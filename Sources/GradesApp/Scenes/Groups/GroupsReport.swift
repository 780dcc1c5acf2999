import GradesClient
import GradesCore
import GradesLocalization
import JSON
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
    let columns = Self.columns(strings)
    return Table(
      title: strings.title(groups.course, nil, groups.semester), columns: columns.map(\.form),
      sections: [
        .init(groups.groups, columns, emptyText: StyledText(strings(.groupsEmpty)))
      ])
  }

  func write(to writer: inout JSONWriter) {
    writer.object {
      $0.member("course", groups.course.rawValue)
      $0.member("semester", groups.semester.rawValue)
      $0.array("groups", of: groups.groups, fields)
    }
  }

  var csv: CSVWriter { CSVWriter(groups.groups, fields) }

  private var fields: [DocumentField<StudentGroup>] {
    [
      DocumentField("id") { $0.id.rawValue },
      DocumentField("name") { NameContent(name: strings.groupName($0.name)) },
      DocumentField("type") { $0.type },
    ]
  }
}
