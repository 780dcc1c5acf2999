import Terminal
import Testing

@Suite("Tree")
struct TreeTests {
  let rows: [TreeRow<String>] = [
    TreeRow(id: "Domácí úkoly", depth: 0, hasChildren: true),
    TreeRow(id: "Úkol 1", depth: 1, hasChildren: true),
    TreeRow(id: "Část a", depth: 2, hasChildren: false),
    TreeRow(id: "Část b", depth: 2, hasChildren: false),
    TreeRow(id: "Úkol 2", depth: 1, hasChildren: false),
    TreeRow(id: "Zkouška 日本", depth: 0, hasChildren: false),
  ]

  @Test("Left closes and goes up, right opens and goes down")
  func keys() {
    var tree = TreeState<String>()
    #expect(
      drawn(tree) == """
        ▌▾ Domácí úkoly                       12
           ▾ Úkol 1                           12
               Část a                         12
               Část b                         12
             Úkol 2                           12
           Zkouška 日本                       12
        """)
    let steps: [(Key, String)] = [
      (.down, "Úkol 1"), (.right, "Část a"), (.right, "Část a"), (.down, "Část b"),
      (.left, "Úkol 1"), (.left, "Úkol 1"), (.down, "Úkol 2"), (.left, "Domácí úkoly"),
      (.left, "Domácí úkoly"), (.left, "Domácí úkoly"), (.end, "Zkouška 日本"),
    ]
    for (key, focus) in steps {
      let isTaken = tree.handle(key, rows, page: 3)
      #expect(isTaken)
      #expect(tree.focused(rows)?.id == focus)
    }
    #expect(
      drawn(tree) == """
         ▸ Domácí úkoly                       12
        ▌  Zkouška 日本                       12
        """)
    // The state of the children is kept.
    tree.scroll.focus = 0
    tree.toggle(rows)
    #expect(tree.visible(rows) == [0, 1, 4, 5])
    tree.focus("Část b", rows)
    #expect(tree.focused(rows)?.id == "Část b")
    #expect(tree.collapsed.isEmpty)
    let isTaken = tree.handle(.enter, rows, page: 3)
    #expect(!isTaken)
  }

  @Test("An empty tree takes its keys")
  func emptiness() {
    var tree = TreeState<String>()
    for key in [Key.left, .right, .down, .end] { _ = tree.handle(key, [], page: 3) }
    tree.toggle([])
    tree.fit([], height: 3)
    #expect(tree.focused([]) == nil)
    #expect(tree == TreeState())
  }

  private func drawn(_ tree: TreeState<String>) -> String {
    var frame = Frame(size: Size(columns: 40, rows: tree.visible(rows).count))
    tree.draw(rows, in: frame.area, of: &frame) { index, width in
      StyledText(rows[index].id).padded(to: width - 3) + " 12"
    }
    return frame.text
  }
}
