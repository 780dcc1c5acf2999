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
  /// Whether a mark stands for "passed", so that names keep their room.
  private let hasShortGrades: Bool
  private let hidden: Set<CourseCode>
  private let pinned: Set<CourseCode>
  private let hiddenMark: StyledText
  private let unread: [CourseCode: Int]
  private let unreadWidth: Int

  /// Makes columns as wide as the courses need; those among `hidden` and `pinned` are marked.
  init(
    _ list: CourseList?, hidden: Set<CourseCode>, pinned: Set<CourseCode>,
    unread: [CourseCode: Int], width: Int,
    _ words: SceneWords
  ) {
    let (studying, teaching) = (list?.studying ?? [], list?.teaching ?? [])
    let values = words.values
    self.hidden = hidden
    self.pinned = pinned
    self.unread = unread
    unreadWidth =
      studying.compactMap { unread[$0.code] }.map { "  ● \($0)".displayWidth }.max() ?? 0
    hiddenMark = StyledText(words.strings(.wordHidden), .quiet)
    self.values = values
    codeWidth =
      (studying.map(\.code) + teaching.map(\.code)).map(\.rawValue.displayWidth).max() ?? 0
    let anchors = studying.map { DecimalAnchor(Self.points($0, values)) }
    pointsBefore = anchors.map(\.before).max() ?? 0
    pointsAfter = anchors.map(\.after).max() ?? 0
    let hasShortGrades = width < Self.pageWidth * 2 / 3
    self.hasShortGrades = hasShortGrades
    let gradeWidth =
      studying.map { Self.grade($0.grade, values, isShort: hasShortGrades).displayWidth }
      .max() ?? 0
    self.gradeWidth = gradeWidth
    let names = studying.compactMap(\.name) + teaching.compactMap(\.name)
    let trailing = pointsBefore + pointsAfter + 2 + gradeWidth + unreadWidth
    let wanted = codeWidth + (names.map(\.displayWidth).max() ?? 0) + trailing + 6
    // In a wide window the columns stay together.
    self.width = min(width, max(wanted, Self.pageWidth))
  }

  /// The width of an ordinary page.
  static let pageWidth = 79

  private static func grade(
    _ value: GradeValue?, _ values: ValueText, isShort: Bool
  ) -> StyledText {
    let text = values.grade(value)
    guard isShort, case .flag(let isPassed)? = value else { return text }
    return StyledText(isPassed ? "✓" : "✗", text.spans.first?.style ?? .plain)
  }

  private static func points(_ course: StudiedCourse, _ values: ValueText) -> StyledText {
    course.points.map { StyledText(values.text($0)) }
      ?? StyledText(course.pointsError ?? ValueText.nothing, .quiet)
  }

  /// The line of a course with its results.
  func line(_ course: StudiedCourse) -> StyledText {
    let points = Self.points(course, values)
    let anchor = DecimalAnchor(points)
    let grade = Self.grade(course.grade, values, isShort: hasShortGrades)
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
    return StyledText(pinned.contains(code) ? "*" : " ", .accent) + codeText + "  " + name + "  "
      + trailing
  }
}
