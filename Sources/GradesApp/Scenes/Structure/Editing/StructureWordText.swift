import GradesClient
import GradesCore
import GradesLocalization
import Terminal

/// Words of a structure for people.
struct StructureWordText {
  private let strings: Strings

  init(_ strings: Strings) { self.strings = strings }

  /// A finding with the sign of how bad it is.
  func line(_ finding: StructureFinding) -> StyledText {
    let (sign, style): (String, Style) =
      switch finding.severity {
      case .error: ("✗ ", .bad)
      case .warning: ("! ", .warning)
      case .hint: ("", .quiet)
      }
    return StyledText(sign, style)
      + StyledText(SafeText.singleLine(StructureProblemText(strings).text(finding.kind)), style)
  }
}

/// The value of an expression for the chosen student.
struct StructureEstimateText {
  private let state: StructureViewModel.State
  private let words: SceneWords

  init(_ state: StructureViewModel.State, _ words: SceneWords) {
    self.state = state
    self.words = words
  }

  /// The value of an item that is computed; nothing without a student.
  func lines(of item: ItemIdentifier) -> [StyledText] {
    state.editing.map { lines(of: item, in: $0) } ?? []
  }

  /// The value by a structure that is being edited.
  func lines(of item: ItemIdentifier, in editing: StructureEditing) -> [StyledText] {
    guard let row = state.studentRow else { return [] }
    let values = row.values.compactMapValues(\.value)
    let student: Argument = .text(row.student.listName)
    switch editing.estimate(of: item, given: values) {
    case nil: return []
    case .success(let value):
      return [
        StyledText(
          words.strings(
            .structureEstimate, [.student: student, .value: .text(words.values.text(value))]),
          .accent)
      ]
    case .failure:
      return [StyledText(words.strings(.structureNoEstimate, [.student: student]), .quiet)]
    }
  }
}

/// An expression with the colours of its parts.
struct ExpressionText {
  /// The style of each Unicode scalar.
  let styles: [Style]
  private let scalars: [Unicode.Scalar]

  /// Reads a text, which need not be an expression.
  init(_ text: String) {
    scalars = Array(text.unicodeScalars)
    var styles = [Style](repeating: .plain, count: scalars.count)
    for part in ItemExpression.parts(of: text) {
      let style: Style =
        switch part.kind {
        case .name: .plain
        case .function: .heading
        case .number: .mark
        case .string, .pattern: .accent
        case .sign: .quiet
        case .unreadable: .bad
        }
      for index in part.range { styles[index] = style }
    }
    self.styles = styles
  }

  /// The whole text on one line.
  var styled: StyledText { styled(0..<scalars.count) }

  /// A part of the text, by Unicode scalars.
  func styled(_ range: Range<Int>) -> StyledText {
    var text = StyledText()
    var start = range.lowerBound
    while start < range.upperBound {
      let end = (start..<range.upperBound).first { styles[$0] != styles[start] } ?? range.upperBound
      text += StyledText(String(String.UnicodeScalarView(scalars[start..<end])), styles[start])
      start = end
    }
    return text
  }
}
