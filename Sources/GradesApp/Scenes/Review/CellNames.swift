import GradesClient
import GradesCore
import GradesLocalization

/// What the students and items of a gradebook are called, as far as it is known.
struct CellNames: Equatable, Sendable {
  private let items: [ItemIdentifier: String]
  private let students: [Username: String]

  /// Takes the names from definitions and students.
  init(
    _ definitions: [Classification], _ students: [Username: Student], _ language: ServiceLanguage
  ) {
    let names = Dictionary(grouping: definitions) { $0.name(in: language) }
    items = Dictionary(
      definitions.map { item in
        let name = item.name(in: language)
        // Two items of the same name are distinguished by their identifiers.
        return (item.identifier, names[name]?.count == 1 ? name : item.identifier.rawValue)
      }, uniquingKeysWith: { first, _ in first })
    self.students = students.mapValues { student in
      student.listName == student.username.rawValue ? "" : student.listName
    }
  }

  /// The item's name, or its identifier.
  func item(_ identifier: ItemIdentifier) -> String { items[identifier] ?? identifier.rawValue }

  /// The student's name; nothing where it is not known.
  func student(_ username: Username) -> String { students[username] ?? "" }
}
