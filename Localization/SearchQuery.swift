/// Text prepared for searching: without case and accents, made once for many queries.
package struct SearchText: Hashable, Sendable {
  fileprivate let fields: [[UInt8]]

  /// Prepares the searched texts, such as username, first and last name.
  package init(_ fields: [String]) { self.fields = fields.map(Self.folded) }

  /// Whether one of the texts begins with one of others.
  package func begins(with prefix: SearchText) -> Bool {
    fields.contains { field in prefix.fields.contains { field.starts(with: $0) } }
  }

  /// The letters and signs that count in a search; `ł` is `l`, `ß` is `ss`, marks are ignored.
  fileprivate static func folded(_ text: String) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.utf8.count)
    for scalar in text.unicodeScalars { fold(scalar, into: &bytes) }
    return bytes
  }

  private static func fold(_ scalar: Unicode.Scalar, into bytes: inout [UInt8]) {
    if scalar.value < 0x180 {
      let letter = Letter.table[Int(scalar.value)]
      if letter.plain != 0 {
        bytes.append(letter.plain)
        return
      }
    }
    guard Letter.mark(scalar) == nil else { return }
    if let expansion = Letter.expansion(of: scalar) {
      for part in expansion.unicodeScalars { fold(part, into: &bytes) }
    } else {
      bytes += scalar.properties.lowercaseMapping.utf8
    }
  }
}

/// A query for a person: all words must be found, in any order, each anywhere in any field; case
/// and accents do not matter. `cerny jan` finds `Jan Černý`.
package struct SearchQuery: Hashable, Sendable {
  private let words: [[UInt8]]

  /// Splits a query at spaces, commas and semicolons.
  package init(_ text: String) {
    let separators = [UInt8(ascii: " "), UInt8(ascii: ","), UInt8(ascii: ";")]
    words = SearchText.folded(text).split { separators.contains($0) }.map(Array.init)
  }

  package var isEmpty: Bool { words.isEmpty }

  package func matches(_ text: SearchText) -> Bool {
    words.allSatisfy { word in text.fields.contains { Self.contains($0, word) } }
  }

  /// Whether every word is found in texts that are searched only once.
  package func matches(_ fields: [String]) -> Bool { isEmpty || matches(SearchText(fields)) }

  private static func contains(_ text: [UInt8], _ word: [UInt8]) -> Bool {
    guard let first = word.first, text.count >= word.count else { return word.isEmpty }
    return text.withUnsafeBufferPointer { text in
      word.withUnsafeBufferPointer { word in
        for start in 0...(text.count - word.count) where text[start] == first {
          var length = 1
          while length < word.count, text[start + length] == word[length] { length += 1 }
          if length == word.count { return true }
        }
        return false
      }
    }
  }
}
