import GradesClient

/// What has changed in a course's structure while it was edited.
public struct StructureNews: Hashable, Sendable {
  /// Who has changed it.
  public enum Origin: Hashable, Sendable {
    /// A colleague, in the service.
    case colleague
    /// The same user in another window, as edits that were not sent yet.
    case window
  }

  /// An edit that was put aside, because the other side has changed the same.
  public struct Aside: Hashable, Sendable {
    /// The item.
    public var item: ItemIdentifier
    /// The field as it was wanted and as it is now; nil where one side has removed the item.
    public var field: StructurePlan.FieldChange?
  }

  /// Who has changed it.
  public var origin: Origin
  /// The changes, as a plan from what there was to what there is.
  public var changes: StructurePlan
  /// The edits that were put aside.
  public var asides: [Aside]

  /// Whether nothing has changed.
  public var isEmpty: Bool { changes.isEmpty }
}
