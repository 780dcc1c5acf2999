import Foundation
import GradesClient
import GradesCore

/// A course of any size, as the service's answers describe it (Service contract, 6); all invented.
struct InventedCourse: Sendable {
  static let code = CourseCode("XI-AAA.23")
  static let semester = "B261"
  static let username = "ucitezk1"

  var students: Int
  var items: Int

  /// Names in no useful order, with letters that Czech sorts in its own way.
  static func names(of student: Int) -> (first: String, last: String) {
    let first = ["Adéla", "Čeněk", "Jan", "Šárka", "Žofie", "Ondřej", "Radka"]
    let last = [
      "Zkušební", "Černý", "Chalupa", "Dvořák", "Ďurica", "Hájek", "Řezníček", "Šťastný",
      "Ťoupal", "Ibsen", "Žák",
    ]
    let mixed = (student &* 7_919) % 100_003
    return (first[mixed % first.count], last[mixed % last.count])
  }

  func username(_ student: Int) -> String { "zkus\(10_000 + (student &* 7_919) % 100_003)" }

  func identifier(_ item: Int) -> String { item == 0 ? "body" : "du\(item)" }

  /// The value that the service has for a student's item.
  func value(_ student: Int, _ item: Int) -> Double { Double((student &* 31 + item) % 41) / 4 }

  /// 6.8: a group, all items.
  var table: Data {
    let rows = (0..<students).map { student in
      let cells = (0..<items).map { item in
        #""\#(identifier(item))":{"id":null,"timestamp":17013888\#(10_000 + item),"#
          + #""value":\#(value(student, item)),"note":"","authorUsername":"ucitezk1"}"#
      }
      let name = Self.names(of: student)
      return #"{"userId":null,"username":"\#(username(student))","firstName":"\#(name.first)","#
        + #""lastName":"\#(name.last)","fullName":null,"email":"\#(username(student))@example.org","#
        + #""personalNumber":null,"grade":2,"classificationMap":{\#(cells.joined(separator: ","))},"#
        + #""parallelCodes":{"TUTORIAL":"555000111222"},"parallelNumbers":{"TUTORIAL":null}}"#
    }
    return Data("[\(rows.joined(separator: ","))]".utf8)
  }

  /// 6.10: a group, one item.
  var column: Data {
    let cells = (0..<students).map { student in
      let name = Self.names(of: student)
      return #"{"id":\#(300_000 + student),"timestamp":null,"value":\#(value(student, 1)),"#
        + #""note":null,"authorUsername":null,"studentUsername":"\#(username(student))","#
        + #""classificationIdentifier":"du1","firstName":"\#(name.first)","#
        + #""lastName":"\#(name.last)","email":"\#(username(student))@example.org","#
        + #""personalNumber":null,"parallelCodes":{}}"#
    }
    return Data("[\(cells.joined(separator: ","))]".utf8)
  }

  /// 6.9: definitions; of every five items the first is the parent of the other four.
  var definitions: Data {
    Data("[\((0..<items).map { definition($0) + "}" }.joined(separator: ","))]".utf8)
  }

  /// 6.7: one student.
  var record: Data {
    let values = (0..<items).map {
      definition($0) + #","value":\#(value(0, $0)),"note":"","lastUpdated":1701388800000}"#
    }
    let name = Self.names(of: 0)
    return Data(
      (#"{"userId":null,"username":"\#(username(0))","firstName":"\#(name.first)","#
        + #""lastName":"\#(name.last)","fullName":null,"email":"a@example.org","#
        + #""personalNumber":"900001","grade":2,"parallelCodes":{"TUTORIAL":"555000111222"},"#
        + #""studentClassificationFullDtos":[\#(values.joined(separator: ","))]}"#).utf8)
  }

  /// A definition without its closing brace.
  private func definition(_ item: Int) -> String {
    let parent = item / 5 * 5
    let (id, name) =
      item == parent ? ("null", "null") : ("\(8_000 + parent)", "\"\(identifier(parent))\"")
    return #"{"id":\#(8_000 + item),"identifier":"\#(identifier(item))","parentId":\#(id),"#
      + #""parentIdentifier":\#(name),"courseCode":"\#(Self.code)","#
      + #""semesterCode":"\#(Self.semester)","evaluationType":"MANUAL","#
      + #""classificationType":"HOMEWORK","valueType":"NUMBER","classificationTextDtos":["#
      + #"{"identifier":"cs","name":"Úloha \#(item)"},{"identifier":"en","name":"Task \#(item)"}],"#
      + #""skillDtos":[],"hidden":false,"index":\#(item % 5),"minimumValue":0,"#
      + #""minimumRequiredValue":3,"maximumValue":12,"expression":null,"#
      + #""aggregatedIdentifier":null,"aggregationFunction":null,"aggregationScope":null"#
  }

  /// The table that `grades import` reads: every student's value of the first items, each changed.
  func file(items: Int) -> Data {
    var text =
      "username," + (1...items).map { identifier($0) }.joined(separator: ",") + "\n"
    for student in 0..<students {
      let fields = (1...items).map { "\(value(student, $0) + 1)" }
      text += "\(username(student)),\(fields.joined(separator: ","))\n"
    }
    return Data(text.utf8)
  }

  /// What the service has, as edits are reviewed against it.
  func grid() async throws -> CellGrid {
    let service = GradesAPI(answering: self)
    let rows = try await service.allRows()
    return CellGrid(
      definitions: try await service.allDefinitions(), students: rows.map(\.student),
      values: Dictionary(uniqueKeysWithValues: rows.map { ($0.student.username, $0.values) }))
  }
}
