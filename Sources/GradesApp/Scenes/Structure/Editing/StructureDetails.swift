import GradesClient
import GradesCore
import GradesLocalization
import Terminal

/// All about one item of a structure: its fields, what is wrong, and its value for the chosen student.
struct StructureDetails {
  private let state: StructureViewModel.State
  private let words: SceneWords

  init(_ state: StructureViewModel.State, _ words: SceneWords) {
    self.state = state
    self.words = words
  }

  /// The item as lines, each field on one.
  func lines(of item: CourseItem, width: Int) -> [StyledText] {
    let strings = words.strings
    let fields = StructureFormField.all(of: item.definition).filter {
      !$0.text(item.definition, strings).isEmpty
    }
    let titles = fields.map { $0.title.text(strings).displayWidth }.max() ?? 0
    var lines = fields.flatMap { field in
      field.shown(of: item.definition, strings).wrapped(to: max(1, width - titles - 2))
        .enumerated().map { index, part in
          StyledText(index == 0 ? field.title.text(strings) : "", .quiet).padded(to: titles)
            + "  " + part
        }
    }
    if item.definition.hidden {
      lines.append(StyledText(strings(.structureHiddenItem), .warning))
    }
    return lines + remarks(of: item).flatMap { $0.wrapped(to: max(1, width)) }
  }

  /// What is wrong, how many values there are, and the value for the chosen student.
  func remarks(of item: CourseItem) -> [StyledText] {
    var lines = state.findings(of: item.identifier).map {
      StructureWordText(words.strings).line($0)
    }
    if state.isRemoved(item) {
      lines.append(StyledText(words.strings(.structureRemovedItem), .bad))
    }
    lines += StructureEstimateText(state, words).lines(of: item.identifier)
    if state.students != nil {
      let count = state.counts[item.identifier] ?? 0
      lines.append(
        StyledText(words.strings(.structureValueCount, [.count: .count(count)]), .quiet))
    }
    return lines
  }
}
