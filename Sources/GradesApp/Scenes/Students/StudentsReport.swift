import GradesClient
import GradesCore
import GradesLocalization
import JSON
import Terminal

extension Strings {
  func studentColumns(username style: Style = .plain) -> [Column<Student>] {
    [
      Column(self(.studentsColumnLastName), least: 8) { $0.lastName },
      Column(self(.studentsColumnFirstName), least: 6) { $0.firstName },
      Column(self(.studentsColumnUsername)) { StyledText($0.username.rawValue, style) },
    ]
  }
}

struct StudentsReport: Report {
  private let roster: Roster
  private let query: String
  private let found: [Student]
  private let strings: Strings

  init(_ roster: Roster, query: String, strings: Strings) {
    self.roster = roster
    self.query = query
    found = roster.students(matching: query)
    self.strings = strings
  }

  var table: Table {
    let isFiltered = !roster.students.isEmpty && found.isEmpty
    let columns = strings.studentColumns()
    var table = Table(
      title: strings.title(roster.course, nil, roster.semester), columns: columns.map(\.form),
      sections: [
        .init(
          found, columns,
          emptyText: StyledText(
            isFiltered
              ? strings(.studentsNoneFound, [.query: query])
              : strings(.studentsEmpty)))
      ])
    if !found.isEmpty {
      table.remarks.append(
        StyledText(strings(.studentsCount, [.count: found.count]), .quiet))
    }
    return table
  }

  func write(to writer: inout JSONWriter) {
    writer.object {
      $0.member("course", roster.course.rawValue)
      $0.member("semester", roster.semester.rawValue)
      $0.array("students", of: found) { writer, student in
        writer.object { student.writeMembers(to: &$0) }
      }
    }
  }

  var csv: CSVWriter {
    var csv = CSVWriter(header: ["username", "lastName", "firstName"])
    for student in found {
      csv.append([
        .text(student.username.rawValue), .name(student.lastName),
        .name(student.firstName),
      ])
    }
    return csv
  }
}
