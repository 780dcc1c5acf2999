import GradesClient

/// Values that one key press makes of a cell's value.
extension Classification {
  /// A number some distance up or down, no further than the bounds if it is within them; nothing counts
  /// as 0. Nil: the item has no numbers, or the cell holds something else.
  public func stepped(_ value: GradeValue?, by distance: Double) -> GradeValue? {
    guard valueType == .number else { return nil }
    let old: Double
    switch value {
    case nil: old = 0
    case .number(let number): old = number
    case .text, .flag: return nil
    }
    let stepped = ValueReader.sum(old, distance)
    let (least, most) = (minimumValue ?? -.infinity, maximumValue ?? .infinity)
    guard least <= old, old <= most, least <= most else { return .number(stepped) }
    return .number(min(max(stepped, least), most))
  }

  /// Yes for no and for nothing, no for yes. Nil: the item has no yes and no, or the cell holds something
  /// else.
  public func toggled(_ value: GradeValue?) -> GradeValue? {
    guard valueType == .boolean else { return nil }
    return switch value {
    case nil, .flag(false): .flag(true)
    case .flag(true): .flag(false)
    case .number, .text: nil
    }
  }
}
