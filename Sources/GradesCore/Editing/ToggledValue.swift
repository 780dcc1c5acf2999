import GradesClient

extension Classification {
  /// Yes for no and for nothing, no for yes. Nil: the item has no yes and no, or the cell holds something
  /// else.
  package func toggled(_ value: GradeValue?) -> GradeValue? {
    guard valueType == .boolean else { return nil }
    return switch value {
    case nil, .flag(false): .flag(true)
    case .flag(true): .flag(false)
    case .number, .text: nil
    }
  }
}
