import Terminal
import Testing

@Suite("Grid")
struct GridTests {
  static let names = [
    "Cibulka Ota", "Čapek Karel", "Černý Jan", "Hanák Tomáš", "日本 Tarō", "Novák Ivo",
    "Žák e\u{301}",
  ]
  static let titles = ["Task 1", "Task 2", "Attended", "Test", "Total ="]

  let grid = Grid(
    frozen: [
      GridColumn(title: "Student", width: 16, leastWidth: 8),
      GridColumn(title: "Username", width: 8, leastWidth: 0),
    ],
    columns: Self.titles.map { title in
      GridColumn(title: StyledText(title), subtitle: "/12", width: 8, alignment: .right)
    },
    rowCount: 7, hasSubtitles: true,
    cell: { row, place in
      switch place {
      case .frozen(0): StyledText(Self.names[row])
      case .frozen: "zkusade\(row)"
      case .column(let column): column == 4 ? "123456789.25" : "\(row * 5 + column)"
      }
    },
    mark: { row, column in row == 2 && column == 1 ? StyledText("●", .mark) : "" })

  @Test("At 80 columns every column but the last is there")
  func wide() {
    var frame = Frame(size: Size(columns: 80, rows: 6))
    grid.draw(GridState(row: 2, column: 1), in: frame.area, of: &frame)
    print(frame.text)
    var small = Frame(size: Size(columns: 40, rows: 6))
    grid.draw(GridState(row: 6, column: 4), in: small.area, of: &small)
    print(small.text)
    for option in [false, true] {
      let picker = PickerState(
        options: Self.names.map { .init(id: $0, label: StyledText($0), detail: "zkusade1") },
        chosen: ["Černý Jan"], allowsSeveral: option)
      var frame = Frame(size: Size(columns: 40, rows: 12))
      grid.draw(GridState(row: 6, column: 4), in: frame.area, of: &frame)
      picker.draw(title: "Semester", in: frame.area, of: &frame)
      print(frame.text)
    }
    var box = Frame(size: Size(columns: 40, rows: 8))
    DialogBox(
      title: "Publish?",
      lines: [
        "3 students will be notified and there is no way to take it back from them.", "Enter: yes",
      ]
    ).draw(in: box.area, of: &box)
    print(box.text)
  }
}
