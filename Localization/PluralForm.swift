/// The plural form of a number (Unicode CLDR, plural rules of `cs` and `en`).
///
/// In the tables the form follows the key, in this order: `reviewChanges#few`. Czech has `one` (1), `few`
/// (2–4), `many` (fractions) and `other`; English has `one` (1) and `other`.
package enum PluralForm: String, CaseIterable, Sendable {
  case one, few, many, other

  /// The sign of the number does not matter: −1 point.
  package init(_ number: Double, _ language: Language) {
    let number = number.magnitude
    switch language {
    case .english: self = number == 1 ? .one : .other
    case .czech:
      if number != number.rounded(.towardZero) {
        self = .many
      } else if number == 1 {
        self = .one
      } else if number == 2 || number == 3 || number == 4 {
        self = .few
      } else {
        self = .other
      }
    }
  }
}
