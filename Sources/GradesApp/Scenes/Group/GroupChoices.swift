import GradesClient
import GradesCore
import GradesLocalization
import Terminal

/// An order of a group's students.
struct GroupOrder: Hashable, Sendable {
  var sort: GroupSort
  /// The item by whose values; nil: the points.
  var item: ItemIdentifier?
  var isDescending: Bool

  init(_ sort: GroupSort, of item: ItemIdentifier?, descending: Bool) {
    self.sort = sort
    self.item = sort == .name ? nil : item
    isDescending = descending
  }
}

extension StudentGroup {
  /// Whether it is one parallel of the timetable.
  var isParallel: Bool { id.rawValue.hasPrefix("PARALLEL_") }
}

/// What can be chosen in the scene of a group.
enum GroupChoices {
  /// Groups, with a word about the user's own parallels.
  static func groups(
    _ groups: [StudentGroup], own: Set<GroupID>, _ strings: Strings
  ) -> [PickerState<GroupID>.Option] {
    groups.map { group in
      .init(
        id: group.id, label: StyledText(strings.groupName(group.name)),
        detail: own.contains(group.id) && group.isParallel
          ? strings(.gridGroupOwn) : "",
        searchText: strings.groupName(group.name) + " " + group.id.rawValue)
    }
  }

  /// Items, indented as in the tree.
  static func items(
    _ items: [CourseItem], _ strings: Strings
  ) -> [PickerState<ItemIdentifier>.Option] {
    items.map { item in
      let name = item.definition.name(in: strings.serviceLanguage)
      let label = StyledText.blanks(2 * item.depth) + StyledText(name)
      return .init(
        id: item.identifier,
        label: item.definition.isEditable ? label : label + StyledText(" =", .quiet),
        detail: name == item.identifier.rawValue ? "" : item.identifier.rawValue)
    }
  }

  /// By name and by the values of an item, in both directions.
  static func orders(
    of item: Classification?, _ strings: Strings
  ) -> [PickerState<GroupOrder>.Option] {
    func option(_ order: GroupOrder, _ message: Message, _ name: String = "")
      -> PickerState<GroupOrder>.Option
    {
      .init(
        id: order,
        label: StyledText(
          name.isEmpty ? strings(message) : strings(message, [.item: .text(name)])))
    }
    let names = [
      option(GroupOrder(.name, of: nil, descending: false), .gridOrderName),
      option(GroupOrder(.name, of: nil, descending: true), .gridOrderNameDescending),
    ]
    guard let item else { return names }
    let name = item.name(in: strings.serviceLanguage)
    return names + [
      option(
        GroupOrder(.value, of: item.identifier, descending: false), .gridOrderValue, name),
      option(
        GroupOrder(.value, of: item.identifier, descending: true), .gridOrderValueDescending, name),
    ]
  }
}
