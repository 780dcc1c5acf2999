/// The tasks of the open scenes: whatever takes a while, such as loading.
@MainActor
final class SceneTasks {
  struct Outcome {
    fileprivate let id: Int
    let result: Result<Response, any Error>
  }

  private var running: [Int: (scene: Scene, task: Task<Void, Never>)] = [:]
  private var lastID = 0

  var isEmpty: Bool { running.isEmpty }

  /// Starts a task of a scene; `report` is called on the main actor when it has finished.
  func start(
    _ scene: Scene, _ work: @escaping @MainActor () async throws -> Response,
    report: @escaping @MainActor (Outcome) -> Void
  ) {
    lastID += 1
    let id = lastID
    let task = Task {
      do { report(Outcome(id: id, result: .success(try await work()))) } catch {
        report(Outcome(id: id, result: .failure(error)))
      }
    }
    running[id] = (scene, task)
  }

  /// Removes a finished task and returns its scene; nil when the task was cancelled before.
  func remove(_ outcome: Outcome) -> Scene? { running.removeValue(forKey: outcome.id)?.scene }

  func isBusy(_ scene: Scene) -> Bool { running.values.contains { $0.scene == scene } }

  /// Cancels the tasks of a scene; their outcomes no longer count.
  func cancel(_ scene: Scene) {
    for (id, entry) in running where entry.scene == scene {
      entry.task.cancel()
      running[id] = nil
    }
  }

  /// Cancels all tasks; their outcomes still arrive.
  func cancelAll() {
    for entry in running.values { entry.task.cancel() }
  }
}
