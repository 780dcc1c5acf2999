import Foundation
import GradesClient
import GradesCore
import GradesLocalization
import Terminal
import TestSupport
import Testing

@testable import GradesApp

/// The statistics of a column over the group's grid.
@MainActor @Suite("Column statistics on a screen")
struct StatisticsOverlayTests {
  @Test("80 columns: the column as a whole, and those behind a bar, one of whom is opened")
  func usual() throws {
    let overlay = overlay(lab)
    expectFrame("StatisticsOverlay/usual", frame(overlay, columns: 80))
    #expect(overlay.keys(english).map(\.isLive) == [true, false, true])
    type([.enter, .down, .character("j"), .enter], into: overlay)
    expectFrame("StatisticsOverlay/usual-2", frame(overlay, columns: 80))
    type([.end], into: overlay)
    guard case .close(.open(let scene)) = overlay.handle(.key(.enter), english) else {
      Issue.record("Nobody is opened")
      return
    }
    #expect(scene == .student(CourseCode("XI-AAA.23"), Username("novoeva4")))
  }

  @Test("Drafts are counted visibly, and the title has the filter, in both languages")
  func draftsAndFilter() {
    let overlay = overlay(lab, drafts: 1, filter: "nov")
    let english = frame(overlay, columns: 80).split(separator: "\n").prefix(2)
    #expect(
      english == [
        " Task 1 · Lab 101 · filter “nov”",
        " 7 of 8 graded · 1 draft included · mean 8 · median 8.5",
      ])
    let czech = frame(overlay, columns: 80, .czech)
    #expect(czech.contains("Lab 101 · filtr „nov“"))
    #expect(czech.contains("včetně 1 konceptu"))
  }

  @Test("40 columns, in Czech: facts are not parted, bars scroll")
  func narrow() {
    let overlay = overlay(lab)
    type([.end], into: overlay)
    expectFrame("StatisticsOverlay/narrow", frame(overlay, columns: 40, rows: 8, .czech))
    type([.enter], into: overlay)
    #expect(
      frame(overlay, columns: 40, rows: 8, .czech) == """
         Úkol 1 · nehodnoceno · 1 student

        ▌Černý     Jan    cernyja7  –
        """)
  }

  @Test("120 columns: many students make long bars that still fit")
  func wide() {
    let many = (0..<100).map { number in
      Self.row("student\(number)", "Příjmení", "Jméno", Double(number % 25) / 2)
    }
    expectFrame("StatisticsOverlay/wide", frame(overlay(many), columns: 120, .czech))
  }

  @Test("Esc goes back one step at a time; nothing to show is said")
  func leaving() {
    let overlay = overlay(lab)
    type([.end, .enter, .escape], into: overlay)
    #expect(frame(overlay, columns: 80).contains("▌not graded"))
    guard case .close(.done) = overlay.handle(.key(.escape), english) else {
      Issue.record("It is still there")
      return
    }
    expectFrame("StatisticsOverlay/leaving", frame(self.overlay([]), columns: 40))
  }

  // MARK: The group

  private let task = Classification(
    identifier: ItemIdentifier("du1"),
    names: [
      LocalizedName(language: "cs", name: "Úkol 1"), LocalizedName(language: "en", name: "Task 1"),
    ], minimumValue: 0, requiredValue: 6, maximumValue: 12)

  private let lab = [
    row("cibulot1", "Cibulka", "Ota", 11), row("capekka2", "Čapek", "Karel", 8.5),
    row("cernyja7", "Černý", "Jan", nil), row("hanakto3", "Hanák", "Tomáš", 12),
    row("chalupe2", "Chalupa", "Petr", 5), row("novakiv1", "Novák", "Ivo", 13),
    row("novoeva4", "Novotná", "Eva", 4.5), row("zackoza1", "Žáčková", "Žaneta", 2),
  ]

  private static func row(
    _ username: String, _ lastName: String, _ firstName: String, _ value: Double?
  ) -> (Student, GradeValue?) {
    (
      Student(username: Username(username), firstName: firstName, lastName: lastName),
      value.map(GradeValue.number)
    )
  }

  private let english = SceneWords(.load(.english), timeZone: .gmt, now: .usual)

  private func overlay(
    _ values: [(Student, GradeValue?)], drafts: Int = 0, filter: String = ""
  ) -> StatisticsOverlay {
    StatisticsOverlay(
      StatisticsText(
        item: task, group: "Lab 101", filter: filter, drafts: drafts,
        statistics: ItemStatistics(of: task, values.map(\.1)) { CzechSortKey($0) },
        strings: .load(.english)), in: CourseCode("XI-AAA.23"), values: values)
  }

  private func type(_ keys: [Key], into overlay: StatisticsOverlay) {
    for key in keys { _ = overlay.handle(.key(key), english) }
  }

  /// What is seen, without the empty rows at its end.
  private func frame(
    _ overlay: StatisticsOverlay, columns: Int, rows: Int = 14, _ language: Language = .english
  ) -> String {
    var frame = Frame(size: Size(columns: columns, rows: rows))
    overlay.draw(
      in: frame.area, of: &frame, SceneWords(.load(language), timeZone: .gmt, now: .usual))
    var lines = plainBlanks(frame.text).split(separator: "\n", omittingEmptySubsequences: false)
    while lines.last?.isEmpty == true { lines.removeLast() }
    return lines.joined(separator: "\n")
  }

  private func plainBlanks(_ text: String) -> String { text.replacing("\u{A0}", with: " ") }
}
