import GradesClient
import GradesCore
import GradesLocalization
import Terminal

// The Structure scene without drawing.
extension StructureView {
  func plain(_ state: State) -> PlainPage<Action> {
    guard state.editing != nil else { return PlainPage(lines: []) }
    var page = PlainPage<Action>(lines: [])
    if let reason = state.readOnly { page.lines.append(StyledText(strings(reason))) }
    if state.items.isEmpty { page.lines.append(StyledText(strings(.courseEmpty))) }
    let isFound = state.searchedTexts.map(state.find.matches)
    for (index, item) in state.items.enumerated() where isFound[index] {
      page.choices.append(.init(label(item, state), does: .choose(index)))
    }
    page.choices.append(.init(StyledText(strings(.keySearch)), does: .askFind))
    if state.students != nil {
      page.choices.append(.init(StyledText(strings(.structureStudentTitle)), does: .chooseStudent))
    }
    guard state.readOnly == nil else { return page }
    page.choices.append(.init(StyledText(strings(.keyAddItem)), does: .addRoot))
    for (message, action) in [
      (Message.keyUndo, Action.undo), (.keyRedo, .redo), (.keyPlan, .plan),
      (.keyDiscardAll, .discard),
    ] where disabledReason(for: action, state) == nil {
      page.choices.append(.init(StyledText(strings(message)), does: action))
    }
    return page
  }

  private func label(_ item: CourseItem, _ state: State) -> StyledText {
    let definition = item.definition
    let sign =
      switch state.signs[item.identifier] {
      case .added: "+ "
      case .changed: "~ "
      case .removed: "- "
      case nil: ""
      }
    var parts = [
      StyledText(sign + item.identifier.rawValue),
      StyledText(definition.name(in: strings.serviceLanguage)),
      StyledText(definition.classificationType.rawValue),
    ]
    if let parent = item.parent {
      parts.append(StyledText(strings(.structureBelow, [.item: .text(parent.rawValue)])))
    }
    if definition.hidden { parts.append(StyledText(strings(.wordHidden))) }
    return (parts + StructureDetails(state, words).remarks(of: item)).joined(separator: " · ")
  }
}
