/// Guesses what was meant by a misspelt word.
package enum Spelling {
  /// The word that needs the fewest changed, added, left out or swapped letters, if they are few
  /// for its length; case does not count.
  package static func closest(to word: String, among known: [String]) -> String? {
    let letters = Array(word.lowercased().unicodeScalars.prefix(64))
    let ranked = known.map { ($0, distance(letters, Array($0.lowercased().unicodeScalars))) }
    guard let best = ranked.min(by: { $0.1 < $1.1 }) else { return nil }
    return best.1 <= max(1, best.0.unicodeScalars.count / 3) ? best.0 : nil
  }

  /// How many letters have to be changed, added, left out or swapped with the next one (optimal
  /// string alignment).
  package static func distance<Letter: Equatable>(_ left: [Letter], _ right: [Letter]) -> Int {
    var beforeLast: [Int] = []
    var last = Array(0...right.count)
    for (i, letter) in left.enumerated() {
      var row = [i + 1]
      for (j, other) in right.enumerated() {
        var cost = min(last[j] + (letter == other ? 0 : 1), last[j + 1] + 1, row[j] + 1)
        if i > 0, j > 0, letter == right[j - 1], left[i - 1] == other {
          cost = min(cost, beforeLast[j - 1] + 1)
        }
        row.append(cost)
      }
      (beforeLast, last) = (last, row)
    }
    return last[right.count]
  }
}
