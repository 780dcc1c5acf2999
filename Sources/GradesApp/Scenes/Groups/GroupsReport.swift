import GradesClient
import GradesCore
import GradesLocalization
import JSON
import Terminal

/// The groups of a course's students as a table, a document and CSV.
struct GroupsReport: Report {
  let groups: CourseGroups
  let strings: Strings

  var table: Table {
    Table(
      title: strings.title(groups.course, nil, groups.semester),
      columns: [
        // An id that is cut cannot be typed.
        .init(title: strings(.groupsColumnId)),
        .init(title: strings(.groupsColumnName), leastWidth: 12, overflow: .wrap),
      ],
      sections: [
        .init(
          rows: groups.groups.map {
            .init(cells: [.text($0.id.rawValue), .text(strings.groupName($0.name))])
          }, emptyText: StyledText(strings(.groupsEmpty)))
      ])
  }

  func write(to writer: inout JSONWriter) {
    writer.object {
      $0.member("course", groups.course.rawValue)
      $0.member("semester", groups.semester.rawValue)
      $0.array("groups", of: groups.groups) { writer, group in
        writer.object {
          $0.member("id", group.id.rawValue)
          $0.member("name", strings.groupName(group.name))
          $0.member("type", group.type)
        }
      }
    }
  }

  var csv: CSVWriter {
    var csv = CSVWriter(header: ["id", "name", "type"])
    for group in groups.groups {
      csv.append([
        .text(group.id.rawValue), .name(strings.groupName(group.name)), .text(orNone: group.type),
      ])
    }
    return csv
  }
}
