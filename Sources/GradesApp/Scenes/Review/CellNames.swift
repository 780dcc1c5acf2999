import GradesClient
import GradesCore
import GradesLocalization

/// What the students and items of a gradebook are called, as far as it is known.
struct CellNames: Equatable, Sendable {
  private let items: [ItemIdentifier: String]
  private let students: [Username: String]
  private let studentOrder: [Username: StudentSortKey]
  private let itemOrder: [ItemIdentifier: Int]

  init(
    _ definitions: [Classification] = [], _ students: [Username: Student] = [:],
    _ language: ServiceLanguage = .english
  ) {
    let names = Dictionary(grouping: definitions) { $0.name(in: language) }
    items = definitions.keyed(by: \.identifier).mapValues { item in
      let name = item.name(in: language)
      // Two items of the same name are distinguished by their identifiers.
      return names[name]?.count == 1 ? name : item.identifier.rawValue
    }
    itemOrder = definitions.indices.keyed { definitions[$0].identifier }
    studentOrder = students.mapValues(StudentSortKey.init)
    self.students = students.mapValues { student in
      student.listName == student.username.rawValue ? "" : student.listName
    }
  }

  init(_ review: Review, _ language: ServiceLanguage) {
    self.init(review.definitions, review.students, language)
  }

  init(_ grid: CellGrid, _ language: ServiceLanguage) {
    self.init(grid.definitions, grid.people, language)
  }

  func item(_ identifier: ItemIdentifier) -> String { items[identifier] ?? identifier.rawValue }

  /// Elements in the order of the sheet: by the students' names, then by the items.
  func sorted<Element>(_ elements: [Element], by cell: (Element) -> GradeCell) -> [Element] {
    let keyed = elements.map { element in
      let cell = cell(element)
      let student =
        studentOrder[cell.username]
        ?? StudentSortKey(Student(username: cell.username, firstName: nil, lastName: nil))
      return (element: element, student: student, item: itemOrder[cell.identifier] ?? .max)
    }
    return keyed.sorted { left, right in
      left.student == right.student ? left.item < right.item : left.student < right.student
    }.map(\.element)
  }

  func student(_ username: Username) -> String { students[username] ?? "" }

  /// The texts of a cell in which a list looks.
  func searched(_ cell: GradeCell) -> [String] {
    [
      student(cell.username), cell.username.rawValue, item(cell.identifier),
      cell.identifier.rawValue,
    ]
  }

  /// What a sentence says of a cell: the student, at least by the username, and the item; before them the course
  /// where several are meant.
  func arguments(_ cell: GradeCell, in course: CourseCode? = nil) -> Arguments {
    let student = student(cell.username)
    return [
      .student: .text(
        (course.map { "\($0) · " } ?? "") + (student.isEmpty ? cell.username.rawValue : student)),
      .item: item(cell.identifier),
    ]
  }
}
