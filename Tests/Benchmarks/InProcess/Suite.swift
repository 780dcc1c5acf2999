import Benchmark
import Foundation

/// Every figure that is taken inside a process.
///
/// The package's command would build all modules again with flags of its own, so the suite is run as it
/// is: then it prints each benchmark's percentiles, in nanoseconds.
@main
struct Suite: BenchmarkRunnerHooks {
  static func registerBenchmarks() {
    Benchmark.defaultConfiguration = .init(
      metrics: [.wallClock], warmupIterations: 3, maxDuration: .seconds(2), maxIterations: 1_000)
    registerAnswers()
    registerCache()
    registerLists()
    registerExchange()
    registerStructure()
    registerFrames()
    registerStatistics()
    registerCourseLog()
    registerPlanner()
  }
}

/// Prepares what a benchmark works on; a failure, which the suite would pass over, ends the process.
func prepared<Value>(_ prepare: () async throws -> Value) async -> Value {
  do {
    return try await prepare()
  } catch {
    FileHandle.standardError.write(Data("A benchmark cannot be prepared: \(error)\n".utf8))
    exit(70)
  }
}

/// What was prepared is not what is to be measured.
struct Unexpected: Error {
  let found: String

  init(_ found: String) { self.found = found }
}
