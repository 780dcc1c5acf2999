import GradesClient
import GradesCore
import GradesLocalization
import Terminal

/// The students whom a search found as a table, a document and CSV.
struct StudentsReport: Report {
  let state: StudentSearchViewModel.State
  let roster: Roster
  let strings: Strings

  var table: Table {
    let isFiltered = !roster.students.isEmpty && state.found.isEmpty
    var table = Table(
      title: strings.title(roster.course, nil, roster.semester),
      columns: [
        .init(title: strings(.studentsColumnLastName), leastWidth: 8),
        .init(title: strings(.studentsColumnFirstName), leastWidth: 6),
        .init(title: strings(.studentsColumnUsername)),
      ],
      sections: [
        .init(
          rows: state.found.map {
            .init(cells: [
              .text($0.lastName ?? ""), .text($0.firstName ?? ""), .text($0.username.rawValue),
            ])
          },
          emptyText: StyledText(
            isFiltered
              ? strings(.studentsNoneFound, [.query: .text(state.query)])
              : strings(.studentsEmpty)))
      ])
    if !state.found.isEmpty {
      table.remarks.append(
        StyledText(strings(.studentsCount, [.count: .count(state.found.count)]), .quiet))
    }
    return table
  }

  var document: JSONValue {
    [
      "course": roster.course.rawValue,
      "semester": roster.semester.rawValue,
      "students": state.found.map { JSONValue.object($0.members) },
    ]
  }

  var csv: CSVWriter {
    var csv = CSVWriter(header: ["username", "lastName", "firstName"])
    for student in state.found {
      csv.append([
        .text(student.username.rawValue), .text(orNone: student.lastName),
        .text(orNone: student.firstName),
      ])
    }
    return csv
  }
}
