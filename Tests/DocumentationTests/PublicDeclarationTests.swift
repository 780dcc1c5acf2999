import Foundation
import Testing

/// What the libraries for other programs declare is explained where it is declared.
@Suite("Public declarations")
struct PublicDeclarationTests {
  @Test("Each has a comment", arguments: ["GradesClient", "GradesTesting"])
  func comments(_ module: String) throws {
    let files = Repository.files(in: ["Sources/\(module)"], withExtensions: ["swift"])
    #expect(files.count > 5)
    for file in files {
      let text = try String(contentsOf: file, encoding: .utf8)
      let missing = Self.undocumented(in: text)
      #expect(missing.isEmpty, "\(Repository.path(of: file))")
    }
  }

  @Test("A missing comment is found")
  func missing() {
    let text = """
      /// Known.
      @frozen
      public struct Known {
        public let x: Int
        /// Known.
        public init() {}
        func own() {}
      }
      extension Known {
        public static func unknown() {}
      }
      /// Known.
      public enum Kind {
        /// Known.
        case one
        case two, three
        public var value: Int {
          switch self {
          case .one: 1
          default: 2
          }
        }
      }
      """
    #expect(
      Self.undocumented(in: text) == [
        "public let x: Int", "public static func unknown() {}", "case two, three",
        "public var value: Int {",
      ])
  }

  /// The lines that declare something public, or a case of a public enumeration, without a comment above.
  private static func undocumented(in text: String) -> [String] {
    var found: [String] = []
    var hasComment = false
    /// The indentation of the public enumeration around the line.
    var enumeration: Int?
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      let code = line.drop { $0 == " " }
      let indentation = line.count - code.count
      if code.hasPrefix("}"), indentation == enumeration { enumeration = nil }
      let isCase =
        code.hasPrefix("case ") && enumeration.map { indentation == $0 + 2 } ?? false
        && !code.hasSuffix(":") && !code.contains(/^case \./)
      if code.contains(/^public (?!extension)/) || isCase {
        if !hasComment { found.append(String(code)) }
        let isEnumeration = ["public enum ", "public indirect enum "].contains(
          where: code.hasPrefix)
        if isEnumeration, !code.hasSuffix("}") { enumeration = indentation }
      }
      if code.hasPrefix("///") {
        hasComment = true
      } else if !code.hasPrefix("@"), !code.hasPrefix("#") {
        hasComment = false
      }
    }
    return found
  }
}
