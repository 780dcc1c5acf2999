import Terminal
import TestSupport

/// Whatever a person, a cat or a broken terminal may send.
struct RandomInputs {
  private var random: SeededNumbers

  init(seed: UInt64) { random = SeededNumbers(seed) }

  /// The next inputs, without Ctrl-C.
  mutating func next(_ count: Int) -> [Input] { (0..<count).map { _ in next() } }

  /// The next size of the window.
  mutating func size() -> Size {
    Size(columns: .random(in: 0...100, using: &random), rows: .random(in: 0...26, using: &random))
  }

  private mutating func next() -> Input {
    switch Int.random(in: 0..<100, using: &random) {
    case 0..<35: .key(pick(Self.keys))
    case 35..<75: .key(.character(pick(Self.characters)))
    case 75..<82: .key(.control(pick(Array("abdefghijklmnopqrstuvwxyz"))))
    case 82..<86: .key(Key(pick(Self.keys).code, Key.Modifiers(rawValue: pick([1, 2, 4, 6]))))
    case 86..<90: .paste(text())
    case 90..<95:
      .mouse(
        Mouse(
          pick([.press, .release, .drag, .scrollUp, .scrollDown]),
          at: Position(
            column: .random(in: 0...120, using: &random), row: .random(in: 0...40, using: &random)))
      )
    case 95..<97: .resumed
    default: .resize(size())
    }
  }

  private mutating func text() -> String {
    let count = pick([0, 1, 7, 60, 3000])
    return (0..<count).reduce(into: "") { text, _ in text += pick(Self.texts) }
  }

  private mutating func pick<Choice>(_ choices: [Choice]) -> Choice {
    choices[Int.random(in: 0..<choices.count, using: &random)]
  }

  private static let keys: [Key] =
    [
      .enter, .tab, .backTab, .backspace, .delete, .escape, .up, .down, .left, .right, .home, .end,
      .pageUp, .pageDown, Key(.insert),
    ] + (1...24).map { Key(.function($0)) }

  private static let characters = Array(
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789 ,.;:?!/\\+-*=<>()[]{}'\"#$%&@^_|~"
      + "čŠž–日語한é👩‍👩‍👧🇨🇿")

  private static let texts = [
    "a", "7,5", "\t", "\n", "zkusade1", " ", "\u{1B}[2J", "\u{7}", "č", "日", "\u{301}", "😀", "\"",
    "http://127.0.0.1/callback?code=a&state=b", "\u{202E}", "=1+1", "9999999999999999999999",
  ]
}
