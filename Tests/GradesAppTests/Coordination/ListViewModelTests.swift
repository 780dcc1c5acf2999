import Foundation
import GradesLocalization
import Observation
import Terminal
import TestSupport
import Testing

@testable import GradesApp

/// A suite that shows a list in a window of its own, without the app around it.
@MainActor
protocol ListWindow {
  var rect: Rect { get }
}

extension ListWindow {
  var words: SceneWords { SceneWords(.load(.english), timeZone: .gmt, now: .usual) }

  /// Presses keys, each after the frame that the one before has led to.
  func type(_ keys: Key..., in model: some ListViewModel) {
    _ = model.fit(in: rect, words)
    for key in keys {
      _ = model.handle(.key(key), words)
      _ = model.fit(in: rect, words)
    }
  }

  /// The lines that have something, without blanks at their ends.
  func shown(_ model: some ListViewModel) -> [String] {
    _ = model.fit(in: rect, words)
    var frame = Frame(size: rect.size)
    model.draw(in: rect, of: &frame, words)
    return frame.text.split(separator: "\n").map { text in
      String(text.reversed().drop { $0 == " " }.reversed())
    }.filter { !$0.isEmpty }
  }
}

/// What lists have in common, on a list of texts.
@MainActor
@Suite("Rows of a list")
struct ListViewModelTests: ListWindow {
  @MainActor @Observable
  final class Texts: ListViewModel {
    struct Row: Identifiable {
      var id: String
      var text: String
    }

    nonisolated static let keys: [Binding<Texts>] =
      listKeys(open: .keyOpen) + [
        Binding(
          .character("x"), hint: .keyHide,
          unless: { $0.rows.count < 2 ? .disabledNothingSelected : nil }
        ) { model in
          model.rows.removeAll { $0.id == model.focused?.id }
          return .done
        }
      ]

    var list = ListState<String>()
    var rows: [Row]
    private(set) var opened: [String] = []

    init(_ ids: String...) { rows = ids.map { Row(id: $0, text: $0) } }

    func appear() async throws {}
    func searched(_ row: Row) -> [String] { [row.text] }
    func title(_ words: SceneWords) -> SceneTitle { SceneTitle(leading: "") }

    func open(_ row: Row) -> Response {
      opened.append(row.id)
      return .done
    }

    func content(_ rows: [Row], width: Int, _ words: SceneWords) -> ListContent<Row> {
      ListContent(rows, empty: "nothing") { row in
        StyledText(row.text)
      } detail: { row in
        row.id == "kiwi" ? ["brown", "and green"] : []
      }
    }
  }

  let rect = Rect(column: 0, row: 0, columns: 20, rows: 5)

  @Test("The focused row stays focused when others come and go; where it goes, its place stays")
  func focus() {
    let model = Texts("apple", "kiwi", "pear", "plum")
    type(.down, .down, in: model)
    #expect(model.focused?.id == "pear")
    model.rows.insert(Texts.Row(id: "fig", text: "fig"), at: 0)
    #expect(shown(model).contains("▌pear"))
    model.rows.removeAll { $0.id == "pear" }
    #expect(shown(model).contains("▌plum"))
    model.rows = []
    #expect(shown(model) == [" nothing"])
    #expect(model.focused == nil)
  }

  @Test("Only rows with the text are shown; given up, the row from before is focused again")
  func filter() {
    let model = Texts("apple", "kiwi", "pear", "plum")
    type(.end, .character("/"), .character("p"), .character("e"), in: model)
    #expect(shown(model).first == "▌pear")
    // The keys are text now, and no commands.
    #expect(model.takesText(words))
    model.rows.insert(Texts.Row(id: "fig", text: "fig"), at: 0)
    type(.escape, in: model)
    #expect(model.focused?.id == "plum")
    #expect(shown(model).contains("▌plum"))
    type(.character("/"), .character("p"), .character("e"), .enter, .enter, in: model)
    #expect(model.opened == ["pear"])
    // All rows again, with the focus where it is.
    type(.escape, in: model)
    #expect(shown(model).contains("▌pear"))
  }

  @Test("A text that no row has is said, and all rows are shown again")
  func nothingFound() {
    let model = Texts("apple", "kiwi")
    type(.down, .character("/"), .character("q"), in: model)
    guard case .say(let sentence)? = model.handle(.key(.enter), words) else {
      Issue.record("nothing was said")
      return
    }
    #expect(sentence == Sentence(.searchNothing, [.query: .text("q")]))
    #expect(model.focused?.id == "kiwi")
  }

  @Test("A click focuses a row, a second one opens it; a click on the text below does neither")
  func clicks() {
    let model = Texts("apple", "kiwi", "pear")
    _ = model.fit(in: rect, words)
    func click(_ row: Int) -> Response? {
      model.handle(.mouse(Mouse(.press, at: Position(column: 3, row: row))), words)
    }
    _ = click(1)
    #expect(
      shown(model) == [" apple", "▌kiwi", " pear", String(repeating: "─", count: 20), " brown …"])
    #expect(model.opened.isEmpty)
    _ = click(1)
    #expect(model.opened == ["kiwi"])
    #expect(click(4) == nil)
  }

  @Test("A disabled key says why, in the footer too; rows that are alike are passed one by one")
  func disabled() {
    let model = Texts("apple")
    #expect(model.keys(words).last?.disabledReason == .disabledNothingSelected)
    guard case .say? = model.handle(.key(.character("x")), words) else {
      Issue.record("nothing was said")
      return
    }
    #expect(model.rows.count == 1)
    let alike = Texts("fig", "fig", "plum")
    type(.down, .down, in: alike)
    #expect(alike.focused?.id == "plum")
  }
}
