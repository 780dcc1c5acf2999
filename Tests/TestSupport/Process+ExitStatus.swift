import Foundation

extension Process {
  /// Starts the process and returns its exit status; a cancelled task ends the process.
  package func exitStatus() async throws -> Int32 {
    try Task.checkCancellation()
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { done in
        terminationHandler = { done.resume(returning: $0.terminationStatus) }
        do { try run() } catch { done.resume(throwing: error) }
      }
    } onCancel: {
      if isRunning { terminate() }
    }
  }
}
