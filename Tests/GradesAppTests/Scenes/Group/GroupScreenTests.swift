import AppTestSupport
import Foundation
import GradesTesting
import Terminal
import TestSupport
import Testing

/// The Group classification scene in a window, as it is seen.
@Suite("A group on a screen", .inTurn)
struct GroupScreenTests {
  private func opened(_ address: String, columns: Int, rows: Int) async throws -> RunningApp {
    let program = try await Program.signedIn(to: .shared(), as: "ucitezk1")
    let app = program.open("--open \(address)", columns: columns, rows: rows)
    _ = await app.text
    return app
  }

  @Test("80 columns: the items scroll, the names stay")
  func usual() async throws {
    let app = try await opened("group XI-ZPT.23 PARALLEL_555000115662", columns: 80, rows: 12)
    await expectFrame("GroupScreen/usual-2", app.pressing("<right><right><right><right><down>"))
    await expectFrame("GroupScreen/usual-3", app.pressing("<right><right><right><right><right>"))
  }

  @Test("Groups to choose from: the user's own first")
  func groups() async throws {
    let app = try await opened("group XI-ZPT.23 ALL", columns: 80, rows: 16)
    await expectFrame("GroupScreen/groups", app.pressing("<c-k>g"))
    #expect(
      await app.pressing("102<enter>").hasPrefix(
        "  XI-ZPT.23 · tutorial no. 102 -  (Tuesday 11:0…"))
  }

  @Test("Enter chooses the highlighted item; one key marks all that match what was typed")
  func highlightedItem() async throws {
    let app = try await opened("group XI-ZPT.23 ALL", columns: 200, rows: 12)
    #expect(await app.type("<c-k>islovne<enter>").contains("Project review"))
    #expect(await !app.text.contains("Task 1"))
    let tests = await app.type("<c-k>itest<c-a><space><space><enter>")
    #expect(tests.contains("Test A") && tests.contains("Test B"))
    #expect(await app.type("<c-k>i<c-a><enter>").contains("Homework"))
  }

  @Test("Items to choose from, one or several; without any mark all come back")
  func items() async throws {
    let app = try await opened("group XI-ZPT.23 ALL", columns: 80, rows: 12)
    await expectFrame("GroupScreen/items", app.pressing("<c-k>i"))
    await expectFrame("GroupScreen/items-2", app.pressing("slovne<space><enter>"))
    await expectFrame("GroupScreen/items-3", app.pressing("<c-k>islovne<space><enter>"))
  }

  @Test("Sorted by the focused item, who has no value last; and back by name; a sign says by what")
  func order() async throws {
    let app = try await opened("group XI-ZPT.23 ALL", columns: 80, rows: 12)
    // The first cell that can be edited is focused.
    #expect(await app.cursor == Position(column: 41, row: 4))
    await expectFrame("GroupScreen/order", app.pressing("<c-k>o"))
    let lowest = await app.type("<down><down><enter>")
    #expect(lowest.contains("Task 1 ▲"))
    #expect(names(lowest).prefix(3) == ["Ulehlová Uršula", "Cibulka Jan", "Žáčková Žaneta"])
    let highest = await app.type("<c-k>o<down><enter>")
    #expect(highest.contains("Task 1 ▼"))
    #expect(names(highest).prefix(3) == ["Čapek Karel", "Druhý Stanislav", "Ibrahimová Ivana"])
    #expect(await names(app.type("<end>")).last == "Matoušek Pavel")
    #expect(await names(app.type("<c-k>o<home><enter>")).first == "Bárta Daniel")
    let byName = await app.type("<c-k>o<home><down><enter>")
    #expect(byName.contains("Student ▼") && !byName.contains("Task 1 ▼"))
  }

  @Test("The filter opens empty each time, also after it left a single student")
  func filterAgain() async throws {
    let app = try await opened("group XI-ZPT.23 ALL", columns: 80, rows: 12)
    #expect(await names(app.type("<c-f>capkova<enter>")) == ["Čapková Jana"])
    #expect(await names(app.type("<c-f>")).count > 1)
    #expect(await names(app.type("bart")) == ["Bárta Daniel"])
    #expect(await app.type("<enter><c-k>d").contains(" · filter “bart”"))
  }

  @Test("Typing after / leaves those who match; Escape shows all again")
  func filter() async throws {
    let app = try await opened("group XI-ZPT.23 ALL", columns: 80, rows: 12)
    await expectFrame("GroupScreen/filter", app.pressing("<c-f>capk"))
    // The filter stays until it is taken away.
    #expect(
      await names(app.type("<enter><down>")) == [
        "Čapková Jana"
      ])
    await expectFrame("GroupScreen/filter-2", app.pressing("<c-f>zz"))
    #expect(await names(app.type("<esc>")).first == "Bárta Daniel")
    #expect(await app.type("<esc>").contains("grades · Courses"))
  }

  @Test("After / and =, a condition selects; statistics follow it, and a mistake is named")
  func condition() async throws {
    let app = try await opened("group XI-ZPT.23 ALL", columns: 80, rows: 12)
    let few =
      try await shown(
        "group XI-ZPT.23 ALL du1 --csv --where du1<3", as: "ucitezk1"
      ).split(separator: "\n").count - 1
    #expect(few > 0)
    let found = await app.type("<c-f>=du1 < 3")
    #expect(found.contains("\(few) of 30"))
    #expect(await app.type("<enter><c-k>d").contains("filter “=du1 < 3”"))
    #expect(await app.type("<esc><c-k>D").contains("\(few) of 30 students"))
    #expect(await app.text.contains("draft included") == false)
    #expect(await app.type("<esc><right>1<enter><c-k>D").contains("1 draft included"))
    #expect(await app.type("<esc><c-f>=du1 < <").contains("30 of 30") == false)
    #expect(await names(app.type("<esc>")).count > few)
  }

  @Test("In a narrow window, what is wrong with a condition is said above it")
  func narrowCondition() async throws {
    let app = try await opened("group XI-ZPT.23 ALL", columns: 40, rows: 14)
    await expectFrame("GroupScreen/condition-40", app.pressing("<c-f>=dx1 < 5"))
    #expect(await app.type("<backspace><backspace><backspace><backspace>").contains("dx1"))
  }

  @Test("Where there is room, items have their names and the group is named in full")
  func roomy() async throws {
    let app = try await opened("group XI-ZPT.23 PARALLEL_555000115662", columns: 200, rows: 9)
    let shown = await app.frame
    expectFrame("GroupScreen/roomy", shown)
    let wider = await app.resize(columns: 209, rows: 9)
    #expect(wider.contains("  Semester project  Activity  Project review "))
    #expect(wider.contains("  Assessment =  Total points =  Grade ="))
    #expect(await app.resize(columns: 206, rows: 9).contains("  projekt  Activity"))
  }

  @Test("A group without students says so")
  func empty() async throws {
    let app = try await opened("group XI-BEZ.22 TEST", columns: 80, rows: 9)
    await expectFrame("GroupScreen/empty", app.frame)
  }

  /// The names in the rows of a frame.
  private func names(_ text: String) -> [String] {
    text.split(separator: "\n", omittingEmptySubsequences: false).dropFirst(4).map {
      String($0.dropFirst().prefix(18)).trimmingCharacters(in: .whitespaces)
    }.prefix { !$0.isEmpty && !$0.hasPrefix("Task 1:") }
  }
}
