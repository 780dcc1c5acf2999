import Foundation
import Testing

/// The sources ask for no C library of one system without that of the others.
@Suite("Imports of C libraries")
struct PlatformImportTests {
  @Test("Glibc is imported under a condition with Darwin in its place, and qualifies no function")
  func imports() throws {
    let folders = ["Sources", "Localization", "Configuration", "Tests"]
    let files = Repository.files(in: folders, withExtensions: ["swift"])
    let wrong = try files.compactMap { file -> String? in
      let text = try String(contentsOf: file, encoding: .utf8)
      return Self.isPortable(text) ? nil : Repository.path(of: file)
    }
    #expect(wrong.isEmpty)
  }

  @Test("What is not portable is found")
  func notPortable() {
    let condition = "#if canImport(Glibc)\n  import Glibc\n#else\n  import Darwin\n#endif\n"
    #expect(Self.isPortable("import Foundation\n" + condition))
    #expect(!Self.isPortable("import " + "Glibc\n"))
    #expect(!Self.isPortable("#if canImport(Glibc)\n  import Glibc\n#endif\n"))
    #expect(!Self.isPortable(condition + "let file = Glibc" + ".open(path, O_RDONLY)\n"))
  }

  private static func isPortable(_ text: String) -> Bool {
    var conditions: [String] = []
    for line in text.split(separator: "\n") {
      let code = line.drop { $0 == " " }
      if code.hasPrefix("//") { continue }
      if code.hasPrefix("#if") { conditions.append(String(code)) }
      if code.hasPrefix("#endif") { _ = conditions.popLast() }
      if code == "import Glibc" {
        guard conditions.last == "#if canImport(Glibc)", text.contains("import Darwin") else {
          return false
        }
      }
      if code.contains(/\bGlibc\.[a-z]/) && !code.contains("\"") { return false }
    }
    return true
  }
}
