import Foundation
import GradesClient

/// What became of a plan that was applied, as the course was read afterwards.
package struct StructureOutcome: Hashable, Sendable {
  /// The backup; nil where nothing could be lost.
  package var backup: URL?
  // What the course has of the plan.
  package var created: [ItemIdentifier] = []
  package var updated: [ItemIdentifier] = []
  package var removed: [ItemIdentifier] = []
  /// What others changed while the plan was applied; it stopped then.
  package var foreign: [StructureForeignChange] = []
  package var failure: GradesError?
  /// What still differs from the plan; nil when the course could not be read afterwards.
  package var remaining: StructurePlan?

  /// Whether the course is as the plan wants it.
  package var isFinished: Bool { failure == nil && foreign.isEmpty && remaining?.isEmpty == true }
}

/// Why a plan is not applied; nothing was sent.
package enum StructureRefusal: Error, Hashable, Sendable {
  /// Removing these items, which have values, was not allowed.
  case removals([StructurePlan.Removal])
  /// Others changed the course since the plan was made.
  case changed([StructureForeignChange])
}
