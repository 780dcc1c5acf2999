import GradesClient
import GradesCore
import GradesLocalization
import Terminal

/// The columns of the two lists, which are aligned.
struct CourseColumns {
  private let width: Int
  private let codeWidth: Int
  private let pointsBefore: Int
  private let pointsAfter: Int
  private let gradeWidth: Int
  private let values: ValueText
  private let hidden: Set<CourseCode>
  private let hiddenMark: StyledText
  private let unread: [CourseCode: Int]
  private let unreadWidth: Int

  /// Makes columns as wide as the courses need; those among `hidden` are marked.
  init(
    _ list: CourseList, hidden: Set<CourseCode>, unread: [CourseCode: Int], width: Int,
    _ words: SceneWords
  ) {
    let values = words.values
    self.width = width
    self.hidden = hidden
    self.unread = unread
    unreadWidth =
      list.studying.compactMap { unread[$0.code] }.map { "  ● \($0)".displayWidth }.max() ?? 0
    hiddenMark = StyledText(words.strings(.wordHidden), .quiet)
    self.values = values
    codeWidth = list.codes.map(\.rawValue.displayWidth).max() ?? 0
    let anchors = list.studying.map { DecimalAnchor(Self.points($0, values)) }
    pointsBefore = anchors.map(\.before).max() ?? 0
    pointsAfter = anchors.map(\.after).max() ?? 0
    gradeWidth = list.studying.map { values.text($0.grade).displayWidth }.max() ?? 0
  }

  private static func points(_ course: StudiedCourse, _ values: ValueText) -> StyledText {
    course.points.map { StyledText(values.text($0)) }
      ?? StyledText(course.pointsError ?? ValueText.nothing, .quiet)
  }

  /// The line of a course with its results.
  func line(_ course: StudiedCourse) -> StyledText {
    let points = Self.points(course, values)
    let anchor = DecimalAnchor(points)
    let grade = StyledText(values.text(course.grade), course.grade == nil ? .quiet : .accent)
    let trailing =
      .blanks(pointsBefore - anchor.before) + points + .blanks(pointsAfter - anchor.after) + "  "
      + grade.padded(to: gradeWidth)
      + StyledText(unread[course.code].map { "  ● \($0)" } ?? "", .mark).padded(to: unreadWidth)
    return line(course.code, course.name, trailing)
  }

  /// The line of a course with something of its own at the end.
  func line(_ course: TaughtCourse, _ trailing: StyledText) -> StyledText {
    line(course.code, course.name, trailing)
  }

  private func line(_ code: CourseCode, _ name: String?, _ trailing: StyledText) -> StyledText {
    let isHidden = hidden.contains(code)
    let style: Style = isHidden ? .quiet : .plain
    let trailing = isHidden ? hiddenMark + "  " + trailing : trailing
    let codeText = StyledText(code.rawValue, style).padded(to: codeWidth)
    let room = width - codeWidth - trailing.displayWidth - 6
    let name = StyledText(name ?? "", style).truncated(to: max(0, room)).padded(to: max(0, room))
    return " " + codeText + "  " + name + "  " + trailing
  }
}
