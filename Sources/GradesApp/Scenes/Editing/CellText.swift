import GradesClient
import GradesCore

/// A cell as it is written on the command line: `USERNAME:ITEM`.
struct CellText: Equatable, Sendable {
  /// As it was typed.
  let text: String
  let username: String
  let identifier: String

  /// Takes the text apart at its first colon; throws ``Failure`` for other texts.
  init(_ text: String, form: CellForm = .cellName, whole: String? = nil) throws {
    guard let colon = text.firstIndex(of: ":"), colon != text.startIndex,
      text.index(after: colon) != text.endIndex
    else { throw Failure.malformedCell(typed: whole ?? text, form: form) }
    self.text = text
    username = String(text[..<colon])
    identifier = String(text[text.index(after: colon)...])
  }

  /// Whether the text means a cell; the case of letters does not matter.
  func means(_ cell: GradeCell) -> Bool {
    Username(username) == cell.username
      && identifier.lowercased() == cell.identifier.rawValue.lowercased()
  }
}
