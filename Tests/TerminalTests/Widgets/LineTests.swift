import Terminal
import Testing

@Suite("Title, hints, news and progress")
struct LineTests {
  let hints = [
    KeyHint(key: "↑↓", text: "pohyb", rank: 2), KeyHint(key: "⏎", text: "otevřít", rank: 2),
    KeyHint(key: "s", text: "uložit", isLive: false, rank: 2),
    KeyHint(key: "d", text: "statistiky", rank: 2),
    KeyHint(key: "?", text: "klávesy", rank: 1), KeyHint(key: "Esc", text: "zpět"),
  ]

  @Test("As many whole hints as fit are shown; those of the least rank stay longest")
  func hintLine() {
    #expect(
      HintLine.fit(hints, to: 80).text
        == "↑↓ pohyb  ⏎ otevřít  (s uložit)  d statistiky  ? klávesy  Esc zpět")
    #expect(HintLine.fit(hints, to: 40).text == "↑↓ pohyb  ⏎ otevřít  ? klávesy  Esc zpět")
    #expect(HintLine.fit(hints, to: 39).text == "↑↓ pohyb  ? klávesy  Esc zpět")
    #expect(HintLine.fit(hints, to: 20).text == "? klávesy  Esc zpět")
    #expect(HintLine.fit(hints, to: 17).text == "Esc zpět")
    #expect(HintLine.fit(hints, to: 3).text == "")
    #expect(HintLine.fit([], to: 80).text == "")
    #expect(HintLine.fit(hints, to: 80).spans[0].style == .accent)
  }

  @Test("The facts on the right go one by one before the place on the left is cut")
  func titleBar() {
    let bar = TitleBar(
      left: "XI-DDD.23 · 日本 101", right: ["Zimní 2023/24", "3 změny", "14:07"])
    #expect(
      bar.line(60).text == " XI-DDD.23 · 日本 101       Zimní 2023/24 · 3 změny · 14:07 ")
    #expect(bar.line(40).text == " XI-DDD.23 · 日本 101   3 změny · 14:07 ")
    #expect(bar.line(30).text == " XI-DDD.23 · 日本 101   14:07 ")
    #expect(bar.line(28).text == " XI-DDD.23 · 日本 101       ")
    #expect(bar.line(16).text == " XI-DDD.23 · …  ")
    for width in 0...80 { #expect(bar.line(width).displayWidth == width) }
  }

  @Test("What is kept at the end has room before the place is cut, in its shortest form at last")
  func titleBarKept() {
    let bar = TitleBar(
      left: "XI-DDD.23 · Lab 101 of Monday", leastLeft: 19, right: ["24 students", "Winter"],
      kept: ["as of 14:07 · 3 changes", "3 changes"])
    #expect(
      bar.line(90).text
        == " XI-DDD.23 · Lab 101 of Monday             24 students · Winter · as of 14:07 · 3 changes "
    )
    #expect(
      bar.line(74).text
        == " XI-DDD.23 · Lab 101 of …  24 students · Winter · as of 14:07 · 3 changes ")
    #expect(bar.line(60).text == " XI-DDD.23 · Lab 101 of …  Winter · as of 14:07 · 3 changes ")
    #expect(bar.line(40).text == " XI-DDD.23 · …  as of 14:07 · 3 changes ")
    #expect(bar.line(30).text == " XI-DDD.23 · Lab …  3 changes ")
    #expect(bar.line(16).text == " XI-DDD.23 · L… ")
    for width in 0...100 { #expect(bar.line(width).displayWidth == width) }
  }

  @Test("Progress is shown in eighths of a cell, and neither start nor end is lied about")
  func progress() {
    let bars = [0, 0.001, 0.25, 0.5, 0.53, 0.999, 1, 7, -1, .nan].map {
      ProgressBar.text($0, width: 8).text
    }
    #expect(
      bars == [
        "░░░░░░░░", "▏░░░░░░░", "██░░░░░░", "████░░░░", "████▎░░░", "███████▉", "████████",
        "████████", "░░░░░░░░", "░░░░░░░░",
      ])
    #expect(ProgressBar.text(0.5, width: 0).text == "")
  }

  @Test("Bars are as long as counts are high, in whole cells while there is room")
  func histogram() {
    let histogram = Histogram([
      .init("0–2", 1), .init("2–4", 0), .init("méně než minimum", 6, .bad), .init("12+", 3),
    ])
    #expect(
      drawn(histogram, columns: 40) == """
                   0–2  ███ 1
                   2–4  0
        ▌méně než min…  ██████████████████ 6
                   12+  █████████ 3
        """)
    #expect(
      drawn(histogram, columns: 80) == """
                      0–2  ████ 1
                      2–4  0
        ▌méně než minimum  ████████████████████████ 6
                      12+  ████████████ 3
        """)
    let many = Histogram([.init("ano", 1), .init("ne", 1_000), .init("日本", 400)])
    #expect(
      drawn(many, columns: 40) == """
          ano  ▏ 1
           ne  ████████████████████████████ 1000
        ▌日本  ███████████▎ 400
        """)
  }

  private func drawn(_ histogram: Histogram, columns: Int) -> String {
    var frame = Frame(size: Size(columns: columns, rows: histogram.bars.count))
    var state = ScrollState(focus: 2)
    histogram.draw(&state, in: frame.area, of: &frame)
    return frame.text
  }
}
