import Foundation
import GradesLocalization
import Observation
import Terminal
import TestSupport
import Testing

@testable import GradesApp

/// What trees have in common beside lists, on a tree of texts.
@MainActor
@Suite("Rows of a tree")
struct TreeViewModelTests: ListWindow {
  @MainActor @Observable
  final class Texts: TreeViewModel {
    struct Row: Identifiable {
      var id: String
      var depth: Int
    }

    nonisolated static let keys: [Binding<Texts>] =
      movementKeys() + foldKeys() + [toggleKey, searchKey]

    var list = ListState<String>()
    var rows: [Row]

    /// Makes a tree of texts after the blanks of their depths.
    init(_ texts: String...) {
      rows = texts.map { text in
        let id = text.trimmingCharacters(in: .whitespaces)
        return Row(id: id, depth: text.count - id.count)
      }
    }

    func appear() async throws {}
    func depth(_ row: Row) -> Int { row.depth }
    func searched(_ row: Row) -> [String] { [row.id] }
    func title(_ words: SceneWords) -> SceneTitle { SceneTitle(leading: "") }
    func open(_ row: Row) -> Response { .done }

    func content(_ rows: [Row], width: Int, _ words: SceneWords) -> ListContent<Row> {
      tree(rows, lines([Column { StyledText($0.id, .good) }], width: width), empty: ["nothing"])
    }
  }

  let rect = Rect(column: 0, row: 0, columns: 20, rows: 8)

  private let fruits = ["apple", " peel", " core", "  seed", "pear", " stalk"]

  private func model() -> Texts {
    Texts(fruits[0], fruits[1], fruits[2], fruits[3], fruits[4], fruits[5])
  }

  @Test("Left folds a row or goes to what it belongs to; right shows its parts and goes to them")
  func folding() {
    let model = model()
    type(.down, .down, .down, .left, in: model)
    #expect(model.focused?.id == "core")
    type(.left, in: model)
    #expect(
      shown(model) == [" ▾ apple", "     peel", "▌  ▸ core", " ▾ pear", "     stalk"])
    type(.left, .left, in: model)
    #expect(shown(model) == ["▌▸ apple", " ▾ pear", "     stalk"])
    type(.right, .right, .right, in: model)
    #expect(model.focused?.id == "peel")
    // What was folded below stays so.
    #expect(shown(model)[2] == "   ▸ core")
    #expect(model.keys(words).first { $0.keys == [.character(" ")] }?.isLive == false)
    type(.up, .character(" "), in: model)
    #expect(shown(model).first == "▌▸ apple")
  }

  @Test("What is focused is shown; what is not there changes nothing")
  func focusing() {
    let model = model()
    model.list.folded = ["apple", "core", "pear"]
    model.focus("seed")
    #expect(model.list.folded == ["pear"])
    #expect(shown(model).contains("▌      seed"))
    model.focus("nut")
    #expect(model.focused?.id == "seed")
  }

  @Test("What is found is shown with what it belongs to, which is quiet; Escape folds it again")
  func filter() {
    let model = model()
    model.list.folded = ["apple", "core"]
    type(.character("/"), .character("e"), .character("e"), in: model)
    #expect(
      shown(model) == [
        " ▾ apple", "▌    peel", "   ▾ core", "       seed", " / ee           2/6",
      ])
    let content = model.content(model.shownRows, width: 19, words)
    #expect(
      model.shownRows.map { content.line($0).spans.last?.style } == [.quiet, .good, .quiet, .good])
    type(.escape, in: model)
    #expect(shown(model) == ["▌▸ apple", " ▾ pear", "     stalk"])
  }

  @Test("All rows again, with the found one shown; left leads to what it belongs to")
  func accepted() {
    let model = model()
    model.list.folded = ["apple", "core"]
    type(.character("/"), .character("s"), .character("e"), .enter, .left, in: model)
    #expect(model.focused?.id == "core")
    type(.down, .escape, in: model)
    #expect(model.focused?.id == "seed")
    #expect(shown(model).contains("▌      seed"))
  }
}
