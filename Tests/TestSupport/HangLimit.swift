import Foundation
import Testing

extension Trait where Self == TimeLimitTrait {
  /// Lets a test that hangs fail. Far more than any test takes on a busy machine: speed is measured by the
  /// benchmarks. Under a sanitizer everything takes longer (`GRADES_SLOW_TESTS`).
  public static var hangLimit: Self {
    .timeLimit(.minutes(ProcessInfo.processInfo.environment["GRADES_SLOW_TESTS"] == nil ? 10 : 60))
  }
}
