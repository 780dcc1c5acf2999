import AppTestSupport
import Foundation
import GradesTesting
import TestSupport
import Testing

/// A colleague or a broken service puts control characters into names, notes and values.
@Suite("Foreign control characters", .inTurn)
struct HostileTextTests {
  /// Clears the screen, sets the title, moves the cursor, turns the reading direction round.
  private static let hostile =
    "\u{1B}[2J\u{1B}]0;owned\u{07}\u{9B}31m\u{202E}evil\u{202C}\r\u{08}\nnext\u{2028}line\tend"

  private func program() async throws -> (Program, TestService) {
    let service = try await TestService.started()
    try await service.control.changeAsColleague(
      course: "XI-PRJ.22", username: "zkusade1", item: "i2zprava", value: .text(Self.hostile),
      note: Self.hostile)
    service.control.add(
      Fault(
        "GET", "/information", times: nil,
        .answer(
          status: 200, headers: ["Content-Type": "application/json;charset=UTF-8"],
          body: #"""
            {"courseCode": "XI-PRJ.22", "courseName": "Team\u001b[31m\u202e work\nin red",
             "completion": "EXAM\u001b[0m"}
            """#)))
    return (try await .signedIn(to: service), service)
  }

  @Test("Tables show pictures of them, on one line")
  func table() async throws {
    let (program, service) = try await program()
    let run = await program("course XI-PRJ.22")
    #expect(run.status == 0)
    #expect(run.lines.first?.hasPrefix("XI-PRJ.22  Team␛[31m� work in red  ") == true)
    let shown =
      "␛[2J␛]0;owned␇�31m�evil� ␈ next line end"
    #expect(run.out.contains("Report     \(shown)"))
    #expect(run.out.contains("  \(shown)\n"))
    #expect(run.out.unicodeScalars.allSatisfy(isHarmless))
    #expect(await program("courses").out.unicodeScalars.allSatisfy(isHarmless))
    await service.stop()
  }

  @Test("CSV keeps lines inside quotation marks and makes the rest harmless")
  func csv() async throws {
    let (program, service) = try await program()
    let run = await program("course XI-PRJ.22 --csv")
    #expect(
      run.out.unicodeScalars.allSatisfy {
        isHarmless($0) || "\r\t\u{2028}".unicodeScalars.contains($0)
      })
    let courses = await program("courses --csv")
    #expect(courses.out.contains("student,XI-PRJ.22,Team␛[31m� work in red,87,B,true\n"))
    await service.stop()
  }

  @Test("Names in a table for a spreadsheet are one harmless line, exported or not")
  func csvNames() async throws {
    let service = try await TestService.started()
    let teacher = try await Program.signedIn(to: service, as: "ucitezk1")
    let body = #"""
      [{"studentUsername": "testst01", "classificationIdentifier": "slovne",
      "value": "line 1\nline 2\u001b[0m", "firstName": "Ja\u001b[2Jna\nEva",
      "lastName": "No\r\nv\u0007\u202e\tá"}]
      """#
    service.control.add(
      Fault(
        "GET", "/group/TEST/", times: nil,
        .answer(status: 200, headers: ["Content-Type": "application/json"], body: body)))
    let row = "testst01,No v␇� á,Ja␛[2Jna Eva,\"line 1\nline 2"
    let export = await teacher("export XI-ZPT.23 --group TEST --item slovne")
    #expect(export.out == "username,lastName,firstName,slovne\n\(row)\u{1B}[0m\"\n")
    let group = await teacher("group XI-ZPT.23 TEST slovne --csv")
    #expect(group.out == "username,lastName,firstName,slovne\n\(row)␛[0m\"\n")
  }

  @Test("A table for a spreadsheet that goes to a terminal has no controls left, exported or not")
  func csvOnATerminal() async throws {
    let (student, service) = try await program()
    let teacher = try await Program.signedIn(to: service, as: "ucitezk1")
    try await service.control.changeAsColleague(
      course: "XI-ZPT.23", username: "testst01", item: "slovne", value: .text(Self.hostile))
    for (program, command) in [
      (student, "course XI-PRJ.22 --csv"), (teacher, "export XI-ZPT.23 --group TEST --item slovne"),
    ] {
      let shown = await program(command, width: 80)
      #expect(shown.status == 0, "\(shown.err)")
      #expect(shown.out.contains("␛[2J␛]0;owned␇"))
      #expect(shown.out.unicodeScalars.allSatisfy(isHarmless), "\(command)")
    }
    // Into a file the text goes as it is, because importing it must change nothing.
    let file = await teacher("export XI-ZPT.23 --group TEST --item slovne")
    #expect(file.out.contains(Self.hostile))
    await service.stop()
  }

  @Test("JSON escapes them and loses nothing")
  func json() async throws {
    let (program, service) = try await program()
    let run = await program("course XI-PRJ.22 --json")
    #expect(run.out.unicodeScalars.allSatisfy(isHarmless))
    let document = try run.object()
    let items = try #require(document["classifications"] as? [[String: Any]])
    let report = try #require(items.first { $0["identifier"] as? String == "i2zprava" })
    #expect(report["value"] as? String == Self.hostile)
    #expect(report["note"] as? String == Self.hostile)
    let course = try #require(document["course"] as? [String: Any])
    #expect(course["name"] as? String == "Team\u{1B}[31m\u{202E} work\nin red")
    await service.stop()
  }

  @Test("What was typed comes back harmless in complaints")
  func complaint() async throws {
    let program = try await Program.signedIn(to: .shared())
    for arguments in [
      ["course", "XI-\u{1B}[2J"], ["courses", "--semester", "B26\u{1B}[2J"],
      ["settings", "set", "language", "\u{1B}[2J"], ["\u{1B}[2J"], ["courses", "\u{1B}[2J"],
      ["courses", "--\u{1B}[2J"], ["courses", "--lang", "\u{1B}[2J"], ["help", "\u{1B}[2J"],
      ["courses", "--host", "\u{1B}[2J"], ["courses", "--timeout", "\u{1B}[2J"],
    ] {
      let run = await program.run(arguments)
      #expect(run.status != 0)
      #expect(run.err.contains("␛[2J"), "\(arguments)")
      #expect(run.err.unicodeScalars.allSatisfy(isHarmless), "\(arguments)")
    }
  }

  private func isHarmless(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x0A: true
    case 0..<0x20, 0x7F...0x9F, 0x2028...0x202E, 0x2066...0x206F: false
    default: true
    }
  }
}
