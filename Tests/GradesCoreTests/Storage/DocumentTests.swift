import Foundation
import GradesClient
import Testing

@testable import GradesCore

@Suite("Stored documents") struct DocumentTests {
  @Test func tellsZeroNoAndNotGradedApart() throws {
    let values: [RecordedValue] = [
      RecordedValue(value: nil), RecordedValue(value: .number(0)),
      RecordedValue(value: .flag(false)),
      RecordedValue(value: .text("")), RecordedValue(value: .number(-0.125)),
      RecordedValue(
        value: .text("příliš žluťoučký kůň 🐎"), note: "pozdě",
        updatedAt: Date(timeIntervalSince1970: 1_701_388_800.123), author: "ucitezk1"),
    ]
    var writer = DocumentWriter()
    writer.write(values)

    var reader = DocumentReader(writer.bytes)
    let read = try reader.list(RecordedValue.self)

    #expect(read == values)
    #expect(Set(read).count == 6)
    #expect(reader.isAtEnd)
  }

  @Test(arguments: [0, 1, -1, 63, 64, -64, -65, 127, 128, 300, 1 << 40, .max, .min])
  func readsEveryWholeNumberBack(number: Int) throws {
    var writer = DocumentWriter()
    writer.write(number)
    var reader = DocumentReader(writer.bytes)
    #expect(try reader.int() == number)
  }

  @Test func keepsTheFormInWhichDocumentsAreStored() {
    // A change of these bytes needs a new format number.
    let roles = UserRoles(studentCourses: [CourseCode("XI-A.23")], teacherCourses: [])
    #expect(
      roles.stored() == [
        2, 2, 14, 88, 73, 45, 65, 46, 50, 51, 0, 131, 69, 235, 64, 76, 243, 56, 14,
      ])
  }

  @Test func refusesDamagedBytesAndNeverTraps() throws {
    let roles = UserRoles(
      studentCourses: [CourseCode("XI-AAA.23"), CourseCode("XI-BBB")],
      teacherCourses: [CourseCode("XI-DDD.23")])
    let bytes = roles.stored()
    for length in bytes.indices {
      #expect(throws: DocumentReader.Damaged.self) {
        try UserRoles(stored: Array(bytes[..<length]))
      }
    }
    for position in bytes.indices {
      for flip in [UInt8(0x01), 0x80, 0xFF] {
        var damaged = bytes
        damaged[position] ^= flip
        #expect(throws: DocumentReader.Damaged.self) { try UserRoles(stored: damaged) }
      }
    }
  }

  @Test func neverTrapsOnForeignBytesWithoutAChecksum() {
    var random = SystemRandomNumberGenerator()
    for _ in 0..<2_000 {
      let bytes = (0..<Int.random(in: 0..<60, using: &random)).map { _ in
        UInt8.random(in: .min ... .max, using: &random)
      }
      var reader = DocumentReader(bytes)
      _ = try? reader.list(Classification.self)
      reader = DocumentReader(bytes)
      _ = try? CourseList(from: &reader)
      reader = DocumentReader(bytes)
      _ = try? reader.list(RecordedValue.self)
    }
  }
}
