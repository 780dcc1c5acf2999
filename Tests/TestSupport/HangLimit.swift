import Testing

extension Trait where Self == TimeLimitTrait {
  /// Lets a test that hangs fail. Far more than any test takes on a busy machine: speed is measured by the
  /// benchmarks.
  public static var hangLimit: Self { .timeLimit(.minutes(10)) }
}
