import GradesClient
import GradesLocalization

extension Student {
  /// The name in lists, last name first; the username without a name.
  var listName: String {
    switch (lastName ?? "", firstName ?? "") {
    case ("", ""): username.rawValue
    case (let name, ""), ("", let name): name
    case (let last, let first): last + " " + first
    }
  }

  var searchText: SearchText { SearchText([username.rawValue, lastName ?? "", firstName ?? ""]) }
}

/// What orders students: last name, first name, username.
struct StudentSortKey: Comparable, Sendable {
  private let name: CzechSortKey
  private let username: Username

  init(_ student: Student) {
    let hasName = !(student.lastName ?? "").isEmpty
    name = CzechSortKey(
      hasName ? student.lastName ?? "" : student.listName, student.firstName ?? "")
    username = student.username
  }

  static func < (left: Self, right: Self) -> Bool {
    if left.name < right.name { return true }
    // Equal names are rare, and so is the second comparison.
    return left.name == right.name && left.username < right.username
  }
}

extension Sequence {
  /// The elements in the order of their students' names; every key is made once.
  func sorted(byNameOf student: (Element) -> Student) -> [Element] {
    map { (StudentSortKey(student($0)), $0) }.sorted { $0.0 < $1.0 }.map(\.1)
  }
}

extension Sequence<Student> {
  func sortedByName() -> [Student] { sorted { $0 } }
}
