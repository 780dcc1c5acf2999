import Foundation
import Testing

extension Trait where Self == TimeLimitTrait {
  /// Lets a test that hangs fail. Far more than any test takes on a busy machine: speed is measured by the
  /// benchmarks.
  package static var hangLimit: Self { .timeLimit(.minutes(Duration.testsAreSlow ? 60 : 10)) }
}

extension Duration {
  /// Whether everything takes many times as long as usual, as under a sanitizer.
  package static let testsAreSlow =
    ProcessInfo.processInfo.environment["GRADES_SLOW_TESTS"] != nil
}
