import GRDB
import Synchronization

/// The input of the sample data: the same plan always gives the same data.
struct SamplePlan: Hashable, Sendable {
  let seed: UInt64
  /// The number of students at the faculty, at least one.
  let students: Int
}

/// Filled databases in memory, which services copy, because filling one takes much longer.
enum SampleTemplates {
  private typealias Filling = Task<DatabaseQueue, any Error>

  /// One process rarely needs more plans; a removed one is made again.
  private static let limit = 4
  private static let templates = Mutex<[(plan: SamplePlan, filling: Filling)]>([])

  static func template(for plan: SamplePlan) async throws -> DatabaseQueue {
    let filling = templates.withLock { templates in
      if let known = templates.first(where: { $0.plan == plan }) { return known.filling }
      let filling = Filling {
        let database = try DatabaseQueue()
        try await database.write { try SampleWriter(plan: plan, database: $0).write() }
        return database
      }
      templates.append((plan, filling))
      if templates.count > limit { templates.removeFirst() }
      return filling
    }
    return try await filling.value
  }
}
