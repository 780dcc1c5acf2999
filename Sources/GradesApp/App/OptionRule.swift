/// A rule about options of a command of which not all can be meant, each with whether it was given.
enum OptionRule {
  /// At most one of them.
  case oneOf(KeyValuePairs<String, Bool>)
  /// The first one with none of the others.
  case excludes(String, Bool, KeyValuePairs<String, Bool>)
  /// The first one means something only together with the other.
  case requires(String, Bool, String, Bool)

  /// Throws ``Failure/exclusive(_:_:)`` or ``Failure/requires(_:_:)`` where the options break the rule.
  func check() throws {
    switch self {
    case .oneOf(let options):
      let given = options.filter(\.value).map(\.key)
      if given.count > 1 { throw Failure.exclusive(given[0], given[1]) }
    case .excludes(let option, let isGiven, let others):
      guard isGiven, let other = others.first(where: \.value) else { return }
      throw Failure.exclusive(option, other.key)
    case .requires(let option, let isGiven, let other, let hasOther):
      if isGiven, !hasOther { throw Failure.requires(option, other) }
    }
  }
}
