import GradesClient

extension [StudentGroup] {
  /// The groups that a short name means, such as `101` for the tutorial with that number: the one with the id in any
  /// case, or those with the digits at the end of their ids or the number in their names.
  package func named(_ typed: String) -> [GroupID] {
    let wanted = typed.trimmingBlanks().lowercased()
    guard !wanted.isEmpty else { return [] }
    if let exact = first(where: { $0.id.rawValue.lowercased() == wanted }) { return [exact.id] }
    return filter { $0.digits == wanted || $0.number == wanted }.map(\.id)
  }
}

extension StudentGroup {
  /// The digits of an id such as `PARALLEL_555`.
  fileprivate var digits: String? {
    id.rawValue.lastIndex(of: "_").map { String(id.rawValue[id.rawValue.index(after: $0)...]) }
  }

  /// The number that follows the kind of a parallel in the name (Service contract, 7.7).
  package var number: String? {
    guard name.hasPrefix("{PARALLEL_"), let end = name.firstIndex(of: "}") else { return nil }
    let rest = name[name.index(after: end)...].drop(while: \.isWhitespace)
    let number = rest.prefix { !$0.isWhitespace && $0 != "-" }
    return number.isEmpty ? nil : number.lowercased()
  }
}
