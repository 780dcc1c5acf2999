import Foundation

/// Does work that blocks on a thread of its own, since threads of the cooperative pool must not block.
package func onOwnThread<Value: Sendable, Failure: Error>(
  name: String? = nil, _ work: @escaping @Sendable () throws(Failure) -> Value
) async throws(Failure) -> Value {
  let result = await withCheckedContinuation { continuation in
    startThread(name: name) {
      continuation.resume(returning: Result { () throws(Failure) in try work() })
    }
  }
  return try result.get()
}

func startThread(name: String? = nil, _ work: @escaping @Sendable () -> Void) {
  let thread = Thread(block: work)
  thread.name = name
  thread.start()
}
