import Foundation

/// How the bytes of a file were turned into text. The raw values are the names that users write.
package enum TextEncoding: String, Sendable, Hashable, CaseIterable {
  case utf8 = "utf-8"
  case utf16 = "utf-16"
  /// Assumed where no byte sequence is UTF-8 beyond ASCII; the program reports the assumption.
  case windows1250 = "windows-1250"
  case latin2 = "iso-8859-2"

  /// The bytes as UTF-8, without a byte order mark.
  ///
  /// Without a choice they are UTF-16 with its mark, or UTF-8 with or without one. What is neither and has no
  /// other letters than Czech ones in Windows-1250, which Czech spreadsheets write, is that (Product rules,
  /// Tables).
  static func decode(
    _ bytes: [UInt8], as chosen: TextEncoding?
  ) throws(TableError) -> (text: [UInt8], encoding: TextEncoding) {
    let encoding = chosen ?? likely(bytes)
    switch encoding {
    case .utf8:
      let text = bytes.starts(with: utf8Mark) ? Array(bytes.dropFirst(3)) : bytes
      if let repaired = repairedUTF8(text) { throw notUTF8(repaired) }
      return (text, encoding)
    case .utf16:
      // A guess without a mark is not taken.
      guard chosen != nil || hasUTF16Mark(bytes), let text = utf16(bytes) else {
        throw .damagedText
      }
      return (text, encoding)
    case .windows1250, .latin2:
      let name: String.Encoding = encoding == .latin2 ? .isoLatin2 : .windowsCP1250
      guard let text = String(data: Data(bytes), encoding: name),
        chosen != nil || text.unicodeScalars.allSatisfy(isCzech)
      else { throw notUTF8(String(decoding: bytes, as: UTF8.self).unicodeScalars) }
      return (Array(text.utf8), encoding)
    }
  }

  private static func notUTF8(_ repaired: String.UnicodeScalarView) -> TableError {
    let lines = repaired.prefix { $0 != "\u{FFFD}" }
      .split(separator: "\n", omittingEmptySubsequences: false)
    return .notUTF8(line: lines.count, column: (lines.last?.count ?? 0) + 1)
  }

  private static let utf8Mark: [UInt8] = [0xEF, 0xBB, 0xBF]

  private static func hasUTF16Mark(_ bytes: [UInt8]) -> Bool {
    bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF])
  }

  private static func likely(_ bytes: [UInt8]) -> TextEncoding {
    if hasUTF16Mark(bytes) || hasZeros(bytes) { return .utf16 }
    if bytes.starts(with: utf8Mark) { return .utf8 }
    // Two letters of Windows-1250 may be one of another alphabet in UTF-8, but never a Czech one.
    return repairedUTF8(bytes)?.contains(where: czechLetters.contains) ?? true
      ? .utf8 : .windows1250
  }

  /// What is UTF-8 in bytes, with U+FFFD for the rest; nil where all of it is.
  private static func repairedUTF8(_ bytes: [UInt8]) -> String.UnicodeScalarView? {
    String(validating: bytes, as: UTF8.self) == nil
      ? String(decoding: bytes, as: UTF8.self).unicodeScalars : nil
  }

  /// Whether plain letters have zeros beside them, as in UTF-16 without its mark.
  private static func hasZeros(_ bytes: [UInt8]) -> Bool {
    let start = bytes.prefix(400)
    return start.count { $0 == 0 } * 3 > start.count
  }

  private static func utf16(_ bytes: [UInt8]) -> [UInt8]? {
    guard bytes.count.isMultiple(of: 2) else { return nil }
    let isMarked = hasUTF16Mark(bytes)
    let isLittle = isMarked ? bytes[0] == 0xFF : bytes.first != 0
    let units = stride(from: isMarked ? 2 : 0, to: bytes.count, by: 2).map { index in
      let low = bytes[isLittle ? index : index + 1]
      let high = bytes[isLittle ? index + 1 : index]
      return UInt16(high) << 8 | UInt16(low)
    }
    return String(validating: units, as: UTF16.self).map { Array($0.utf8) }
  }

  private static let czechLetters = Set("áčďéěíňóřšťúůýžÁČĎÉĚÍŇÓŘŠŤÚŮÝŽ".unicodeScalars)

  /// Whether a Czech text may have a character.
  private static func isCzech(_ scalar: Unicode.Scalar) -> Bool {
    scalar.isASCII || czechLetters.contains(scalar)
      || !scalar.properties.isAlphabetic && scalar.properties.generalCategory != .control
  }
}
