import Foundation
import Testing

/// Modules import one way only: as the diagram in Architecture.md shows.
@Suite("Imports between modules")
struct ModuleImportsTests {
  @Test("A module imports only what the diagram in Architecture.md allows")
  func imports() throws {
    let allowed = try diagram()
    let folders = try moduleFolders()
    #expect(folders.count > 8)
    for (folder, module) in folders {
      let known = try #require(allowed[module], "\(module) is missing in the diagram")
      for (file, imported) in try imports(in: folder)
      where allowed[imported] != nil && imported != module {
        #expect(known.contains(imported), "\(file): \(module) must not import \(imported)")
      }
    }
  }

  @Test("The diagram has no cycle")
  func noCycle() throws {
    for (module, imported) in try diagram() {
      #expect(!imported.contains(module), "\(module)")
    }
  }

  /// What each module of the diagram may import, directly or through another one.
  ///
  /// Each line is `A, B → C → D`: what stands left of an arrow imports what stands right of it.
  private func diagram() throws -> [String: Set<String>] {
    let page = Repository.root.appending(
      path: "Sources/GradesApp/GradesApp.docc/Architecture.md")
    let document = try String(contentsOf: page, encoding: .utf8)
    let blocks = document.components(separatedBy: "```")
    let lines = try #require(blocks.first { $0.contains("GradesApp →") }).split(separator: "\n")
    var allowed: [String: Set<String>] = [:]
    for line in lines {
      let groups = line.components(separatedBy: "→").map { group in
        group.components(separatedBy: ",").map { $0.trimmingCharacters(in: .whitespaces) }
      }
      for module in groups.joined() { allowed[module, default: []].formUnion([]) }
      for (left, right) in zip(groups, groups.dropFirst()) {
        for module in left { allowed[module, default: []].formUnion(right) }
      }
    }
    for _ in allowed {
      for (module, imported) in allowed {
        allowed[module] = imported.reduce(into: imported) { $0.formUnion(allowed[$1] ?? []) }
      }
    }
    return allowed
  }

  /// The modules by their folders.
  private func moduleFolders() throws -> [String: String] {
    var folders = ["Localization": "GradesLocalization", "Configuration": "GradesConfiguration"]
    let sources = Repository.root.appending(path: "Sources").path
    for name in try FileManager.default.contentsOfDirectory(atPath: sources)
    where !name.hasPrefix(".") {
      folders["Sources/\(name)"] = name
    }
    return folders
  }

  /// The modules that the files of a folder import, each with the file.
  private func imports(in folder: String) throws -> [(file: String, module: String)] {
    var found: [(String, String)] = []
    for file in Repository.files(in: [folder], withExtensions: ["swift"]) {
      for line in try String(contentsOf: file, encoding: .utf8).split(separator: "\n") {
        guard let module = Self.module(importedBy: line) else { continue }
        found.append((Repository.path(of: file), module))
      }
    }
    return found
  }

  /// The module of a line such as `@testable public import struct Module.Name`.
  private static func module(importedBy line: Substring) -> String? {
    let access: Set = ["public", "package", "internal", "fileprivate", "private"]
    let kinds: Set = ["struct", "class", "enum", "protocol", "func", "var", "let", "typealias"]
    var words = line.split(separator: " ")
      .drop { $0.hasPrefix("@") || access.contains(String($0)) }
    guard words.popFirst() == "import" else { return nil }
    let name = words.drop { kinds.contains(String($0)) }.first
    return name.map { String($0.prefix { $0 != "." }) }
  }
}
