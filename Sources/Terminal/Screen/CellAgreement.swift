/// Whether terminals agree on the cells that a character takes.
enum CellAgreement {
  /// One cell everywhere.
  case narrow
  /// Two cells everywhere.
  case wide
  /// Terminals differ.
  case none

  static func of(_ character: Character) -> CellAgreement {
    let scalars = character.unicodeScalars
    guard let first = scalars.first, scalars.index(after: scalars.startIndex) == scalars.endIndex
    else { return .none }
    switch first.value {
    // Letters of Europe, punctuation, arrows, signs of mathematics, lines and blocks.
    case 0x20...0x2FF, 0x370...0x482, 0x48A...0x52F, 0x2010...0x2027, 0x2030...0x205E,
      0x20A0...0x20BF, 0x2190...0x21FF, 0x2200...0x22FF, 0x2500...0x259F, 0x2713, 0x2717:
      return .narrow
    case 0x1100...0x115F, 0x2E80...0xD7A3, 0xF900...0xFAFF, 0xFF01...0xFF60, 0x20000...0x3FFFD:
      return DisplayWidth.of(first) == 2 ? .wide : .none
    default: return .none
    }
  }
}
