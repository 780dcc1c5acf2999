import Terminal
import Testing

@Suite("Scrolling")
struct ScrollStateTests {
  @Test("A list slides only when the focus would leave it")
  func sliding() {
    var state = ScrollState()
    state.fit(count: 10, rows: 4)
    #expect(state.visible(count: 10, rows: 4) == 0..<4)
    state.move(by: 4, count: 10)
    state.fit(count: 10, rows: 4)
    #expect(state.visible(count: 10, rows: 4) == 1..<5)
    state.move(by: -3, count: 10)
    state.fit(count: 10, rows: 4)
    #expect(state.focus == 1)
    #expect(state.visible(count: 10, rows: 4) == 1..<5)
    state.move(by: -1, count: 10)
    #expect(state.visible(count: 10, rows: 4) == 0..<4)
  }

  @Test("A list that has become shorter leaves no blank rows while it has enough lines")
  func shortening() {
    var state = ScrollState(focus: 9)
    state.fit(count: 10, rows: 4)
    #expect(state.visible(count: 10, rows: 4) == 6..<10)
    #expect(state.visible(count: 10, rows: 8) == 2..<10)
    state.fit(count: 5, rows: 4)
    #expect(state.focus == 4)
    #expect(state.visible(count: 5, rows: 4) == 1..<5)
    #expect(state.visible(count: 5, rows: 0).isEmpty)
    state.fit(count: 0, rows: 4)
    #expect(state.focus == 0)
    #expect(state.visible(count: 0, rows: 4).isEmpty)
  }

  @Test("Keys move the focus to the ends and no further")
  func keys() {
    var state = ScrollState()
    state.fit(count: 9, rows: 5)
    let moves: [(Key, Int)] = [
      (.up, 0), (.down, 1), (.pageDown, 5), (.pageDown, 8), (.down, 8), (.pageUp, 4), (.end, 8),
      (.home, 0),
    ]
    for (key, focus) in moves {
      let isTaken = state.handle(key, count: 9)
      #expect(isTaken)
      #expect(state.focus == focus)
    }
    let isTaken = state.handle(.left, count: 9)
    #expect(!isTaken)
    state.focus = .max
    state.move(by: .max, count: 9)
    #expect(state.focus == 8)
    state.focus = .min
    state.move(by: -1, count: 9)
    #expect(state.focus == 0)
  }

  @Test("A list marks its focused line and cuts what is too long")
  func list() {
    let names = ["Čapek Karel", "Ďurica", "日本 Tarō", "Novák"]
    var frame = Frame(size: Size(columns: 9, rows: 3))
    var state = ScrollState(focus: 2)
    state.draw(count: names.count, in: frame.area, of: &frame) { index, _ in
      StyledText(names[index])
    }
    #expect(
      frame.text == """
         Čapek K…
         Ďurica
        ▌日本 Ta…
        """)
    #expect(frame.cursor == Position(column: 0, row: 2))
  }
}
