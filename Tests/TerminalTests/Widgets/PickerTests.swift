import Terminal
import Testing

@Suite("Picker and dialog")
struct PickerTests {
  static let options: [PickerState<String>.Option] = [
    ("Cibulka Ota", "cibulota"), ("Čapek Karel", "capekka1"), ("Černý Jan", "cernyja7"),
    ("Hanák Tomáš", "hanakto3"), ("日本 Tarō", "nihonta1"), ("Novák Ivo", "novakiv1"),
    ("Žák e\u{301}", "zake"),
  ].map { .init(id: $0.1, label: StyledText($0.0), detail: $0.1) }

  @Test("Typing leaves what matches, whatever the marks on its letters; Enter takes the focus")
  func filtering() {
    var picker = PickerState(options: Self.options, chosen: ["cernyja7"])
    #expect(picker.focused?.id == "cernyja7")
    #expect(press("cern", &picker) == nil)
    #expect(
      drawn(picker, columns: 40, rows: 9) == """
        ┌─ Student ────────────────────────────┐
        │ › cern                               │
        │                                      │
        │ ▌✓ Černý Jan                cernyja7 │
        │                                      │
        │                                      │
        │                                      │
        │                                      │
        └─ 1 / 7 ──────────────────────────────┘
        """)
    #expect(press([.control("u")], &picker) == nil)
    picker.insert("TA\n")
    #expect(picker.matching == [0, 4])
    #expect(picker.focused?.id == "cibulota")
    #expect(press([.down, .enter], &picker) == .chosen(["nihonta1"]))
  }

  @Test("Enter takes the focused option where no mark was changed, else the marked ones")
  func focusOrMarks() {
    func accepted(_ keys: [Key], marked: Set<String> = []) -> PickerOutcome<String>? {
      var picker = PickerState(
        options: Self.options, chosen: marked, allowsSeveral: true, acceptsFocus: true)
      return press(keys, &picker)
    }
    #expect(accepted([.down, .enter]) == .chosen(["capekka1"]))
    #expect(accepted([.enter], marked: ["zake"]) == .chosen(["zake"]))
    #expect(accepted([.home, .enter], marked: ["zake"]) == .chosen(["cibulota"]))
    #expect(
      accepted([.character(" "), .down, .enter]) == .chosen(["cibulota"]))
    // No mark is left: none is chosen.
    #expect(accepted([.character(" "), .enter], marked: ["zake"]) == .chosen([]))
  }

  @Test("One key marks all that match, and takes the marks away again")
  func markingAll() {
    var picker = PickerState(options: Self.options, allowsSeveral: true, acceptsFocus: true)
    #expect(press("ta", &picker) == nil)
    #expect(press([.control("a")], &picker) == nil)
    #expect(picker.chosen == ["cibulota", "nihonta1"])
    #expect(press([.control("a")], &picker) == nil)
    #expect(picker.chosen.isEmpty)
    #expect(press([.control("a"), .enter], &picker) == .chosen(["cibulota", "nihonta1"]))
  }

  @Test("Nothing can be taken where nothing matches")
  func noMatch() {
    var picker = PickerState(options: Self.options)
    #expect(press("xyz", &picker) == nil)
    #expect(press([.enter], &picker) == nil)
    #expect(picker.focused == nil)
    #expect(
      drawn(picker, columns: 40, rows: 6) == """
        ┌─ Student ────────────────────────────┐
        │ › xyz                                │
        │                                      │
        │  nikdo                               │
        │                                      │
        └─ 0 / 7 ──────────────────────────────┘
        """)
    #expect(press([.backspace, .backspace, .backspace], &picker) == nil)
    #expect(picker.matching.count == 7)
    #expect(press([.escape], &picker) == .cancelled)
  }

  @Test("An option that is kept is offered whatever is typed, and may become another one")
  func kept() {
    let kept = PickerState<String>.Option(id: "other", label: "jiný…", isKept: true)
    var picker = PickerState(options: Self.options + [kept])
    #expect(press("xyz", &picker) == nil)
    #expect(picker.focused == kept)
    let other = PickerState<String>.Option(id: "xyz", label: "Xyz", detail: "nový", isKept: true)
    picker.replaceLast(with: other)
    #expect(
      drawn(picker, columns: 40, rows: 6) == """
        ┌─ Student ────────────────────────────┐
        │ › xyz                                │
        │                                      │
        │ ▌Xyz                            nový │
        │                                      │
        └─ 1 / 8 ──────────────────────────────┘
        """)
    #expect(press([.enter], &picker) == .chosen(["xyz"]))
  }

  @Test("Several are marked with Space and taken in the options' order")
  func several() {
    var picker = PickerState(options: Self.options, chosen: ["zake"], allowsSeveral: true)
    let rect = Rect(column: 0, row: 0, columns: 40, rows: 7)
    picker.fit(in: rect)
    #expect(press([.character(" "), .home, .character(" ")], &picker) == nil)
    picker.fit(in: rect)
    #expect(press([.down, .character(" ")], &picker) == nil)
    #expect(
      drawn(picker, columns: 40, rows: 7) == """
        ┌─ Student ────────────────────────────┐
        │ ›                                    │
        │                                      │
        │  [x] Cibulka Ota            cibulota │
        │ ▌[x] Čapek Karel            capekka1 │
        │  [ ] Černý Jan              cernyja7 │
        └─ 7 ──────────────────────────────────┘
        """)
    #expect(press([.enter], &picker) == .chosen(["cibulota", "capekka1"]))
  }

  @Test("The list moves by pages and slides as little as it must")
  func paging() {
    let rect = Rect(column: 0, row: 0, columns: 40, rows: 7)
    var picker = PickerState(options: Self.options)
    picker.fit(in: rect)
    #expect(press([.pageDown, .pageDown], &picker) == nil)
    picker.fit(in: rect)
    #expect(picker.focused?.id == "nihonta1")
    #expect(press([.up, .up], &picker) == nil)
    picker.fit(in: rect)
    #expect(
      drawn(picker, columns: 40, rows: 7) == """
        ┌─ Student ────────────────────────────┐
        │ ›                                    │
        │                                      │
        │ ▌Černý Jan                  cernyja7 │
        │  Hanák Tomáš                hanakto3 │
        │  日本 Tarō                  nihonta1 │
        └─ 7 ──────────────────────────────────┘
        """)
  }

  @Test("A long label leaves no room for its detail")
  func narrow() {
    let picker = PickerState(
      options: [
        .init(id: 1, label: "Úvod do zkoušení všeho možného", detail: "XI-AAA.23"),
        .init(id: 2, label: "Dvě věci", detail: "XI-BBB"),
      ])
    var frame = Frame(size: Size(columns: 30, rows: 6))
    picker.draw(title: "Předmět", in: frame.area, of: &frame)
    #expect(
      frame.text == """
        ┌─ Předmět ──────────────────┐
        │ ›                          │
        │                            │
        │ ▌Úvod do zkoušení všeho m… │
        │  Dvě věci           XI-BBB │
        └─ 2 ────────────────────────┘
        """)
  }

  @Test("A dialog lies over what was there, wraps its lines and leaves room for content")
  func dialog() {
    let box = DialogBox(
      title: "Publish?", note: "Esc back",
      lines: ["3 students will be notified, and nobody can take that back.", "Publish?"],
      contentRows: 1, width: 40)
    var frame = Frame(size: Size(columns: 40, rows: 9))
    for row in 0..<9 {
      frame.write(StyledText(String(repeating: "·", count: 40)), at: Position(column: 0, row: row))
    }
    let content = box.draw(in: frame.area.inset(bottom: 1), of: &frame)
    frame.write(["[content]"], in: content)
    #expect(
      frame.text == """
        ┌─ Publish? ───────────────────────────┐
        │ 3 students will be notified, and     │
        │ nobody can take that back.           │
        │ Publish?                             │
        │                                      │
        │ [content]                            │
        └─ Esc back ───────────────────────────┘
        ········································
        ········································
        """)
    #expect(content == Rect(column: 2, row: 5, columns: 36, rows: 1))
    var wide = Frame(size: Size(columns: 80, rows: 7))
    box.draw(in: wide.area, of: &wide)
    #expect(
      wide.text == """
                          ┌─ Publish? ───────────────────────────────┐
                          │ 3 students will be notified, and nobody  │
                          │ can take that back.                      │
                          │ Publish?                                 │
                          │                                          │
                          │                                          │
                          └─ Esc back ───────────────────────────────┘
        """)
    var low = Frame(size: Size(columns: 40, rows: 5))
    box.draw(in: low.area, of: &low)
    #expect(
      low.text == """
        ┌─ Publish? ───────────────────────────┐
        │ 3 students will be notified, and …   │
        │                                      │
        │                                      │
        └─ Esc back ───────────────────────────┘
        """)
  }

  private func press(_ text: String, _ picker: inout PickerState<String>) -> PickerOutcome<String>?
  {
    press(text.map { Key.character($0) }, &picker)
  }

  private func press(_ keys: [Key], _ picker: inout PickerState<String>) -> PickerOutcome<String>? {
    var outcome: PickerOutcome<String>?
    for key in keys { outcome = picker.handle(key) }
    return outcome
  }

  private func drawn(_ picker: PickerState<String>, columns: Int, rows: Int) -> String {
    var frame = Frame(size: Size(columns: columns, rows: rows))
    picker.draw(title: "Student", empty: "nikdo", in: frame.area, of: &frame)
    return frame.text
  }
}
