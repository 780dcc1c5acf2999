@testable import Terminal

extension Frame {
  /// The frame as text with the focused characters in brackets, which replace blanks beside them
  /// where there are any.
  var textWithFocus: String {
    (0..<size.rows).map { row in
      var line = ""
      var isFocused = false
      for column in 0..<size.columns {
        let cell = cell(column, row)
        guard let character = cell.text else { continue }
        if cell.style.isFocused != isFocused, !isFocused, character == " " {
          line.append(character)
          continue
        }
        if cell.style.isFocused != isFocused {
          isFocused.toggle()
          if isFocused, line.last == " " { line.removeLast() }
          line.append(isFocused ? "[" : "]")
          if !isFocused, character == " " { continue }
        }
        line.append(character)
      }
      if isFocused { line.append("]") }
      while line.last == " " { line.removeLast() }
      return line
    }.joined(separator: "\n")
  }
}
