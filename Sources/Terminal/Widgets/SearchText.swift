/// A text prepared for being searched in: neither case nor the marks on letters make a difference.
public struct SearchText: Sendable, Equatable {
  // Bytes, because a search in ten thousand strings by characters can be felt at every key.
  private let bytes: [UInt8]

  /// Prepares a text.
  public init(_ text: String) {
    bytes = Array(Self.folded(text).utf8)
  }

  /// Whether the text holds every word of what is looked for, in any order; nothing is held by every text.
  public func matches(_ query: SearchQuery) -> Bool {
    query.words.allSatisfy(holds)
  }

  private func holds(_ word: [UInt8]) -> Bool {
    guard let first = word.first else { return true }
    guard word.count <= bytes.count else { return false }
    return (0...bytes.count - word.count).contains { start in
      bytes[start] == first && bytes[start..<start + word.count].elementsEqual(word)
    }
  }

  /// A text in small letters without marks: `Čapek` becomes `capek`.
  static func folded(_ text: String) -> String {
    let text = text.lowercased()
    guard text.utf8.contains(where: { $0 >= 0x80 }) else { return text }
    var result = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      if scalar.value < 0xC0 {
        result.append(scalar)
      } else if let letter = lettersByMarked[scalar] {
        result.append(letter)
      } else if scalar.properties.generalCategory != .nonspacingMark {
        result.append(scalar)
      }
    }
    return String(result)
  }

  /// The small Latin letters with one mark. A letter followed by a combining mark equals the letter with
  /// that mark in Unicode, so the table needs no list of them.
  private static let lettersByMarked: [Unicode.Scalar: Unicode.Scalar] = {
    var marked: [Character: Unicode.Scalar] = [:]
    for letter in "abcdefghijklmnopqrstuvwxyz".unicodeScalars {
      for mark in (0x300...0x331).compactMap(Unicode.Scalar.init) {
        marked[Character("\(letter)\(mark)")] = letter
      }
    }
    // These are letters of their own in Unicode, but people look for them without their strokes.
    var table: [Unicode.Scalar: Unicode.Scalar] = ["ł": "l", "đ": "d", "ø": "o"]
    for scalar in [0xC0...0x24F, 0x1E00...0x1EFF].joined().compactMap(Unicode.Scalar.init) {
      if let letter = marked[Character(scalar)] { table[scalar] = letter }
    }
    return table
  }()
}

/// The words somebody looks for.
public struct SearchQuery: Sendable, Equatable {
  let words: [[UInt8]]

  /// Takes what was typed; blanks part the words.
  public init(_ text: String) {
    words = SearchText.folded(text).split(separator: " ").map { Array($0.utf8) }
  }

  /// Whether nothing is looked for.
  public var isEmpty: Bool { words.isEmpty }
}
