import Foundation

/// How long random tests run: a few seeds in every run of the tests, many in `make fuzz`.
///
/// `GRADES_FUZZ` is the number of seeds of each test, `GRADES_FUZZ_FROM` the first of them (else they
/// follow from the clock). The seed in use is in the file `grades-fuzz-seed` of the temporary folder,
/// in case a test ends the process.
public enum FuzzRun {
  /// Runs a test for seeds: those that once found something, and from 1 on, or the many of a long run.
  public static func seeds(
    _ few: UInt64, keeping kept: [UInt64] = [], _ test: (UInt64) async throws -> Void
  ) async rethrows {
    let variables = ProcessInfo.processInfo.environment
    guard let many = variables["GRADES_FUZZ"].flatMap(UInt64.init) else {
      for seed in kept + Array(1...few) { try await test(seed) }
      return
    }
    let first =
      variables["GRADES_FUZZ_FROM"].flatMap(UInt64.init)
      ?? UInt64(Date().timeIntervalSince1970) * 1_000_000
    print("Seeds from \(first) on")
    let note = FileManager.default.temporaryDirectory.appending(path: "grades-fuzz-seed")
    for seed in kept + Array(first..<first + many) {
      try? Data("\(seed)\n".utf8).write(to: note)
      try await test(seed)
    }
  }
}
