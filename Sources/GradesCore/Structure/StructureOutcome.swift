import Foundation
import GradesClient

/// What became of a plan that was applied, as the course was read afterwards.
public struct StructureOutcome: Hashable, Sendable {
  /// The backup; nil where nothing could be lost.
  public var backup: URL?
  /// The items that are new in the course.
  public var created: [ItemIdentifier] = []
  /// The items that are changed in the course.
  public var updated: [ItemIdentifier] = []
  /// The items that are no longer in the course.
  public var removed: [ItemIdentifier] = []
  /// What others changed while the plan was applied; it stopped then.
  public var foreign: [StructureForeignChange] = []
  /// What stopped it.
  public var failure: GradesError?
  /// What still differs from the plan; nil when the course could not be read afterwards.
  public var remaining: StructurePlan?

  /// Whether the course is as the plan wants it.
  public var isFinished: Bool { failure == nil && foreign.isEmpty && remaining?.isEmpty == true }
}

/// Why a plan is not applied; nothing was sent.
public enum StructureRefusal: Error, Hashable, Sendable {
  /// Removing these items, which have values, was not allowed.
  case removals([StructurePlan.Removal])
  /// Others changed the course since the plan was made.
  case changed([StructureForeignChange])
}
