import Foundation
import GradesClient

/// A changed result.
public struct ResultChange: Hashable, Sendable {
  /// The course.
  public var course: CourseCode
  /// The semester in which the course runs.
  public var semester: SemesterCode
  /// The evaluation item, or the word of `classificationType` for a total that no item shows.
  public var identifier: ItemIdentifier
  /// The item's names, in the languages that the answer had.
  public var names: [LocalizedName]
  /// The old value; nil means not graded.
  public var from: GradeValue?
  /// The new value; nil means not graded, or a removed item.
  public var to: GradeValue?
  /// The old note.
  public var noteFrom: String?
  /// The new note.
  public var noteTo: String?
  /// The time of the change by the service's clock; nil if unknown.
  public var changedAt: Date?
  /// Whether the course does not have the item any longer, or hides it.
  public var isRemoved: Bool

  /// Makes a change.
  public init(
    course: CourseCode, semester: SemesterCode, identifier: ItemIdentifier,
    names: [LocalizedName] = [], from: GradeValue?, to: GradeValue?, noteFrom: String? = nil,
    noteTo: String? = nil, changedAt: Date? = nil, isRemoved: Bool = false
  ) {
    self.course = course
    self.semester = semester
    self.identifier = identifier
    self.names = names
    self.from = from
    self.to = to
    self.noteFrom = noteFrom
    self.noteTo = noteTo
    self.changedAt = changedAt
    self.isRemoved = isRemoved
  }

  /// The item's name in a language, else in another one, else its identifier.
  public func name(in language: ServiceLanguage) -> String {
    (names.first { $0.language == language.rawValue } ?? names.first)?.name
      ?? identifier.rawValue
  }
}

/// The last seen results of a course, enough to detect changes in any language.
struct KnownResults: Hashable, Sendable {
  /// One item.
  struct Item: Hashable, Sendable {
    var identifier: ItemIdentifier
    var names: [LocalizedName]
    var value: GradeValue?
    var note: String?
  }

  /// The items in no particular order.
  var items: [Item]

  init(items: [Item]) { self.items = items }

  /// What is to be remembered of results. Items without value and note are the same as none.
  init(_ results: CourseResults) {
    items = results.items.compactMap { item in
      guard item.recorded.value != nil || item.recorded.note != nil else { return nil }
      return Item(
        identifier: item.item.identifier, names: item.item.definition.names,
        value: item.recorded.value, note: item.recorded.note)
    }
  }

  /// The changes up to newer results, in their order; removed items are last.
  func changes(to results: CourseResults) -> [ResultChange] {
    var rest = Dictionary(items.map { ($0.identifier, $0) }) { first, _ in first }
    var changes: [ResultChange] = []
    for item in results.items {
      let old = rest.removeValue(forKey: item.item.identifier)
      guard old?.value != item.recorded.value || old?.note != item.recorded.note else { continue }
      changes.append(
        ResultChange(
          course: results.course, semester: results.semester, identifier: item.item.identifier,
          names: item.item.definition.names, from: old?.value, to: item.recorded.value,
          noteFrom: old?.note, noteTo: item.recorded.note, changedAt: item.recorded.updatedAt))
    }
    for old in items where rest[old.identifier] != nil {
      changes.append(
        ResultChange(
          course: results.course, semester: results.semester, identifier: old.identifier,
          names: old.names, from: old.value, to: nil, noteFrom: old.note, isRemoved: true))
    }
    return changes
  }

  /// Takes changes over, in their order.
  mutating func add(_ changes: [ResultChange]) {
    var order = items.map(\.identifier)
    var known = Dictionary(items.map { ($0.identifier, $0) }) { first, _ in first }
    for change in changes {
      if known[change.identifier] == nil { order.append(change.identifier) }
      let isEmpty = change.isRemoved || change.to == nil && change.noteTo == nil
      known[change.identifier] =
        isEmpty
        ? nil
        : Item(
          identifier: change.identifier, names: change.names, value: change.to, note: change.noteTo)
    }
    items = order.compactMap { known.removeValue(forKey: $0) }
  }
}
