#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// System calls that members with the same names hide elsewhere.
enum SystemCalls {
  /// Starts to listen on a bound socket; nonzero for a failure.
  static func startListening(_ descriptor: Int32) -> Int32 { listen(descriptor, SOMAXCONN) }

  /// Makes the two ends of a pipe; nonzero for a failure.
  static func makePipe(_ ends: inout [Int32]) -> Int32 { pipe(&ends) }

  /// Closes a descriptor.
  static func closeFile(_ descriptor: Int32) { _ = close(descriptor) }
}
