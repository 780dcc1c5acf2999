import GradesLocalization

/// Columns that were measured for all rows of a list, and what they were measured for.
struct MeasuredChanges: Equatable, Sendable {
  /// What the columns hold for: another window, other rows and other words need other ones.
  struct Basis: Equatable, Sendable {
    let width: Int
    let revision: Int
    let language: Language
  }

  let basis: Basis
  let columns: ChangeColumns

  /// The columns that are known already, or new ones.
  static func columns(
    for lines: @autoclosure () -> some Sequence<ChangeLine>, _ basis: Basis,
    known: MeasuredChanges?, _ strings: Strings
  ) -> MeasuredChanges {
    if let known, known.basis == basis { return known }
    return MeasuredChanges(
      basis: basis, columns: ChangeColumns(lines(), width: basis.width, strings))
  }
}
