import Foundation
import Testing

/// How long random tests run: a few seeds in every run of the tests, many in `make fuzz`.
///
/// `GRADES_FUZZ` is the number of seeds of each test, `GRADES_FUZZ_FROM` the first of them (else they
/// follow from the clock). The seed in use is in the file `grades-fuzz-seed` of the temporary folder,
/// in case a test ends the process. A long run writes a line for each test to standard error.
package enum FuzzRun {
  /// Runs a test for seeds: those that once found something, and from 1 on, or the many of a long run.
  ///
  /// - Parameter cost: how many seeds of other tests take as long as one of this test; a long run has
  ///   as many times fewer of them.
  package static func seeds(
    _ few: UInt64, keeping kept: [UInt64] = [], cost: UInt64 = 1,
    _ test: (UInt64) async throws -> Void
  ) async rethrows {
    let variables = ProcessInfo.processInfo.environment
    guard let many = variables["GRADES_FUZZ"].flatMap(UInt64.init) else {
      for seed in kept + Array(1...few) { try await test(seed) }
      return
    }
    let first =
      variables["GRADES_FUZZ_FROM"].flatMap(UInt64.init)
      ?? UInt64(Date().timeIntervalSince1970) * 1_000_000
    let count = max(1, many / cost)
    let note = FileManager.default.temporaryDirectory.appending(path: "grades-fuzz-seed")
    let begin = ContinuousClock.now
    for seed in kept + Array(first..<first + count) {
      try? Data("\(seed)\n".utf8).write(to: note)
      try await test(seed)
    }
    let seconds = (ContinuousClock.now - begin).components.seconds
    let name = Test.current.map { $0.displayName ?? $0.name } ?? ""
    let line = "\(name): \(count) seeds from \(first), \(seconds) s\n"
    FileHandle.standardError.write(Data(line.utf8))
  }
}
