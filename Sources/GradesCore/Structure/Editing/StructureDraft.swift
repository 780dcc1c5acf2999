import Foundation

/// An edited structure that was not sent yet.
package struct StructureDraft: Hashable, Sendable {
  /// What the service had when it was edited.
  package var base: StructureFile
  package var edited: StructureFile
}

extension StructureDraft {
  private static let separator = "# The items above were made of:"
  private static let basePrefix = "#| "

  /// The draft as one file: the wanted items, which `structure plan` reads too, then what they were made of
  /// as comments.
  var text: String {
    let base = base.text().split(separator: "\n", omittingEmptySubsequences: false)
      .map { Self.basePrefix + $0 }
    return edited.text() + Self.separator + "\n" + base.joined(separator: "\n") + "\n"
  }

  /// Reads a file as ``text`` writes it; nil for anything else.
  init?(text: [UInt8]) {
    let lines = text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    guard let separator = lines.lastIndex(where: { $0.elementsEqual(Self.separator.utf8) }),
      let edited = Self.file(lines[..<separator]),
      let base = Self.file(
        lines[(separator + 1)...].filter { $0.starts(with: Self.basePrefix.utf8) }
          .map { $0.dropFirst(Self.basePrefix.utf8.count) }[...])
    else { return nil }
    self.init(base: base, edited: edited)
  }

  private static func file(_ lines: ArraySlice<ArraySlice<UInt8>>) -> StructureFile? {
    let reading = StructureReading(Data(lines.joined(separator: [UInt8(ascii: "\n")])))
    return reading.hasErrors ? nil : reading.file
  }
}
