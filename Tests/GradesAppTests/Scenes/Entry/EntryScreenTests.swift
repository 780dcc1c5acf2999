import AppTestSupport
import Foundation
import GradesTesting
import Terminal
import TestSupport
import Testing

/// Quick entry in the app, key by key.
@Suite("Quick entry", .inTurn)
struct EntryScreenTests {
  private func working(
    _ item: String = "du1", columns: Int = 80
  ) async throws -> (Teacher, RunningApp) {
    let teacher = try await Teacher.working()
    for username in ["zkusade1", "ulehlur1", "capekka1", "capkoja1"] {
      try await teacher.colleague(username, "du1", nil)
    }
    let app = teacher.program.open("--open enter XI-ZPT.23 \(item)", columns: columns, rows: 18)
    _ = await app.text
    return (teacher, app)
  }

  private func expect(
    _ stored: [String], in teacher: Teacher, sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    let drafts = try await teacher.program.drafts("username", "value")
    #expect(drafts == stored, sourceLocation: sourceLocation)
  }

  @Test("Three letters, Enter, the value, Enter: the draft is stored and the next paper can come")
  func papers() async throws {
    let (teacher, app) = try await working()
    #expect(await app.text.contains("6 left"))
    let chosen = await app.type("zku<enter>")
    #expect(chosen.contains("Zkušební Adéla"))
    let entered = await app.type("7,5<enter>")
    #expect(entered.contains("5 left"))
    #expect(entered.contains("Zkušební Adéla  zkusade1  7.5"))
    try await expect(["zkusade1 7.5"], in: teacher)
    await app.type("ulehlur1<enter>3<enter>capek<enter>11<enter>")
    #expect(await app.text.contains("above the maximum of 10"))
    try await expect(["capekka1 11", "ulehlur1 3", "zkusade1 7.5"], in: teacher)
    #expect(teacher.saves.isEmpty)
  }

  @Test("Enter takes nobody while several are found, unless one was chosen with the arrows")
  func several() async throws {
    let (teacher, app) = try await working()
    #expect(await app.type("cap<enter>").contains("“cap” matches 2 students."))
    await app.type("<down><enter>9<enter>")
    try await expect(["capkoja1 9"], in: teacher)
    #expect(await app.type("qqq<enter>").contains("No student matches “qqq”."))
    #expect(await app.type("<esc><enter>").contains("Type the beginning of a last name"))
    #expect(await app.type("cap").contains("2 students"))
  }

  @Test("An answer with other students keeps who is meant")
  func otherStudents() async throws {
    let teacher = try await Teacher.working()
    // What is stored lacks the first student.
    let path = "/courses/XI-ZPT.23/group/ALL/student-classifications"
    let run = await teacher("api /public\(path)")
    var rows = try #require(
      try JSONSerialization.jsonObject(with: Data(run.out.utf8)) as? [[String: Any]])
    rows.removeAll { $0.values.contains { $0 as? String == "bartada1" } }
    let body = String(decoding: try JSONSerialization.data(withJSONObject: rows), as: UTF8.self)
    teacher.control.add(Fault("GET", path, .answer(status: 200, body: body)))
    var app = teacher.program.open("--open enter XI-ZPT.23 du1", columns: 80, rows: 18)
    _ = await app.text
    _ = await app.hangUp()
    for (typed, value) in [("druhy<enter>5", "5"), ("druhy<enter>6<enter>", "6")] {
      let silence = teacher.control.add(Fault("GET", path, .hangBeforeHandling))
      app = teacher.program.open("--open enter XI-ZPT.23 du1", columns: 80, rows: 18)
      await silence.waitUntilHit()
      await app.text(with: " left")
      app.press(typed)
      await app.text(with: value == "5" ? "already has 9.75" : "The new value is 6.")
      silence.remove()
      await app.type(value == "5" ? "<enter>y<enter>" : "y<enter>")
      try await expect(["druhyst2 \(value)"], in: teacher)
      _ = await app.hangUp()
    }
  }

  @Test("A value that is there is replaced only after a question")
  func replacing() async throws {
    let (teacher, app) = try await working()
    #expect(await app.type("druhy<enter>").contains("already has 9.75"))
    let question = await app.type("5<enter>")
    #expect(question.contains("Druhý Stanislav (druhyst2) already has 9.75"))
    #expect(question.contains("The new value is 5."))
    // A name that begins with the letter of the answer is no answer.
    await app.type("yzz<enter>n<enter>")
    try await expect([], in: teacher)
    // The next paper can come.
    await app.type("druhy<enter>5<enter>y<enter>")
    try await expect(["druhyst2 5"], in: teacher)
    #expect(await app.text.contains("Druhý Stanislav  druhyst2  5 (was 9.75)"))
    #expect(await app.type("druhy<enter>5<enter>").contains("Druhý Stanislav already has 5."))
    #expect(await app.type("druhy<enter>x<enter>").contains("is not a number"))
  }

  @Test("Ctrl-Z takes the last entry back, also while a name is typed")
  func undo() async throws {
    let (teacher, app) = try await working()
    await app.type("zku<enter>7,5<enter>ulehlur1<enter>3<enter>")
    #expect(await app.type("<c-z>").contains("5 left"))
    try await expect(["zkusade1 7.5"], in: teacher)
    #expect(await app.type("ule<c-z>").contains("6 left"))
    try await expect([], in: teacher)
    #expect(await app.type("<c-z>").contains("Nothing to undo."))
  }

  @Test("The name with the value on one line is a paper, too")
  func oneLine() async throws {
    let (teacher, app) = try await working()
    let typed = await app.type("zku 7,5")
    #expect(typed.contains("1 student\n") && typed.contains("Zkušební    Adéla"), "\(typed)")
    await app.type("<enter>")
    try await expect(["zkusade1 7.5"], in: teacher)
    #expect(await app.type("druhy 5<enter>").contains("already has 9.75"))
    #expect(await app.type("<esc><esc>cap 9").contains("Čapková"))
    #expect(await app.type("<enter>").contains("“cap” matches 2 students: Čapek"))
    // A name is no number, so nobody is found by the last name alone.
    #expect(await app.type("<esc>zku jana").contains("No student matches"))
    #expect(await app.type("<c-u>zku 1e").contains("1 student\n"))
    // One of several is chosen with the arrows, as without a value.
    try await expect(["zkusade1 7.5"], in: teacher)
    await app.type("<c-u>cap 9<down><enter>")
    try await expect(["capkoja1 9", "zkusade1 7.5"], in: teacher)
  }

  @Test("Of a text, the first name of a student who is not in the group is no value")
  func oneLineOfText() async throws {
    let (teacher, app) = try await working("slovne")
    #expect(await app.type("druhy jana<enter>").contains("No student matches “druhy jana”."))
    try await expect([], in: teacher)
  }

  @Test("What is given up does not begin the next paper")
  func givenUp() async throws {
    let (teacher, app) = try await working()
    await app.type("zku<enter>7<esc>ulehlur1<enter>3<enter>")
    try await expect(["ulehlur1 3"], in: teacher)
    await app.type("zku<enter>7<c-z>ulehlur1<enter>4<enter>y<enter>")
    try await expect(["ulehlur1 4"], in: teacher)
  }

  @Test("Ctrl-C while the first value is typed asks, and the wheel chooses no student")
  func interrupted() async throws {
    let (teacher, app) = try await working()
    app.screen.send([.mouse(Mouse(.scrollDown, at: Position(column: 5, row: 8)))])
    app.press("cap")
    app.screen.send([.mouse(Mouse(.scrollDown, at: Position(column: 5, row: 8)))])
    #expect(await app.type("<enter>").contains("“cap” matches 2 students."))
    #expect(await app.type("<esc>zku<enter>7<c-c>").contains("Quit without"))
    await app.type("s5<enter>")
    try await expect(["zkusade1 75"], in: teacher)
  }

  @Test("Ctrl-Z while a value is typed gives that up, and leaves the entry before it")
  func undoWhileTyping() async throws {
    let (teacher, app) = try await working()
    await app.type("zku<enter>7,5<enter>ulehlur1<enter>9<c-z>")
    try await expect(["zkusade1 7.5"], in: teacher)
    // The same on one line.
    #expect(await !app.type("ulehlur1 9<c-z>").contains("ulehlur1 9"))
    try await expect(["zkusade1 7.5"], in: teacher)
    // The same where several students are found.
    #expect(await !app.type("cap 9<c-z>").contains("cap 9"))
    try await expect(["zkusade1 7.5"], in: teacher)
    #expect(await app.type("<c-z>").contains("6 left"))
    try await expect([], in: teacher)
  }

  @Test("The last papers are still seen after they are published, and not after they are discarded")
  func afterReview() async throws {
    let (_, app) = try await working()
    let entries = ["Zkušební Adéla  zkusade1  7", "Úlehlová Úršula  ulehlur1  4"]
    await app.type("ulehlur1 4<enter>zku 7<enter>")
    await app.type("<c-s>")
    let discarded = await app.type("<home><delete>y<esc>")
    #expect(!discarded.contains(entries[1]), "\(discarded)")
    #expect(discarded.contains(entries[0]), "\(discarded)")
    await app.type("ulehlur1 4<enter>")
    await app.type("<c-s>")
    let changed = await app.type("<end>e<c-u>6<enter><esc>")
    #expect(!changed.contains(entries[0]), "\(changed)")
    await app.type("zku 7<enter>y<enter>")
    await app.type("<c-s>")
    let published = await app.type("pw<enter>")
    for entry in entries { #expect(published.contains(entry), "\(published)") }
  }

  @Test("From a group's item, and back, where what is not published is counted")
  func fromGroup() async throws {
    let teacher = try await Teacher.working()
    let app = teacher.program.open("--open group XI-ZPT.23 TEST", columns: 80, rows: 18)
    #expect(await app.pressing("<c-k>Q").contains("Task 1 · quick entry"))
    await app.type("umely 1<enter>9<enter>y<enter>")
    #expect(await app.type("<esc>").contains("1 change"))
    _ = await app.hangUp()
    try await expect(["testst01 9"], in: teacher)
  }

  @Test("As it looks at 40, 80 and 120 columns")
  func frames() async throws {
    var shown: [String] = []
    for columns in [40, 80, 120] {
      let (_, app) = try await working(columns: columns)
      shown.append("== \(columns) empty\n" + (await app.text))
      shown.append("== query\n" + (await app.type("cap")))
      shown.append("== value\n" + (await app.type("<down><enter>12")))
      shown.append("== entered\n" + (await app.type("<enter>zku<enter>7,5<enter>")))
      shown.append("== replacing\n" + (await app.type("dru<enter>5<enter>")))
    }
    expectFrame("Entry/scene", shown.joined(separator: "\n"))
  }
}
