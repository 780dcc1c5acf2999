import Foundation
import Testing

/// What `make package` finds out only after a release build is checked here at once.
@Suite("Packages")
struct PackagingTests {
  @Test("The licence of each dependency is recorded")
  func licences() throws {
    // What only `make bench` builds is in no package.
    let manifest = try text("Package.swift").components(separatedBy: "GRADES_BENCHMARKS")[0]
    let identities = manifest.matches(of: /\.package\(url: "([^"]+)"/)
      .compactMap { $0.output.1.split(separator: "/").last?.lowercased() }
    #expect(identities.count > 3)
    let recorded = try text("Configuration/packaging/packages/components.py")
    let missing = identities.filter { !recorded.contains("    \"\($0)\": ") }
    #expect(missing.isEmpty)
  }

  @Test("The Debian package requires the libcurl that the program does")
  func libcurl() throws {
    let source = try text("Sources/CCurl/ccurl.c")
    let functions = source.matches(of: /\{"curl_(\w+)", \(void/).map { String($0.output.1) }
    // The minor version of curl 7 that brought each function, as its documentation says; 0 before 7.20.
    let since = [
      "global_init": 0, "easy_init": 0, "easy_cleanup": 0, "easy_setopt": 0, "easy_getinfo": 0,
      "slist_append": 0, "slist_free_all": 0, "multi_init": 0, "multi_cleanup": 0,
      "multi_setopt": 0, "multi_add_handle": 0, "multi_remove_handle": 0, "multi_perform": 0,
      "multi_info_read": 0, "version": 0, "multi_poll": 66, "multi_wakeup": 68,
    ]
    #expect(Set(functions) == Set(since.keys))
    let newest = try #require(since.values.max())
    let package = try text("Configuration/packaging/packages/debian.py")
    #expect(package.contains("libcurl4 (>= 7.\(newest).0)"))
    let library = try text("Sources/GradesClient/HTTP/CurlLibrary.swift")
    #expect(library.contains("older than 7.\(newest)"))
  }

  private func text(_ path: String) throws -> String {
    try String(contentsOf: Repository.root.appending(path: path), encoding: .utf8)
  }
}
