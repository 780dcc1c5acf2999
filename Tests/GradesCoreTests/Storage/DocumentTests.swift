import Foundation
import GradesClient
import Testing

@testable import GradesCore

@Suite("Stored documents") struct DocumentTests {
  @Test func tellsZeroNoAndNotGradedApart() throws {
    let values: [GradeValue?] = [
      nil, .number(0), .flag(false), .text(""), .number(-0.125), .text("příliš žluťoučký kůň 🐎"),
    ]
    var writer = DocumentWriter()
    for value in values { writer.write(value) }

    var reader = DocumentReader(writer.bytes)
    let read = try values.map { _ in try reader.optionalValue(GradeValue.self) }

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
    let cells = SeenCells(cells: [SeenCells.Cell(key: "du1", value: .flag(true))])
    #expect(
      cells.stored() == [
        2, 2, 6, 100, 117, 49, 0, 1, 4, 1, 0, 0, 73, 98, 155, 155, 54, 210, 14, 44,
      ])
  }

  @Test func refusesDamagedBytesAndNeverTraps() throws {
    let cells = ["du1", "zkouška"].map { SeenCells.Cell(key: $0, value: .number(8)) }
    let bytes = SeenCells(cells: cells).stored()
    for length in bytes.indices {
      #expect(throws: DocumentReader.Damaged.self) {
        try SeenCells(stored: Array(bytes[..<length]))
      }
    }
    for position in bytes.indices {
      for flip in [UInt8(0x01), 0x80, 0xFF] {
        var damaged = bytes
        damaged[position] ^= flip
        #expect(throws: DocumentReader.Damaged.self) { try SeenCells(stored: damaged) }
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
      _ = try? reader.list(SeenCells.Cell.self)
      reader = DocumentReader(bytes)
      _ = try? LoggedChange(from: &reader)
      reader = DocumentReader(bytes)
      _ = try? reader.list(ServiceNotification.self)
    }
  }
}
