import GradesClient
import GradesCore
import GradesLocalization
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

  var document: JSONValue {
    [
      "course": groups.course.rawValue,
      "semester": groups.semester.rawValue,
      "groups": groups.groups.map { group -> JSONValue in
        [
          "id": group.id.rawValue, "name": strings.groupName(group.name), "type": group.type,
        ]
      },
    ]
  }

  var csv: CSVWriter {
    var csv = CSVWriter(header: ["id", "name", "type"])
    for group in groups.groups {
      csv.append([
        .text(group.id.rawValue), .text(strings.groupName(group.name)), .text(orNone: group.type),
      ])
    }
    return csv
  }
}
