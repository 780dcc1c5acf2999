import GradesClient
import GradesCore
import GradesLocalization
import Terminal

extension SceneWords {
  /// What an edit changes, where nothing can be marked: what the value was, and the note.
  func traces(of edit: DraftEdit) -> [StyledText] {
    var traces: [StyledText] = []
    if edit.value != edit.base.value {
      let was: Argument = .text(values.text(edit.base.value))
      traces.append(StyledText(strings(.gridWas, [.value: was]), .mark))
    }
    if edit.changesNote {
      let note = edit.note.map { strings(.gridNote, [.value: .text($0)]) }
      traces.append(StyledText("(\(note ?? strings(.gridNoteRemoved)))", .mark))
    }
    return traces
  }
}
