import GradesClient
import GradesLocalization
import Terminal

/// The columns of a list of students on a screen: last name, first name, username.
struct StudentColumns: Equatable, Sendable {
  private static let gap = 2
  /// How narrow a name may become.
  private static let leastName = 4

  private var last = 0
  private var first = 0
  private var username = 0

  /// Measures students; those that are listed later may be any of them.
  init(_ students: some Sequence<Student> = []) {
    for student in students {
      last = max(last, (student.lastName ?? "").displayWidth)
      first = max(first, (student.firstName ?? "").displayWidth)
      username = max(username, student.username.rawValue.displayWidth)
    }
  }

  /// The titles above the columns.
  func header(_ strings: Strings, width: Int) -> StyledText {
    line(
      strings(.studentsColumnLastName), strings(.studentsColumnFirstName),
      strings(.studentsColumnUsername), style: .heading, strings, width: width)
  }

  /// A student's line; the names are cut where there is no room for them, the username last.
  func line(
    _ student: Student, _ strings: Strings, width: Int, trailing: StyledText = ""
  ) -> StyledText {
    let names = line(
      student.lastName ?? "", student.firstName ?? "", student.username.rawValue, style: .plain,
      strings, width: width - (trailing.isEmpty ? 0 : trailing.displayWidth + Self.gap))
    return trailing.isEmpty ? names : names + .blanks(Self.gap) + trailing
  }

  private func line(
    _ lastName: String, _ firstName: String, _ name: String, style: Style, _ strings: Strings,
    width: Int
  ) -> StyledText {
    let usernames = max(username, strings(.studentsColumnUsername).displayWidth)
    let room = max(0, width - usernames - 2 * Self.gap)
    var lasts = max(last, strings(.studentsColumnLastName).displayWidth)
    var firsts = max(first, strings(.studentsColumnFirstName).displayWidth)
    firsts = min(firsts, max(room - lasts, Self.leastName))
    lasts = max(0, min(lasts, room - firsts))
    let cells = [
      StyledText(lastName, style).truncated(to: lasts).padded(to: lasts),
      StyledText(firstName, style).truncated(to: firsts).padded(to: firsts),
      StyledText(name, style == .plain ? .quiet : style).padded(to: usernames),
    ]
    return cells.joined(separator: .blanks(Self.gap))
  }
}
