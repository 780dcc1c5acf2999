import GradesClient
import GradesCore
import GradesLocalization
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
    let empty = roster.students.isEmpty ? Message.studentsEmpty : .studentsNoneFound
    let count = StyledText(strings(.studentsCount, [.count: found.count]), .quiet)
    return Table(
      title: strings.title(roster.course, nil, roster.semester), found, strings.studentColumns(),
      emptyText: StyledText(strings(empty, [.query: query])),
      remarks: found.isEmpty ? [] : [count])
  }

  func document(_ names: Strings) -> Document {
    let document: Document = [
      "course": roster.course, "semester": roster.semester,
      "students": Rows(found, Student.fields),
    ]
    return document.table(found, Student.tableFields)
  }
}
