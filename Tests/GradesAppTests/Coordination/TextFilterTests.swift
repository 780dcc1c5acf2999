import Terminal
import Testing

@testable import GradesApp

/// The text that filters rows, as keys change it.
@Suite("A filter of rows")
struct TextFilterTests {
  @Test("Typing, accepting, starting afresh and clearing")
  func typing() {
    var filter = TextFilter()
    #expect(filter.typed("a") == nil && !filter.isOpen)
    var changes = apply([.begin], to: &filter)
    #expect(filter.isOpen && filter.isTyped)
    #expect(filter.typed("ab") == .insert("ab"))
    changes += apply([.insert("ab"), .edit(.backspace), .edit(.left), .accept], to: &filter)
    #expect(filter.isOpen && !filter.isTyped && filter.text == "a")
    changes += apply([.begin], to: &filter)
    #expect(filter.isTyped && filter.text.isEmpty)
    changes += apply([.insert("b"), .clear], to: &filter)
    #expect(filter == TextFilter())
    #expect(changes == [false, true, true, false, false, true, true, true])
  }

  @Test("An empty text is no filter once it is accepted")
  func empty() {
    var filter = TextFilter()
    let changes = apply([.begin, .accept], to: &filter)
    #expect(changes == [false, false])
    #expect(!filter.isOpen)
  }

  @Test("Only keys that edit are the filter's, and only while it is typed")
  func keys() {
    #expect(TextFilter().edited(.backspace) == nil)
    #expect(TextFilter.typed.edited(.backspace) == .edit(.backspace))
    #expect(TextFilter.typed.edited(Key(.function(1))) == nil)
  }

  @Test("The number of rows is left out where the text needs the room")
  func drawing() {
    var filter = TextFilter()
    _ = apply([.begin, .insert("abcdef")], to: &filter)
    #expect(drawn(filter, columns: 24) == " / abcdef        2 of 9")
    #expect(drawn(filter, columns: 16) == " / abcdef")
    #expect(drawn(TextFilter(), columns: 24).isEmpty)
  }

  /// Applies changes; returns for each whether the text became another one.
  private func apply(_ actions: [TextFilter.Action], to filter: inout TextFilter) -> [Bool] {
    actions.map { filter.apply($0) }
  }

  private func drawn(_ filter: TextFilter, columns: Int) -> String {
    var frame = Frame(size: Size(columns: columns, rows: 1))
    filter.draw(in: frame.area, of: &frame, count: "2 of 9")
    return frame.text.split(separator: "\n").joined()
  }
}
