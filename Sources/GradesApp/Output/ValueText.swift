import GradesClient
import GradesLocalization
import Terminal

/// Values as people read them; `0`, "no" and "not graded" always differ.
struct ValueText {
  /// Stands for "not graded".
  static let nothing = "–"

  private let strings: Strings

  init(_ strings: Strings) { self.strings = strings }

  func text(_ value: GradeValue?) -> String {
    switch value {
    case nil: Self.nothing
    case .number(let number): NumberText.text(number, strings.language)
    case .flag(let flag): strings(flag ? .wordYes : .wordNo)
    case .text(let text): text
    }
  }

  /// A course's final result, with a colour by its meaning; a yes is "passed".
  func grade(_ value: GradeValue?) -> StyledText {
    guard case .flag(let isPassed)? = value else {
      return StyledText(text(value), value?.gradeStyle ?? .quiet)
    }
    return StyledText(
      strings(isPassed ? .gradePassed : .gradeNotPassed), isPassed ? .strongGood : .strongBad)
  }

  /// The value of an item: its final result, or any other value in a style.
  func text(_ value: GradeValue?, of item: Classification, _ style: Style) -> StyledText {
    switch item.classificationType {
    case .finalScore: grade(value)
    case .pointsTotal: StyledText(text(value), value == nil ? .quiet : .heading)
    default: StyledText(text(value), value == nil ? .quiet : style)
    }
  }

  func text(_ number: Double?) -> String {
    number.map { NumberText.text($0, strings.language) } ?? ""
  }
}

extension GradeValue {
  /// The role of a final result: letters and words of the university's scale have a meaning, anything
  /// else is only what matters most.
  fileprivate var gradeStyle: Style {
    guard case .text(let text) = self else { return .heading }
    return switch text.uppercased() {
    case "A", "B", "Z", "ZAP": .strongGood
    case "C", "D": .strongAccent
    case "E": .strongWarning
    case "F", "FX", "N", "NZ": .strongBad
    default: .heading
    }
  }
}

extension Classification {
  /// The style of the item's name: the totals matter most, computed parts of them least.
  var nameStyle: Style {
    switch classificationType {
    case .finalScore, .pointsTotal: .heading
    default: isEditable ? .plain : .quiet
    }
  }
}
