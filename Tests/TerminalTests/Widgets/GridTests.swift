import Synchronization
@testable import Terminal
import Testing

@Suite("Grid")
struct GridTests {
  static let names = [
    "Cibulka Ota", "Čapek Karel", "Černý Jan", "Hanák Tomáš", "日本 Tarō", "Novák Ivo",
    "Žák e\u{301}",
  ]

  let grid = Grid(
    frozen: [
      GridColumn(title: "Student", width: 16, leastWidth: 8),
      GridColumn(title: "Username", width: 8, leastWidth: 0),
    ],
    columns: ["Task 1", "Task 2", "Attended", "Test", "Total ="].map { title in
      GridColumn(title: StyledText(title), subtitle: "/12", width: 8, alignment: .right)
    },
    rowCount: 7, hasSubtitles: true,
    cell: { row, index in
      switch index {
      case .frozen(0): StyledText(Self.names[row])
      case .frozen: "zkusade\(row)"
      case .column(4): "123456789.25"
      case .column(let column): "\(row * 5 + column)"
      }
    },
    mark: { row, column in row == 2 && column <= 1 ? StyledText("●", .mark) : "" })

  @Test("At 80 columns everything fits; long numbers say that they are cut")
  func wide() {
    #expect(
      drawn(GridState(row: 2, column: 1), columns: 80, rows: 6) == """
         Student           Username    Task 1    Task 2  Attended      Test   Total =
                                          /12       /12       /12       /12       /12
         Cibulka Ota       zkusade0         0         1         2         3  1234567…
         Čapek Karel       zkusade1         5         6         7         8  1234567…
        ▌Černý Jan         zkusade2      ● 10     [● 11]       12        13  1234567…
         Hanák Tomáš       zkusade3        15        16        17        18  1234567…
        """)
  }

  @Test("At 40 columns the first columns shrink and the others scroll as wholes")
  func narrow() {
    var state = GridState()
    #expect(
      drawn(state, columns: 40, rows: 4) == """
         Student             Task 1    Task 2  ›
                                /12       /12
        ▌Cibulka Ota             [0]        1
         Čapek Karel              5         6
        """)
    state.rows.move(to: 4, count: 7)
    state.columns.move(to: 2, count: 5)
    #expect(
      drawn(state, columns: 40, rows: 4) == """
         Student          ‹  Task 2  Attended  ›
                                /12       /12
         Hanák Tomáš             16        17
        ▌日本 Tarō               21       [22]
        """)
    state.rows.move(to: 6, count: 7)
    state.columns.move(to: 4, count: 5)
    #expect(
      drawn(state, columns: 40, rows: 4) == """
         Student          ‹    Test   Total =
                                /12       /12
         Novák Ivo               28  1234567…
        ▌Žák é                   33 [1234567…]
        """)
  }

  @Test("The window stays where it is while the focus moves within it")
  func steadiness() {
    let rect = Rect(column: 0, row: 0, columns: 40, rows: 5)
    var state = GridState(row: 5, column: 3)
    state.fit(grid, in: rect)
    #expect(grid.layout(state, in: rect).rows == 3..<6)
    #expect(grid.layout(state, in: rect).columns == 2..<4)
    state.rows.move(by: -2, count: 7)
    state.columns.move(by: -1, count: 5)
    state.fit(grid, in: rect)
    #expect(grid.layout(state, in: rect).rows == 3..<6)
    #expect(grid.layout(state, in: rect).columns == 2..<4)
    // A wider window shows more columns instead of blanks.
    let wider = Rect(column: 0, row: 0, columns: 80, rows: 20)
    state.fit(grid, in: wider)
    #expect(grid.layout(state, in: wider).rows == 0..<7)
    #expect(grid.layout(state, in: wider).columns == 0..<5)
  }

  @Test("A cell is found by its row and column, and they by a position")
  func positions() throws {
    let rect = Rect(column: 2, row: 1, columns: 40, rows: 5)
    let layout = grid.layout(GridState(row: 6, column: 4), in: rect)
    let cell = try #require(layout.cell(row: 6, .column(4)))
    #expect(cell == Rect(column: 31, row: 5, columns: 8, rows: 1))
    #expect(layout.cell(row: 6, .column(0)) == nil)
    #expect(layout.cell(row: 0, .column(4)) == nil)
    let hit = layout.hit(Position(column: cell.column - 1, row: cell.row))
    #expect(hit == GridLayout.Hit(row: 6, column: .column(4)))
    let title = layout.hit(Position(column: 3, row: 2))
    #expect(title == GridLayout.Hit(row: nil, column: .frozen(0)))
    #expect(layout.hit(Position(column: 41, row: 5)) == nil)
    #expect(layout.hit(Position(column: 0, row: 0)) == nil)
  }

  @Test("A column wider than the window is cut, not left out")
  func oneWideColumn() {
    let grid = Grid(
      frozen: [GridColumn(title: "Name", width: 10, leastWidth: 4)],
      columns: [GridColumn(title: "Topic", width: 100), GridColumn(title: "Test", width: 4)],
      rowCount: 1,
      cell: { _, index in index == .frozen(0) ? "Zkušební Jana" : "On the shape of spoons" })
    #expect(
      drawn(grid, GridState(), columns: 24, rows: 2) == """
         Name        Topic     ›
        ▌Zkušební … [On the sh…]
        """)
  }

  @Test("A window for next to nothing still shows the focused cell")
  func tiny() {
    #expect(
      drawn(GridState(row: 1, column: 3), columns: 18, rows: 4) == """
         Stude… ‹    Test›
                      /12
         Cibul…         3
        ▌Čapek…        [8]
        """)
  }

  @Test("A table without rows shows its titles, one without columns its rows")
  func emptiness() {
    let noRows = Grid(
      frozen: [GridColumn(title: "Name", width: 10)],
      columns: [GridColumn(title: "Test", width: 4)], rowCount: 0, cell: { _, _ in "" })
    #expect(drawn(noRows, GridState(), columns: 24, rows: 2) == " Name        Test\n")
    let noColumns = Grid(
      frozen: [GridColumn(title: "Name", width: 10)], columns: [], rowCount: 1,
      cell: { _, _ in "Novák" })
    #expect(drawn(noColumns, GridState(), columns: 24, rows: 2) == " Name\n▌Novák")
  }

  @Test("Of ten thousand rows only those on the screen are asked for")
  func laziness() {
    let asked = Mutex(0)
    let grid = Grid(
      frozen: [GridColumn(title: "Name", width: 10)],
      columns: (0..<20).map { GridColumn(title: "Task \($0)", width: 8) }, rowCount: 10_000,
      cell: { row, _ in
        asked.withLock { $0 += 1 }
        return "\(row)"
      })
    var frame = Frame(size: Size(columns: 80, rows: 24))
    grid.draw(GridState(row: 5_000, column: 10), in: frame.area, of: &frame)
    #expect(asked.withLock { $0 } == 23 * 7)
  }

  private func drawn(_ state: GridState, columns: Int, rows: Int) -> String {
    drawn(grid, state, columns: columns, rows: rows)
  }

  /// The table's frame with brackets around the focused cells.
  private func drawn(_ grid: Grid, _ state: GridState, columns: Int, rows: Int) -> String {
    var frame = Frame(size: Size(columns: columns, rows: rows))
    grid.draw(state, in: frame.area, of: &frame)
    return frame.textWithFocus
  }
}
