import Foundation
@testable import GradesClient
@testable import GradesCore

/// Files of a course's structure.
enum StructureReader {
  static func read(_ bytes: [UInt8]) {
    let reading = StructureReading(Data(bytes))
    let checked = reading.checked()
    for problem in checked.problems {
      check(problem.place.line >= 1 && problem.place.column >= 1, "a problem at no place")
    }
    // The items that could be read are shown, also beside errors.
    _ = reading.file.text(keeping: reading)
    guard !checked.hasErrors else { return }
    let file = plain(reading.file)
    checkEqual(plain(read(reading.file.text()).file), file, "written and read")
    let kept = reading.file.text(keeping: reading)
    let again = read(kept)
    checkEqual(plain(again.file), file, "written with comments and read")
    checkEqual(again.file.text(keeping: again), kept, "comments move when they are written again")
  }

  private static func read(_ text: String) -> StructureReading {
    let reading = StructureReading(Data(text.utf8))
    check(!reading.hasErrors, "a written file has errors: \(reading.problems)\n\(text)")
    return reading
  }

  /// A file without the order numbers, which follow from the order.
  private static func plain(_ file: StructureFile) -> StructureFile {
    var file = file
    for index in file.items.indices { file.items[index].definition.index = 0 }
    return file
  }
}
