import Foundation
import GradesClient
import GradesCore
import TestSupport
import Testing

@Suite(.inTurn)
struct TableReadingTests {
  private let definitions =
    Desk.items + [
      Classification(identifier: ItemIdentifier("Test")),
      Classification(identifier: ItemIdentifier("TEST")),
      Classification(identifier: ItemIdentifier("email"), valueType: .string),
    ]

  private func read(_ text: String, clearing: Bool = false) throws(TableError) -> TableReading {
    try read(Data(text.utf8), clearing: clearing)
  }

  private func read(
    _ data: Data, clearing: Bool = false, students: [Student] = []
  ) throws(TableError) -> TableReading {
    var options = TableReading.Options()
    options.emptyClears = clearing
    return try TableReading(
      try TableFile(data), definitions: definitions, students: students, options: options)
  }

  private func lines(_ reading: TableReading) -> [String] {
    reading.edits.map { edit in
      let position = "\(edit.row ?? 0):\(edit.column ?? 0) \(edit.username) \(edit.identifier)"
      return if case .text(let text) = edit.content { "\(position) \(text)" } else {
        "\(position) clear"
      }
    }
  }

  private func problems(_ reading: TableReading) -> [String] {
    reading.problems.map { problem in
      let position = [
        problem.row.map { "row \($0)" }, problem.column.map { "column \($0)" }, problem.username,
        problem.identifier,
      ].compactMap { $0 }.joined(separator: " ")
      return "\(problem.severity) \(problem.kind): \(position)"
    }
  }

  @Test("A table becomes edits with their places; names and empty fields say nothing")
  func table() throws {
    let reading = try read(
      """
      username,lastName,firstName,DU1,ucast,body
      zkusade1,Zkušební,Adéla,7.5,yes,50

      druhyst2,"Druhý, Jr.","Stu""dent",,no,
      ,,,,,
      tretist3,"Tře
      tí",,3,,
      """)
    #expect(reading.decimal == .point)
    #expect(
      lines(reading) == [
        "2:4 zkusade1 du1 7.5", "2:5 zkusade1 ucast yes", "4:5 druhyst2 ucast no",
        "6:4 tretist3 du1 3",
      ])
    #expect(problems(reading) == ["notice computed: row 1 column 6 body"])
    #expect(
      reading.listed == [
        Username("zkusade1"): 2, Username("druhyst2"): 4, Username("tretist3"): 6,
      ])
  }

  @Test(
    "Separators, line ends and hints of spreadsheets are understood",
    arguments: [
      "username;du1\r\nzkusade1;7,5\r\n",
      "username\tdu1\rzkusade1\t7,5", "username,du1\nzkusade1,\"7,5\"",
      "sep=;\r\nusername;du1\r\nzkusade1;7,5",
      "\n\nusername;du1;;\nzkusade1;7,5;;",
      "du1;username\n7,5;zkusade1",
      "Jméno, příjmení;Uživatel;du1\nAdéla;zkusade1;7,5",
      "username, \"du1\" \nzkusade1, \"7,5\" ",
    ])
  func separators(text: String) throws {
    let reading = try read(text)
    #expect(reading.edits.map(\.username) == ["zkusade1"])
    #expect(reading.edits.map(\.content) == [.text("7,5")])
    #expect(reading.decimal == .comma)
    #expect(reading.problems.allSatisfy { $0.severity != .refused })
  }

  @Test(
    "The students' column has many names",
    arguments: [
      "username", "Username", "LOGIN", " user name ", "Uživatel", "Uživatelské jméno",
      "student_username", "Přihlašovací jméno",
    ])
  func usernameColumn(title: String) throws {
    #expect(try read("\(title),du1\nzkusade1,1").edits.map(\.username) == ["zkusade1"])
  }

  @Test("Names alone never match a student")
  func noUsername() {
    #expect(throws: TableError.noStudents(["Jméno", "Příjmení", "du1"])) {
      try read("Jméno;Příjmení;du1\nAdéla;Zkušební;1")
    }
    #expect(throws: TableError.empty) { try read("") }
    #expect(throws: TableError.empty) { try read("\r\n \n,,\n") }
  }

  @Test("Columns that cannot be used are named once, not for every row")
  func columns() throws {
    let reading = try read(
      "username,du9,body,test,Email,email,du1,DU1,kolo,\nzkusade1,1,2,3,a@b,c,5,6,x,")
    #expect(
      problems(reading) == [
        "warning unknownItem: row 1 column 2 du9", "notice computed: row 1 column 3 body",
        "refused ambiguousItem: row 1 column 4 test",
        "notice ignoredColumn: row 1 column 5 Email",
        "refused duplicate: row 1 column 7 du1", "refused duplicate: row 1 column 8 DU1",
        "warning unknownItem: row 1 column 9 kolo",
      ])
    #expect(reading.problems.map(\.first) == [nil, nil, nil, nil, 8, 7, nil])
    // Which of two columns is meant is unknown: neither is taken.
    #expect(lines(reading) == ["2:6 zkusade1 email c"])
  }

  @Test("A file without any column that can be used is refused")
  func nothingUsable() throws {
    #expect(
      problems(try read("username,du9,body\nzkusade1,1,2")) == [
        "refused unknownItem: row 1 column 2 du9", "notice computed: row 1 column 3 body",
      ])
  }

  @Test("Rows that cannot be read are refused, also a decimal comma that splits a field")
  func rows() throws {
    let reading = try read(
      """
      username,du1
      zkusade1,7,5
      druhyst2,"7"5
      ,8
      tretist3,9,,
      """)
    #expect(
      problems(reading) == [
        "refused malformedRow: row 2 zkusade1", "refused malformedRow: row 3 druhyst2",
        "refused missingUsername: row 4",
      ])
    #expect(lines(reading) == ["5:2 tretist3 du1 9"])
    let many = "username\n" + String(repeating: "x\n", count: TableFile.mostRows)
    #expect(throws: TableError.tooManyCells) { try read(many) }
    let wide = "username" + String(repeating: ",a", count: 9_000) + "\n"
    #expect(throws: TableError.tooManyCells) {
      try read(wide + String(repeating: "x\n", count: 500))
    }
    #expect(throws: TableError.unclosedQuote(row: 3)) {
      try read("username,du1\nzkusade1,7\ndruhyst2,\"8\ntretist3,9\n")
    }
    #expect(throws: TableError.unclosedQuote(row: 1)) { try read("\"username,du1\nzkusade1,7\n") }
  }

  @Test("A separator before an accent separates")
  func accents() throws {
    let reading = try read("username,znamka\nzkusade1,\u{301}x\n")
    #expect(lines(reading) == ["2:2 zkusade1 znamka \u{301}x"])
  }

  @Test("Empty fields clear only when that is wanted")
  func clearing() throws {
    let text = "username;du1;znamka;ucast\nzkusade1;;; \n"
    #expect(lines(try read(text)) == [])
    #expect(
      lines(try read(text, clearing: true)) == [
        "2:2 zkusade1 du1 clear", "2:3 zkusade1 znamka clear", "2:4 zkusade1 ucast  ",
      ])
    // Blanks are nothing, also in an item of texts.
    #expect(lines(try read("username;znamka\nzkusade1;\" \u{A0} \"\n")) == [])
    // So is a dash, which a text may be.
    let dashes = "username;du1;ucast;znamka\nzkusade1;-;–;-\n"
    #expect(lines(try read(dashes)) == ["2:4 zkusade1 znamka -"])
    #expect(
      lines(try read(dashes, clearing: true)) == [
        "2:2 zkusade1 du1 -", "2:3 zkusade1 ucast –", "2:4 zkusade1 znamka -",
      ])
  }

  @Test("All encodings of Czech spreadsheets are read, and a guess is called so")
  func encodings() throws {
    let text = "username;znamka\nzkusade1;žluťoučký kůň „€“\n"
    let windows: [UInt8] =
      Array("username;znamka\nzkusade1;".utf8) + [
        0x9E, 0x6C, 0x75, 0x9D, 0x6F, 0x75, 0xE8, 0x6B, 0xFD, 0x20, 0x6B, 0xF9, 0xF2, 0x20, 0x84,
        0x80, 0x93, 0x0A,
      ]
    let units = Array(text.utf16)
    let little: [UInt8] =
      [0xFF, 0xFE] + units.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8($0 >> 8)] }
    let big: [UInt8] =
      [0xFE, 0xFF] + units.flatMap { [UInt8($0 >> 8), UInt8(truncatingIfNeeded: $0)] }
    let all: [([UInt8], TextEncoding)] = [
      (Array(text.utf8), .utf8), ([0xEF, 0xBB, 0xBF] + Array(text.utf8), .utf8), (little, .utf16),
      (big, .utf16), (windows, .windows1250),
    ]
    for (bytes, encoding) in all {
      let reading = try read(Data(bytes))
      #expect(try TableFile(Data(bytes)).encoding == encoding)
      #expect(lines(reading) == ["2:2 zkusade1 znamka žluťoučký kůň „€“"])
    }
    for bytes in [Array(little.dropLast()), [0xFF, 0xFE, 0x00, 0xD8, 0x41, 0x00]] {
      #expect(throws: TableError.damagedText) {
        try read(Data(bytes))
      }
    }
  }

  @Test(
    "A bad byte beside letters in UTF-8 refuses the file at its position",
    arguments: [
      ([], "username;znamka\ndruhyst2;výborně\n"),
      ([0xEF, 0xBB, 0xBF], "username;znamka\ndruhyst2;ok\n"),
    ])
  func badByte(mark: [UInt8], text: String) {
    let bytes = mark + Array(text.utf8) + Array("zkusade1;dob".utf8) + [0xF8] + Array("e\n".utf8)
    #expect(throws: TableError.notUTF8(line: 3, column: 13)) { try read(Data(bytes)) }
  }

  @Test("Windows-1250 is guessed only where Czech has all the letters, and can be chosen")
  func guessedEncoding() throws {
    // In Windows-1250 this is ľ; in other encodings something else.
    let bytes = Data(Array("username;znamka\nzkusade1;do ko".utf8) + [0xBE] + Array("e\n".utf8))
    #expect(throws: TableError.notUTF8(line: 2, column: 15)) { try read(bytes) }
    for (encoding, text) in [(TextEncoding.windows1250, "do koľe"), (.latin2, "do kože")] {
      let file = try TableFile(bytes, encoding: encoding)
      let reading = try TableReading(file, definitions: definitions)
      #expect(lines(reading) == ["2:2 zkusade1 znamka \(text)"])
    }
  }

  @Test(
    "Capitals of Windows-1250 that are other letters in UTF-8 are read",
    arguments: [
      ("RŮŽENA", [0x52, 0xD9, 0x8E, 0x45, 0x4E, 0x41]), ("NÝŽ", [0x4E, 0xDD, 0x8E]),
      ("LOČŠ", [0x4C, 0x4F, 0xC8, 0x8A]), ("BÉŽ", [0x42, 0xC9, 0x8E]),
    ])
  func capitals(text: String, bytes: [UInt8]) throws {
    let start = Array("username;znamka\nzkusade1;\"k".utf8) + [0xF9, 0xF2, 0x20]
    let file = Data(start + bytes + Array("\"\n".utf8))
    let reading = try read(file)
    #expect(try TableFile(file).encoding == .windows1250)
    #expect(lines(reading) == ["2:2 zkusade1 znamka kůň \(text)"])
  }

  @Test("UTF-16 without its mark is named, and read where it is chosen", arguments: [true, false])
  func unmarkedUTF16(isLittle: Bool) throws {
    let units = Array("username;du1\nzkusade1;3\n".utf16)
    let bytes = Data(
      units.flatMap { unit -> [UInt8] in
        let (low, high) = (UInt8(truncatingIfNeeded: unit), UInt8(unit >> 8))
        return isLittle ? [low, high] : [high, low]
      })
    #expect(throws: TableError.damagedText) { try read(bytes) }
    let reading = try TableReading(try TableFile(bytes, encoding: .utf16), definitions: definitions)
    #expect(lines(reading) == ["2:2 zkusade1 du1 3"])
  }

  @Test(
    "What begins like another format is called so",
    arguments: [
      ("<!DOCTYPE html>\n<html lang=cs>", "HTML"), ("  <table border=1><tr>", "HTML"),
      ("\u{FEFF}<?xml version='1.0'?><Workbook>", "XML"),
      ("<?xml version='1.0'?><html xmlns='x'>", "HTML"),
    ])
  func markup(text: String, form: String) {
    #expect(throws: TableError.foreign(form)) { try read(text) }
  }

  @Test("A file's own decimal sign makes 1,234 a number; alone it is refused")
  func ambiguousNumbers() throws {
    let grid = CellGrid(
      definitions: definitions,
      students: ["zkusade1", "druhyst2"].map {
        Student(username: Username($0), firstName: nil, lastName: nil)
      }, values: [:])
    let alone = Review(try read("username;du1\nzkusade1;1,234"), in: Desk.gradebook, over: grid)
    #expect(alone.problems.map(\.kind) == [.ambiguousNumber, .missingFromFile])
    #expect(alone.problems[0].row == 2)
    #expect(alone.problems[0].column == 2)
    let known = Review(
      try read("username;du1\nzkusade1;1,234\ndruhyst2;7,5"), in: Desk.gradebook, over: grid)
    #expect(known.changes.map(\.value) == [.number(1.234), .number(7.5)])
    #expect(known.problems == [])
  }

  @Test(
    "Personal numbers and addresses identify students; zeros that a spreadsheet drops do not matter"
  )
  func otherIdentifiers() throws {
    let students = [
      Student(
        username: Username("zkusade1"), firstName: "Adéla", lastName: "Zkušební",
        email: "zkusade1@example.org", personalNumber: "0900001"),
      Student(
        username: Username("druhyst2"), firstName: "Stu", lastName: "Druhý",
        email: "druhyst2@example.org", personalNumber: "900002"),
    ]
    let reading = try read(
      Data(
        "osobní číslo;e-mail;du1\n900001;;1\n900002;DRUHYST2@example.org;2\n900001;druhyst2@example.org;3\n7;;4\n5;zkusade1@example.org;5\n"
          .utf8), students: students)
    // No student has the number 5.
    #expect(lines(reading) == ["2:3 zkusade1 du1 1", "3:3 druhyst2 du1 2", "6:3 zkusade1 du1 5"])
    #expect(
      problems(reading) == [
        "refused identifiersDisagree: row 4 druhyst2@example.org, 900001",
        "refused unknownStudent: row 5 7",
      ])
  }

  // MARK: Whose rows

  private static let course = [
    ("zkusade1", "Adéla", "Zkušební", "0900001"), ("druhyst2", "Stu", "Druhý", "900002"),
    ("tretist3", "Phoebe", "D Ing", "900003"),
  ].map {
    Student(
      username: Username($0.0), firstName: $0.1, lastName: $0.2, email: "\($0.0)@example.org",
      personalNumber: $0.3)
  }

  private func readCourse(
    _ text: String, titles: [String: ItemIdentifier] = [:], map: String? = nil,
    students: [Student] = TableReadingTests.course
  ) throws -> TableReading {
    var options = TableReading.Options()
    options.titles = titles
    options.students = try map.map { try StudentMap(TableFile(Data($0.utf8))) }
    return try TableReading(
      try TableFile(Data(text.utf8)), definitions: definitions, students: students,
      options: options)
  }

  @Test(
    "The header is found by its students, and rows above it are named once",
    arguments: [
      // Items' names in a heading, and the numbers of exercises above the titles.
      "Znamka;;\nE-mail;du1\nzkusade1@example.org;4\n", ";du2;\n;DU3;\nlogin;du1;x\nzkusade1;4;\n",
      "Exported;by\nUser ID:;du1\nzkusade1;4\n", "Uživatel:;ucitel\n\nos. číslo;du1\n900001;4\n",
      // No title says who it is.
      "Login|Jan Učitel;\nLogin;\nJméno;du1\nAdéla Zkušební;4\n", "Kurz;;\nKdo;du1\nzkusade1;4\n",
      "du1;;\nnobody;5;\nOsoba;DU1\nnobody;5\nzkusade1;4\n",
      "du1;7\nÚčastník;du1\nAdéla Zkušební;4\n",
    ])
  func headers(text: String) throws {
    let reading = try readCourse(text)
    #expect(reading.edits.map(\.identifier).allSatisfy { $0 == "du1" })
    let mine = reading.edits.filter { $0.username == "zkusade1" }
    #expect(mine.map(\.content) == [.text("4")])
    #expect(problems(reading).filter { $0.contains("headingRows") }.count == 1)
  }

  @Test("A row of values is no header, though an item is called like one of them")
  func valuesAreNoHeader() throws {
    func read(_ text: String) throws(TableError) -> TableReading {
      try TableReading(
        try TableFile(Data(text.utf8)),
        definitions: ["1", "2"].map { Classification(identifier: ItemIdentifier($0)) },
        students: Self.course)
    }
    #expect(try read("Kdo;2;1\nzkusade1;1;2\n").edits.map(\.identifier) == ["2", "1"])
    #expect(throws: TableError.noStudents(["Kdo", "2", "1"])) {
      try read("Kdo;2;1\nnobody;1;2\nzkusade1;1;2\n")
    }
  }

  @Test("Columns that have values and no title are named, and are no other column's")
  func untitledColumns() throws {
    let reading = try readCourse("username;;du1;\nzkusade1;5;4;\ndruhyst2;;3;\n")
    #expect(lines(reading) == ["2:3 zkusade1 du1 4", "3:3 druhyst2 du1 3"])
    #expect(problems(reading) == ["warning untitledColumn: row 1 column 2"])
  }

  @Test(
    "The text decides who it is, whatever the column of identifiers is called",
    arguments: [
      "Login;du1\nZKUSADE1@example.org;4\n", "E-mail:;du1\nzkusade1;4\n",
      "UČO;du1\nzkusade1@example.org;4\n", "Student ID;du1\n900 001.0;4\n",
      "username;du1\n=\"900001\";4\n", "Školní e-mail;Login ČVUT;du1\nx@y.cz;zkusade1;4\n",
      // What is not known, and columns without any text, say nothing against it.
      "Login;E-mail;du1\n#zkusade;zkusade1@example.org;4\n",
      "user;osobní číslo;du1\nzkusade1;123456;4\n",
      "Login;Příjmení a jméno;du1\n;Zkušební, Adéla;4\n",
      "user;du1\nAdéla Zkušební;4\n",
    ])
  func whoARowIs(text: String) throws {
    let reading = try readCourse(text)
    #expect(reading.edits.map(\.username) == ["zkusade1"])
    #expect(reading.problems.filter { $0.severity == .refused } == [])
  }

  @Test(
    "Two known identifiers of different students refuse the row",
    arguments: [
      "Login;E-mail;du1\nzkusade1@example.org;druhyst2@example.org;4\n",
      "Login;osobní číslo;du1\nzkusade1;900002;4\n",
    ])
  func disagreeing(text: String) throws {
    let reading = try readCourse(text)
    #expect(reading.edits == [])
    #expect(reading.problems.map(\.kind) == [.identifiersDisagree])
  }

  @Test(
    "A column of other students' usernames says nothing of a named row",
    arguments: [
      "Student;Oponent;du1\nZkušební Adéla;druhyst2;4\nStu Druhý;tretist3;5\n",
      "Příjmení;Jméno;Oponent;du1\nZkušební;Adéla;druhyst2;4\nDruhý;Stu;tretist3;5\n",
      // The usernames are an item's values.
      "Jméno;znamka;du1\nAdéla Zkušební;zkusade1;4\nStu Druhý;druhyst2;5\n",
    ])
  func otherStudents(text: String) throws {
    let reading = try readCourse(text)
    #expect(reading.matching == .name)
    let values = reading.edits.filter { $0.identifier == "du1" }
    #expect(values.map(\.username) == ["zkusade1", "druhyst2"])
    #expect(values.map(\.content) == [.text("4"), .text("5")])
  }

  @Test("Without a title that says so, all columns of students have to agree")
  func untitledStudents() throws {
    let reading = try readCourse("Kdo;Oponent;du1\nzkusade1;druhyst2;4\ndruhyst2;zkusade1;5\n")
    #expect(reading.edits == [])
    #expect(reading.problems.map(\.kind) == [.identifiersDisagree, .identifiersDisagree])
  }

  @Test(
    "A row whose name is another student's than its identifier is refused",
    arguments: ["Student,ID,SIS Login ID,du1", "Student,ID,Login ID,du1"])
  func nameOfAnother(titles: String) throws {
    let rows = "\"Zkušební, Adéla\",17,zkusade1,4\nStu Druhý,18,tretist3,5\nA. B.,19,druhyst2,6\n"
    let reading = try readCourse("\(titles)\n\(rows)")
    #expect(reading.matching == .identifier)
    #expect(lines(reading) == ["2:4 zkusade1 du1 4", "4:4 druhyst2 du1 6"])
    #expect(
      problems(reading).filter { $0.hasPrefix("refused") } == [
        "refused identifiersDisagree: row 3 tretist3"
      ])
  }

  @Test("Half a name and the value beside it are no name: nothing moves into the next column")
  func cutNames() {
    #expect(throws: TableError.noStudents(["Jméno", "du1", "du2"])) {
      try readCourse("Jméno,du1,du2\nZkušební, Adéla,4\nDruhý, Stu,5\n")
    }
  }

  @Test(
    "A second table below the first is refused whole",
    arguments: [
      "username;du1\nzkusade1;4\n\nusername;du2\ndruhyst2;5\n",
      "Kdo;du1\nzkusade1;4\n\nKdo;du2\ndruhyst2;5\n",
      "login;du1\nzkusade1;4\n;\nE-mail;du2\ndruhyst2@example.org;5\n",
      "Jméno;du1\nAdéla Zkušební;4\n\nStudent;du2\nStu Druhý;5\n",
    ])
  func secondTable(text: String) throws {
    let reading = try readCourse(text)
    #expect(lines(reading) == ["2:2 zkusade1 du1 4"])
    #expect(reading.problems.map(\.kind) == [.malformedRow, .malformedRow])
    #expect(reading.problems.map(\.row) == [4, 5])
  }

  @Test("Personal numbers that Grades does not give are no unknown students")
  func noNumbers() throws {
    let students = Self.course.map { student in
      var student = student
      student.personalNumber = nil
      return student
    }
    for text in ["UČO;du1\n900001;4\n900002;5\n", "Login;du1\n900001;4\n900002;5\n"] {
      let reading = try readCourse(text, students: students)
      #expect(reading.problems.map(\.kind) == [.noPersonalNumbers, .noPersonalNumbers])
    }
    let entries = try readCourse(#"{"900001": {"du1": 4}}"#, students: students)
    #expect(entries.problems.map(\.kind) == [.noPersonalNumbers])
  }

  @Test("An own title may be the column of students, and an own table may have a heading")
  func ownStudents() throws {
    let usual = try readCourse(
      "Hráč;du1\nzkusade1;4\nnobody;5\n", titles: ["hráč": ItemIdentifier("username")])
    #expect(lines(usual) == ["2:2 zkusade1 du1 4", "3:2 nobody du1 5"])
    #expect(usual.mapped == ["Hráč": ItemIdentifier("username")])
    let mapped = try readCourse(
      "Kvíz;;\n;Přezdívka;Score\n1;Ada;4\n", titles: ["Score": ItemIdentifier("du1")],
      map: "Seznam\nPřezdívka,username\nAda,zkusade1\n")
    #expect(lines(mapped) == ["3:3 zkusade1 du1 4"])
  }

  @Test(
    "Names are read with academic titles, and the last name first",
    arguments: [
      ("Ing. Adéla Zkušební, Ph.D.", "zkusade1"), ("Zkušební, RNDr. Adéla", "zkusade1"),
      ("Zkusebni Adela, Mgr., CSc.", "zkusade1"), ("prof. Stu Druhý, Ph. D.", "druhyst2"),
      // A name may be like a title.
      ("Phoebe D Ing", "tretist3"),
    ])
  func names(name: String, student: String) throws {
    let reading = try? readCourse("Jméno a příjmení;du1\n\"\(name)\";4\nStu Druhý;5\n")
    #expect(reading?.edits.first { $0.row == 2 }?.username == student)
  }

  @Test("All columns of usernames count: a row in which they disagree is refused")
  func severalUsernames() throws {
    let students = ["zkusade1", "druhyst2"].map {
      Student(username: Username($0), firstName: nil, lastName: nil)
    }
    let text = "login;du1;username\nzkusade1;1;zkusade1\ndruhyst2;2;zkusade1\n;3;druhyst2\n"
    for students in [students, []] {
      let reading = try read(Data(text.utf8), students: students)
      #expect(lines(reading) == ["2:2 zkusade1 du1 1", "4:2 druhyst2 du1 3"])
      #expect(problems(reading) == ["refused identifiersDisagree: row 3 zkusade1, druhyst2"])
    }
    // A column of names may be called so as well.
    let names = try read(
      Data("user;username;du1\nAdéla Zkušební;zkusade1;1\n".utf8), students: students)
    #expect(lines(names) == ["2:3 zkusade1 du1 1"])
    #expect(names.problems == [])
  }

  @Test(
    "A column that has an item's identifier is the item's beside the students' own",
    arguments: [
      ("username,lastName,firstName,login", "zkusade1,Zkušební,Adéla,druhyst2"),
      ("username,lastName,firstName,lastName", "zkusade1,Zkušební,Adéla,druhyst2"),
      ("username,lastName,firstName,email", "zkusade1,Zkušební,Adéla,druhyst2"),
      ("username,lastName,firstName,username", "zkusade1,Zkušební,Adéla,druhyst2"),
      ("username,login", "zkusade1,druhyst2"), ("username,email", "zkusade1,druhyst2"),
      ("username,student", "zkusade1,druhyst2"),
    ])
  func itemsLikeIdentifiers(titles: String, row: String) throws {
    let title = String(titles[titles.lastIndex(of: ",")!...].dropFirst())
    let item = Classification(identifier: ItemIdentifier(title), valueType: .string)
    let students = ["zkusade1", "druhyst2"].map {
      Student(username: Username($0), firstName: nil, lastName: nil)
    }
    let reading = try TableReading(
      try TableFile(Data("\(titles)\n\(row)\n".utf8)), definitions: Desk.items + [item],
      students: students)
    #expect(reading.edits.map(\.username) == ["zkusade1"])
    #expect(reading.edits.map(\.identifier) == [title])
    #expect(reading.edits.map(\.content) == [.text("druhyst2")])
    #expect(reading.problems == [])
  }

  @Test("Full names match in either order, also without accents; namesakes are refused")
  func fullNames() throws {
    let students = [
      ("zkusade1", "Adéla", "Zkušební"), ("novakja1", "Jan", "Novák"), ("novakja2", "Jan", "Novák"),
    ]
    .map { Student(username: Username($0.0), firstName: $0.1, lastName: $0.2) }
    let reading = try read(
      Data("Student;du1\nZkusebni Adela;1\nJan Novák;2\n".utf8), students: students)
    #expect(reading.matching == .name)
    #expect(lines(reading) == ["2:2 zkusade1 du1 1"])
    #expect(problems(reading) == ["refused ambiguousName: row 3 Jan Novák"])
  }

  @Test("Random bytes are read or refused, never worse")
  func randomBytes() {
    var random = SeededNumbers(7)
    let pieces: [[UInt8]] = [
      Array("username".utf8), Array("du1".utf8), Array("zkusade1".utf8), [0x2C], [0x3B], [0x09],
      [0x0A], [0x0D], [0x22], [0x22, 0x22], [0x00], [0xFF], [0xFE], [0xC3], [0x27], [0x3D], [0x20],
      Array("7,5".utf8), [0xCC, 0x81],
    ]
    var read = 0
    for _ in 0..<3_000 {
      var bytes = random.next() % 2 == 0 ? Array("username,du1\n".utf8) : []
      for _ in 0..<Int(random.next() % 30) {
        bytes += pieces[Int(random.next() % UInt64(pieces.count))]
      }
      if (try? self.read(Data(bytes))) != nil { read += 1 }
    }
    #expect(read > 300)
  }

  // MARK: Pasted by position

  private static let pasters = ["a", "b", "c"].map { Username($0) }

  /// What a pasted text gives to the students a, b and c, from an item on.
  private func pasted(
    _ text: String, on item: Classification = Desk.items[0], others: [Classification] = []
  ) throws -> [String] {
    var options = TableReading.Options()
    options.anchor = (items: [item], students: Self.pasters)
    let reading = try TableReading(
      try TableFile(Data(text.utf8)), definitions: definitions + others, options: options)
    return reading.edits.map { edit in
      if case .text(let text) = edit.content {
        "\(edit.username) \(edit.identifier) \(text)"
      } else {
        "clear"
      }
    }
  }

  @Test("A pasted column that begins with an empty cell shifts nobody")
  func emptyFirstCell() throws {
    #expect(try pasted("\n5\n6\n") == ["b du1 5", "c du1 6"])
  }

  @Test("A value is no title, also where an item has its name")
  func valueLikeTitle() throws {
    let one = Classification(identifier: ItemIdentifier("1"))
    #expect(try pasted("1\n2\n3\n", others: [one]) == ["a du1 1", "b du1 2", "c du1 3"])
  }

  @Test("Usernames beside e-mail addresses have to agree, also without titles")
  func untitledIdentifiers() throws {
    let students = ["a", "b"].map {
      Student(
        username: Username("user\($0)"), firstName: nil, lastName: nil,
        email: "user\($0)@example.org")
    }
    var options = TableReading.Options()
    options.anchor = (items: [Desk.items[0]], students: students.map(\.username))
    for (text, edits, refused) in [
      ("usera\tusera@example.org\t5\nuserb\tuserb@example.org\t6\n", 2, 0),
      ("usera@example.org\tuserb\t5\nuserb@example.org\tuserb\t6\n", 1, 1),
    ] {
      let reading = try TableReading(
        .cells(PastedTable.table(text)), definitions: definitions, students: students,
        options: options)
      #expect(reading.edits.count == edits)
      #expect(reading.problems.count { $0.kind == .identifiersDisagree } == refused)
    }
  }

  @Test("The focused item's own name above a pasted column is its title")
  func ownTitle() throws {
    #expect(try pasted("du1\n5\n6\n") == ["a du1 5", "b du1 6"])
  }
}
