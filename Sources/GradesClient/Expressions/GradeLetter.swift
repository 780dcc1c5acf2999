/// The letters of grades and the points that they need (Service contract, 8.2).
package enum GradeLetter {
  /// The letters, the best first, each with the least points that give it.
  package static let bands: [(letter: String, least: Double)] = [
    ("A", 90), ("B", 80), ("C", 70), ("D", 60), ("E", 50), ("F", -.infinity),
  ]

  package static func letter(for points: Double) -> String {
    bands.first { points >= $0.least }?.letter ?? "F"
  }

  /// The place of a letter among the letters, 0 for the best; nil for other texts.
  package static func rank(_ text: String) -> Int? { bands.firstIndex { $0.letter == text } }

  /// A letter as a number, as averages count it: from 1 for A to 3 for E, and 4 for F; nil for other texts.
  package static func number(_ text: String) -> Double? {
    switch rank(text) {
    case nil: nil
    case bands.count - 1: 4
    case let rank?: 1 + Double(rank) / 2
    }
  }

  /// Whether a grade's text means that the course is passed: a letter other than F, or a passed assessment.
  package static func isPassing(_ text: String) -> Bool {
    number(text).map { $0 < 4 } ?? (text == "Z" || text == "ZAP")
  }
}
