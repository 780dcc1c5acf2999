import AppTestSupport
import Foundation
import GradesClient
import GradesCore
import GradesLocalization
import GradesServer
import TestSupport
import Testing

@testable import GradesApp

/// Statistics and lists as pages.
@Suite("Pages of statistics and lists", .inTurn)
struct StatisticsPageTests {
  private let evil = "<script>alert('1')</script> \"&\u{1B}[31m\u{202E}"

  private let known: Set<String> = [
    "!DOCTYPE", "html", "head", "meta", "title", "style", "body", "main", "h1", "h2", "p", "div",
    "table", "caption", "thead", "tbody", "tr", "th", "td", "figure", "svg", "text", "rect",
    "footer", "section", "details", "summary",
  ]

  @Test("Names from the service are text, whatever is in them", arguments: Language.allCases)
  func hostileNames(language: Language) throws {
    let strings = Strings.load(language)
    let matrix = matrix(evil)
    let statistics = GroupStatistics(of: matrix, rows: matrix.rows) { $0 }
    for key in [nil, StatisticsKey.parallel] {
      let report = StatisticsReport(
        matrix: Snapshot(value: matrix, fetchedAt: .distantPast), selected: 6, key: key,
        parts: [.init(key: evil, name: evil, statistics: statistics)], showsHistograms: false,
        strings: strings)
      try check(StatisticsPage(report: report, strings: strings, time: evil).text, language)
    }
    for isAnonymous in [false, true] {
      let page = GroupListPage(
        matrix: matrix, rows: matrix.rows, columns: StudentColumn.allCases,
        isAnonymous: isAnonymous, strings: strings, time: evil)
      try check(page.text, language)
    }
  }

  @Test("Every chart has a table of the same, and the page needs nothing from elsewhere")
  func selfContained() {
    let strings = Strings.load(.english)
    let matrix = matrix("Test")
    let statistics = GroupStatistics(of: matrix, rows: matrix.rows) { $0 }
    let report = StatisticsReport(
      matrix: Snapshot(value: matrix, fetchedAt: .distantPast), selected: 6, key: nil,
      parts: [.init(key: nil, name: "", statistics: statistics)], showsHistograms: false,
      strings: strings)
    let page = StatisticsPage(report: report, strings: strings, time: "today").text
    #expect(
      page.contains("<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'"))
    for foreign in ["http:", "https:", "url(", "src=", "href=", "@import", "<script"] {
      #expect(!page.contains(foreign), "\(foreign)")
    }
    let charts = page.components(separatedBy: "role=\"img\" aria-label=").count
    #expect(charts > 2 && page.components(separatedBy: "<details><summary>").count == charts)
    // A table that is wider than a phone can be scrolled with keys.
    #expect(
      page.components(separatedBy: "class=\"scroll\"").count
        == page.components(separatedBy: "class=\"scroll\" tabindex=\"0\"").count)
    #expect(page.contains("<th scope=\"row\">A</th><td class=\"n\">1</td>"))
  }

  @Test("A list for posting has usernames in their order, and no names, numbers or addresses")
  func anonymousList() {
    let matrix = matrix("Test")
    let page = GroupListPage(
      matrix: matrix, rows: matrix.rows.reversed(), columns: [.email, .parallel, .year],
      isAnonymous: true, strings: .load(.english), time: "today"
    ).text
    for secret in ["Family", "Given", "example.net", "12345"] { #expect(!page.contains(secret)) }
    let order = (0..<6).compactMap { page.range(of: "student\($0)")?.lowerBound }
    #expect(order.count == 6)
    #expect(order == order.sorted())
    let byNumber = GroupListPage(
      matrix: matrix, rows: matrix.rows, columns: [.number], isAnonymous: true,
      strings: .load(.english), time: "today"
    ).text
    #expect(byNumber.contains("12345") && !byNumber.contains("student0"))
  }

  @Test("Students of several parallels have a sheet for each, those without one come last")
  func sheets() {
    var matrix = matrix("Test")
    for (index, parallel) in ["102", "99", "102"].enumerated() {
      matrix.rows[index].student.parallels = [
        ClassesType(rawValue: "LABORATORY"): parallel, ClassesType(rawValue: "LECTURE"): "1",
      ]
    }
    let page = GroupListPage(
      matrix: matrix, rows: matrix.rows, columns: [], isAnonymous: false,
      groups: [StudentGroup(id: GroupID(parallel: "99"), name: "Lab 99")], strings: .load(.english),
      time: "today"
    ).text
    let titles = page.matches(of: #/<h2>(.*?)<\/h2>/#).map { String($0.1) }
    #expect(titles == ["Lab 99", "PARALLEL_102", "no parallel"])
    #expect(page.matches(of: #/<caption>(\d)/#).map { String($0.1) } == ["1", "2", "3"])
  }

  @Test("A list for posting has no sheet of few students: small parallels are together or left out")
  func smallSheets() {
    var matrix = matrix("Test")
    for index in 0..<6 {
      matrix.rows[index].student.parallels = [
        ClassesType(rawValue: "LABORATORY"): ["201", "202", "202", "203", "203", "203"][index]
      ]
    }
    func page(_ rows: Int, _ isAnonymous: Bool = true) -> String {
      GroupListPage(
        matrix: matrix, rows: Array(matrix.rows.prefix(rows)), columns: [],
        isAnonymous: isAnonymous, strings: .load(.english), time: "today"
      ).text
    }
    func counts(_ page: String) -> [String] {
      page.matches(of: #/<caption>(\d)/#).map { String($0.1) }
    }
    #expect(counts(page(6, false)) == ["1", "2", "3"])
    #expect(counts(page(6)) == ["6"])
    #expect(!page(6).contains("203"))
    #expect(counts(page(4)) == [])
    #expect(page(4).contains("Groups of fewer than 5 students are not shown."))
    #expect(!page(4).contains("student0"))
  }

  @Test("Anonymous pages name groups by their numbers, others by their names")
  func groupNames() {
    let strings = Strings.load(.english)
    let group = StudentGroup(
      id: GroupID(parallel: "555"), name: "{PARALLEL_TUTORIAL} 101 - Karel Učitel")
    var matrix = matrix("Test")
    matrix.group = group
    let statistics = GroupStatistics(of: matrix, rows: matrix.rows) { $0 }
    for isAnonymous in [false, true] {
      let report = StatisticsReport(
        matrix: Snapshot(value: matrix, fetchedAt: .distantPast), selected: 6, key: nil,
        parts: [.init(key: nil, name: "", statistics: statistics)], showsHistograms: false,
        strings: strings)
      var page = StatisticsPage(
        report: report, isAnonymous: isAnonymous, strings: strings, time: "today"
      ).text
      page +=
        GroupListPage(
          matrix: matrix, rows: matrix.rows, columns: [], isAnonymous: isAnonymous,
          groups: [group], strings: strings, time: "today"
        ).text
      #expect(page.contains("Učitel") == !isAnonymous)
      #expect(page.contains("101"))
    }
    func name(_ name: String) -> String {
      StudentGroup(id: GroupID("G1"), name: name).shownName(strings, isAnonymous: true)
    }
    #expect(name("{ALL_STUDENTS}") == strings.groupName("{ALL_STUDENTS}"))
    #expect(name("Students of Karel Učitel") == "G1")
  }

  @Test("Anonymous pages leave out free texts and parts with few values; grades stay")
  func fewValues() {
    let strings = Strings.load(.english)
    var matrix = matrix("Very personal text")
    func page(_ key: StatisticsKey?, _ isAnonymous: Bool) -> String {
      let all = GroupStatistics(of: matrix, rows: matrix.rows) { $0 }
      let report = StatisticsReport(
        matrix: Snapshot(value: matrix, fetchedAt: .distantPast), selected: 6, key: key,
        parts: [.init(key: "p", name: "Part one", statistics: all)], showsHistograms: false,
        strings: strings)
      return StatisticsPage(
        report: report, isAnonymous: isAnonymous, strings: strings, time: "today"
      ).text
    }
    matrix.group.name = "{ALL_STUDENTS}"
    matrix.items[0].definition.names = []
    let text = "<th scope=\"row\">Very personal text</th>"
    #expect(page(nil, false).contains(text))
    #expect(!page(nil, true).contains(text))
    #expect(page(nil, true).contains("<th scope=\"row\">A</th><td class=\"n\">1</td>"))
    #expect(page(.parallel, true).contains("Part one"))
    for row in 0..<2 {
      matrix.rows[row].values = matrix.rows[row].values.map { _ in RecordedValue(value: nil) }
    }
    #expect(page(.parallel, false).contains("Part one"))
    #expect(!page(.parallel, true).contains("Part one"))
    // The page about all students leaves out the items of so few, too.
    let headings = [false, true].map { page(nil, $0).components(separatedBy: "<h2>").count }
    #expect(headings[1] < headings[0])
  }

  @Test("Hidden items and texts are on an anonymous page only where they are named")
  func personalItems() async throws {
    let teacher = try await Teacher.working()
    for index in 1...6 {
      let student = ["bartada1", "cibulja1", "capekka1", "capkoja1", "druhyst2", "duricma1"][
        index - 1]
      try await teacher.colleague(student, "interni", .text("Internal\(index)"))
      try await teacher.colleague(student, "slovne", .text("Personal\(index)"))
    }
    func page(_ command: String) async throws -> String {
      let file = teacher.program.home.file("page.html")
      let run = await teacher("\(command) --html \(file.path) --overwrite")
      #expect(run.status == 0, "\(run.said)")
      return try String(contentsOf: file, encoding: .utf8)
    }
    let titles = ["Project review", "interni", "Interní poznámka"]
    for command in ["group XI-ZPT.23 ALL", "stats XI-ZPT.23", "stats XI-ZPT.23 --by parallel"] {
      let open = try await page(command)
      #expect(titles.contains { open.contains($0) }, "\(command)")
      let anonymous = try await page("\(command) --anonymous")
      #expect(!titles.contains { anonymous.contains($0) }, "\(command)")
      #expect(!anonymous.contains("Internal") && !anonymous.contains("Personal"))
      #expect(anonymous.contains("Task 1") && anonymous.contains("Grade"))
    }
    let named = try await page("group XI-ZPT.23 ALL du1 slovne --anonymous")
    #expect(named.contains("Personal3"))
  }

  private func check(_ page: String, _ language: Language) throws {
    #expect(page.hasPrefix("<!DOCTYPE html>\n<html lang=\"\(language == .czech ? "cs" : "en")\">"))
    #expect(!page.contains("\u{1B}") && !page.contains("\u{202E}"))
    #expect(page.contains("&lt;script&gt;alert(&#39;1&#39;)&lt;/script&gt;"))
    for tag in page.matches(of: #/<\/?([^\s>\/]+)/#) {
      #expect(known.contains(String(tag.1)), "\(tag.1)")
    }
    // Each element that is opened is closed, but for those that have no end.
    for name in known.subtracting(["!DOCTYPE", "meta", "rect"]) {
      let opened = page.matches(of: try Regex("<\(name)[ >]")).count
      #expect(opened == page.components(separatedBy: "</\(name)>").count - 1, "\(name)")
    }
  }

  private func matrix(_ name: String) -> GroupMatrix {
    GroupMatrix(
      course: CourseCode("XI-AAA.23"), semester: SemesterCode("B261")!,
      group: StudentGroup(id: .all, name: name),
      items: [
        CourseItem(
          definition: Classification(
            identifier: ItemIdentifier("test"), names: [LocalizedName(language: "en", name: name)],
            requiredValue: 3, maximumValue: 10)),
        CourseItem(
          definition: Classification(identifier: ItemIdentifier("essay"), valueType: .string)),
        CourseItem(
          definition: Classification(
            identifier: ItemIdentifier("grade"),
            classificationType: ClassificationType(rawValue: "FINAL_SCORE"), valueType: .string)),
      ],
      rows: (0..<6).map { index in
        MatrixRow(
          student: Student(
            username: Username("student\(index)"), firstName: "Given", lastName: "Family" + name,
            email: "student\(index)@example.net", personalNumber: "12345"),
          values: [
            RecordedValue(value: .number(Double(index) * 1.5), author: name),
            RecordedValue(value: .text(name)),
            RecordedValue(value: .text(["A", "B", "C", "D", "E", "F"][index])),
          ])
      })
  }
}
