import GradesClient
import GradesCore
import GradesLocalization
import Terminal

/// Asks which courses to hide, or to pin.
enum HiddenCoursesPicker {
  /// Makes the question; courses of other semesters that are hidden are among the answers, so that they
  /// stay hidden unless the user wants them back.
  @MainActor static func overlay(
    _ list: CourseList?, hidden: Set<CourseCode>, title: Message = .settingsHiddenCourses,
    choosing: @escaping @MainActor ([CourseCode]) -> Response
  ) -> any Overlay {
    var names: [CourseCode: String] = [:]
    for course in list?.studying ?? [] { names[course.code] = course.name }
    for course in list?.teaching ?? [] { names[course.code] = course.name }
    let options = hidden.union(list?.codes ?? []).sorted().map { code in
      PickerState<CourseCode>.Option(
        id: code, label: StyledText(code.rawValue), detail: names[code] ?? "")
    }
    return PickerOverlay(
      Sentence(title), options: options, chosen: hidden, allowsSeveral: true,
      choosing: choosing)
  }
}
