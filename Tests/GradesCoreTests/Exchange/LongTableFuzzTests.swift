import Foundation
import GradesClient
import GradesCore
import TestSupport
import Testing

/// Users' own tables of names that were damaged, and long files.
@Suite("Tables of many rows and of other names")
struct LongTableFuzzTests {
  private static let students = (0..<40).map { index in
    Student(username: Username("student\(index)"), firstName: nil, lastName: nil)
  }
  private static let definitions = ["du1", "du2"].map {
    Classification(identifier: ItemIdentifier($0), valueType: .number)
  }

  @Test("With damaged other names, each row still has at most one edit of the item")
  func otherNames() async {
    let names = (0..<8).map { "nick \($0);student\($0)" }.joined(separator: "\n")
    let file = "nick;du1\n" + (0..<10).map { "nick \($0);\($0)" }.joined(separator: "\n")
    await FuzzRun.seeds(400) { seed in
      var damage = ByteDamage(
        seed: seed, pieces: ["nick", "username", "student1", "nick 2", ";", "\t", "\"", "\r"])
      let bytes = Data(damage.damaged(Array("nick;username\n\(names)\n".utf8)))
      var options = TableReading.Options()
      options.students = (try? TableFile(bytes)).flatMap { try? StudentMap($0) }
      guard
        let reading = try? TableReading(
          try TableFile(Data(file.utf8)), definitions: Self.definitions, students: Self.students,
          options: options)
      else { return }
      for edit in reading.edits {
        #expect("\(edit.identifier)" == "du1", "seed \(seed)")
        #expect((1...11).contains(edit.row ?? 1), "seed \(seed)")
      }
      #expect(Set(reading.edits.map(\.row)).count == reading.edits.count, "seed \(seed)")
    }
  }

  @Test("Long files are read or refused, and rows before the damage keep their values")
  func longFiles() async {
    await FuzzRun.seeds(60) { seed in
      let count = 40 << Int(seed % 5)
      var bytes = Array("username,du1,du2\n".utf8)
      for row in 0..<count { bytes += Array("student\(row),\(row % 10).5,\(row % 7)\n".utf8) }
      // The last quarter is damaged.
      let whole = bytes.count * 3 / 4
      var damage = ByteDamage(seed: seed, pieces: ["username", "du1", "\"\"", "\r", ";", "\t"])
      let end = damage.damaged(Array(bytes[whole...]))
      guard
        let file = try? TableFile(Data(bytes[..<whole] + end)),
        let reading = try? TableReading(file, definitions: Self.definitions)
      else { return }
      let edited = Set(reading.edits.map { "\($0.username)" })
      // Another separator, encoding or quotation may be found in the damage, never a part of a row.
      let known = (0..<count / 2).filter { edited.contains("student\($0)") }
      #expect(known.isEmpty || known.count == count / 2, "seed \(seed)")
    }
  }
}
