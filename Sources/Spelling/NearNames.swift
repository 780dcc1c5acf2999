/// The names that a misspelt one may stand for ("did you mean").
///
/// Two spellings are near when few letters have to be changed, added, left out or swapped for the
/// length of the longer one; case does not count.
package enum NearNames {
  /// Returns the names near `typed`, the nearest first, otherwise in their order.
  ///
  /// - Parameters:
  ///   - limit: how many names are returned at most.
  ///   - spellings: the ways in which a name may be written; the nearest of them counts.
  package static func find<Name>(
    _ typed: String, among names: some Sequence<Name>, limit: Int = 3,
    spellings: (Name) -> [String]
  ) -> [Name] {
    let wanted = letters(typed)
    let near = names.enumerated().compactMap { index, name -> (Double, Int, Name)? in
      let distances = spellings(name).compactMap { spelling -> Double? in
        let spelling = letters(spelling)
        // Letters are left out more often than mistaken: `logn` is rather `login` than `log`.
        return distance(wanted, spelling).map {
          Double($0) - (lacksOnly(wanted, spelling) ? 0.5 : 0)
        }
      }
      return distances.min().map { ($0, index, name) }
    }
    return near.sorted { ($0.0, $0.1) < ($1.0, $1.1) }.prefix(limit).map(\.2)
  }

  /// Returns the names near `typed`, the nearest first, otherwise in their order.
  package static func find(_ typed: String, among names: [String], limit: Int = 3) -> [String] {
    find(typed, among: names, limit: limit) { [$0] }
  }

  private static func letters(_ name: String) -> [Character] { Array(name.lowercased().prefix(64)) }

  /// Whether all that was typed is in the name in its order.
  private static func lacksOnly(_ typed: [Character], _ name: [Character]) -> Bool {
    var rest = name[...]
    return typed.allSatisfy { letter in
      guard let index = rest.firstIndex(of: letter) else { return false }
      rest = rest[(index + 1)...]
      return true
    }
  }

  /// Returns how many letters differ; nil for names that are not near. A slip of the finger is near,
  /// another word is not: `du1` is near `du2`, `x` is near nothing.
  private static func distance(_ typed: [Character], _ name: [Character]) -> Int? {
    let limit = max(1, max(typed.count, name.count) / 3)
    guard abs(typed.count - name.count) <= limit else { return nil }
    let distance = editDistance(typed, name)
    return distance <= limit && distance < typed.count ? distance : nil
  }

  /// How many letters have to be changed, added, left out or swapped with the next one (optimal
  /// string alignment).
  private static func editDistance(_ left: [Character], _ right: [Character]) -> Int {
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
