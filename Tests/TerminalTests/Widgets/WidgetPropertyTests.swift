import Terminal
import TestSupport
import Testing

@Suite("Widgets under random keys in random windows")
struct WidgetPropertyTests {
  @Test("A list always shows its focus and no blanks it could fill", arguments: 0..<8)
  func scrolling(seed: UInt64) {
    var random = SeededNumbers(seed)
    var state = ScrollState()
    for _ in 0..<500 {
      let (count, rows) = (Int.random(in: 0...40, using: &random), random.size(20))
      state.focus = random.oneOf([state.focus, .min, .max, -1, 7])
      state.move(by: random.oneOf([.min, -3, -1, 0, 1, 3, .max]), count: random.size(40))
      state.fit(count: count, rows: rows)
      let visible = state.visible(count: count, rows: rows)
      #expect(visible.count == min(count, rows))
      #expect(visible.clamped(to: 0..<count) == visible)
      #expect(visible.isEmpty || visible.contains(state.focus))
    }
  }

  @Test("A text field keeps its cursor inside and between characters", arguments: 0..<8)
  func textField(seed: UInt64) throws {
    var random = SeededNumbers(seed)
    var field = TextField()
    for _ in 0..<200 {
      if Int.random(in: 0..<20, using: &random) == 0 {
        field.insert(random.oneOf(["日本\n語\u{301}", "\u{1B}[2J", "", "👩‍👩‍👧 rodina", "🇨"]))
      } else {
        _ = field.handle(random.key())
      }
      let width = random.size(24)
      var frame = Frame(size: Size(columns: 30, rows: 1))
      field.draw(
        in: Rect(column: 3, row: 0, columns: width, rows: 1), of: &frame, showsCursor: true)
      #expect(frame.text.displayWidth <= 3 + width)
      guard width > 0 else { continue }
      let cursor = try #require(frame.cursor)
      #expect((3..<3 + width).contains(cursor.column))
      // A character that is typed is where the cursor was.
      var copy = field
      _ = copy.handle(.character("X"))
      _ = copy.handle(.backspace)
      #expect(copy.text == field.text)
    }
  }

  @Test("A grid always shows its focused cell inside its part of the window", arguments: 0..<8)
  func grid(seed: UInt64) throws {
    var random = SeededNumbers(seed)
    var state = GridState()
    for _ in 0..<200 {
      let grid = random.grid()
      let rect = Rect(
        column: random.size(4), row: random.size(3), columns: random.size(90),
        rows: random.size(12))
      state.rows.focus = random.size(50)
      state.columns.focus += random.oneOf([-2, -1, 0, 1, 2])
      if Bool.random(using: &random) { state.fit(grid, in: rect) }
      var frame = Frame(size: Size(columns: 60, rows: 10))
      grid.draw(state, in: rect, of: &frame)

      let layout = grid.layout(state, in: rect)
      for (one, next) in zip(layout.shown, layout.shown.dropFirst()) {
        #expect(one.cells.upperBound < next.cells.lowerBound)
      }
      for column in layout.shown {
        #expect(column.cells.clamped(to: rect.columnRange) == column.cells)
      }
      guard rect.columns >= 20, rect.rows > 2 else { continue }
      state.fit(grid, in: rect)
      #expect(layout.rows.isEmpty || layout.rows.contains(state.rows.focus))
      #expect(layout.columns.isEmpty || layout.columns.contains(state.columns.focus))
      guard !layout.rows.isEmpty, !layout.columns.isEmpty else { continue }
      let cell = try #require(
        layout.cell(row: state.rows.focus, .column(state.columns.focus)))
      let hit = layout.hit(Position(column: cell.column, row: cell.row))
      #expect(hit?.row == state.rows.focus)
      #expect(hit?.column == .column(state.columns.focus))
    }
  }

  @Test("Pickers, charts and help go through anything", arguments: 0..<8)
  func others(seed: UInt64) {
    var random = SeededNumbers(seed)
    var picker = random.picker()
    var scroll = ScrollState()
    let table = HelpTable([
      HelpGroup("Pohyb", [.init("↑↓", "o řádek nahoru nebo dolů"), .init("日本", "x")]),
      HelpGroup("", []), HelpGroup("Žluťoučký", [.init("k", "kůň", reason: "není")]),
    ])
    for _ in 0..<100 {
      let key = random.key()
      if picker.handle(key) == .cancelled { picker = random.picker() }
      _ = scroll.handle(key, count: 20)

      var frame = Frame(size: Size(columns: random.size(90), rows: random.size(20)))
      let rect = random.oneOf([
        frame.area, frame.area.inset(top: 1, bottom: 2),
        Rect(column: 3, row: 2, columns: random.size(90), rows: random.size(20)),
      ])
      if Bool.random(using: &random) {
        picker.fit(in: rect)
        scroll.fit(count: 20, rows: rect.rows)
        #expect(scroll.visible(count: 20, rows: rect.rows).count <= rect.rows)
      }
      frame.write(table.lines(rect.columns), in: rect)
      picker.draw(title: "Výběr 日本", in: rect, of: &frame)
      #expect(isInside(frame))
      let bars = (0..<random.size(5)).map {
        Histogram.Bar("\($0) 日本", random.oneOf([0, 1, 9, 5_000, .max]))
      }
      Histogram(bars).draw(&scroll, in: rect, of: &frame)
      TitleBar(left: "XI-AAA.23", right: ["", "a", "日本"]).draw(in: rect, of: &frame)
    }
  }

  private func isInside(_ frame: Frame) -> Bool {
    frame.cursor.map(frame.area.contains) ?? true
  }
}

extension SeededNumbers {
  fileprivate mutating func oneOf<Value>(_ values: [Value]) -> Value {
    values[Int.random(in: 0..<values.count, using: &self)]
  }

  fileprivate mutating func size(_ most: Int) -> Int { Int.random(in: 0...most, using: &self) }

  fileprivate mutating func key() -> Key {
    let codes: [Key.Code] = [
      .character("a"), .character("č"), .character("日"), .character("\u{301}"), .character(" "),
      .character("🇨"), .character("🇿"), .character("k"), .character("w"), .character("u"),
      .character("\u{200D}"), .character("👩"), .character("?"), .enter, .backspace, .delete, .up,
      .down, .left, .right, .home, .end, .pageUp, .pageDown, .escape, .tab,
    ]
    return Key(oneOf(codes), oneOf([[], [], [], [], .control, .alt, .shift]))
  }

  fileprivate mutating func grid() -> Grid {
    let frozen = (0..<size(3)).map { _ in
      GridColumn(title: "Jméno 日本", width: size(30), leastWidth: oneOf([nil, 0, 4]))
    }
    let columns = (0..<size(8)).map { _ in
      GridColumn(title: "Úkol", width: size(25), alignment: oneOf([.left, .right]))
    }
    return Grid(
      frozen: frozen, columns: columns, rowCount: size(40), hasSubtitles: oneOf([true, false]),
      cell: { row, _ in StyledText("\(row) Žluťoučký 日本") }, mark: { _, _ in "●" })
  }

  fileprivate mutating func picker() -> PickerState<Int> {
    PickerState(
      options: (0..<size(20)).map {
        .init(id: $0, label: StyledText("Šaňa 日本 \($0)"), detail: oneOf(["", "zkusade1"]))
      }, chosen: [3], allowsSeveral: oneOf([true, false]))
  }
}
