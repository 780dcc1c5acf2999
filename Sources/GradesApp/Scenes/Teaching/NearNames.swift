import GradesConfiguration

/// Finds the names that somebody may have meant who typed another one.
enum NearNames {
  /// The names that look most like what was typed, the best first; at most three.
  static func suggestions(for typed: String, among names: [String]) -> [String] {
    let wanted = Array(typed.lowercased())
    guard !wanted.isEmpty else { return [] }
    // A slip of the finger, not another word: `du1` is near `du2`, `x` is near nothing.
    let limit = max(1, wanted.count / 3)
    let scored = names.enumerated().compactMap { place, name -> (Int, Int, String)? in
      let letters = Array(name.lowercased())
      guard abs(letters.count - wanted.count) <= limit else { return nil }
      let distance = Spelling.distance(wanted, letters)
      return distance <= limit && distance < wanted.count ? (distance, place, name) : nil
    }
    return scored.sorted { ($0.0, $0.1) < ($1.0, $1.1) }.prefix(3).map(\.2)
  }
}
