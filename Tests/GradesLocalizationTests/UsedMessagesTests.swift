import Foundation
import GradesLocalization
import Testing

@Suite("Messages that the program says")
struct UsedMessagesTests {
  @Test("Every message is said somewhere in the sources")
  func used() throws {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    try #require(
      FileManager.default.fileExists(atPath: root.appending(path: "Sources/grades/main.swift").path)
    )
    var members: Set<String> = []
    for folder in ["Sources", "Localization"] {
      let files = try #require(
        FileManager.default.enumerator(
          at: root.appending(path: folder), includingPropertiesForKeys: nil))
      for case let file as URL in files where file.pathExtension == "swift" {
        members.formUnion(try Self.members(in: [UInt8](Data(contentsOf: file))))
      }
    }
    let unsaid = Message.allCases.map(\.key).filter { !members.contains($0) }
    #expect(unsaid == [])
  }

  /// The names that stand behind a dot, as in `strings(.coursesTitle)`.
  private static func members(in source: [UInt8]) -> Set<String> {
    var members: Set<String> = []
    for part in source.split(separator: UInt8(ascii: ".")).dropFirst() {
      let name = part.prefix { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"):
          true
        default: false
        }
      }
      members.insert(String(decoding: name, as: UTF8.self))
    }
    return members
  }
}
