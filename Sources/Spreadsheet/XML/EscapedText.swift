/// Texts as workbooks have them: characters that XML cannot have are `_xHHHH_` (ISO/IEC 29500-1, 22.9.2.19).
enum EscapedText {
  /// The text that is meant.
  static func decoded(_ text: String) -> String {
    guard text.utf8.contains(UInt8(ascii: "_")) else { return text }
    let units = Array(text.utf16)
    var result: [UInt16] = []
    var index = 0
    while index < units.count {
      if let unit = escape(at: index, in: units) {
        result.append(unit)
        index += 7
      } else {
        result.append(units[index])
        index += 1
      }
    }
    return String(decoding: result, as: UTF16.self)
  }

  /// A text as content of an element or an attribute.
  static func encoded(_ text: String) -> String {
    let units = Array(text.utf16)
    var result = String.UnicodeScalarView()
    var index = 0
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": result.append(contentsOf: "&amp;".unicodeScalars)
      case "<": result.append(contentsOf: "&lt;".unicodeScalars)
      case ">": result.append(contentsOf: "&gt;".unicodeScalars)
      case "\"": result.append(contentsOf: "&quot;".unicodeScalars)
      case "_" where escape(at: index, in: units) != nil: append(scalar, to: &result)
      case "\u{9}", "\u{A}": result.append(scalar)
      // A reader of XML makes a line feed of a carriage return.
      case "\u{0}"..."\u{1F}", "\u{FFFE}", "\u{FFFF}": append(scalar, to: &result)
      default: result.append(scalar)
      }
      index += scalar.utf16.count
    }
    return String(result)
  }

  private static func append(_ scalar: Unicode.Scalar, to text: inout String.UnicodeScalarView) {
    let digits = String(scalar.value, radix: 16, uppercase: true)
    let escaped = "_x" + String(repeating: "0", count: 4 - digits.count) + digits + "_"
    text.append(contentsOf: escaped.unicodeScalars)
  }

  /// The code unit of an escape at an index; nil where none is.
  private static func escape(at index: Int, in units: [UInt16]) -> UInt16? {
    guard index + 7 <= units.count, units[index] == 0x5F, units[index + 1] == 0x78,
      units[index + 6] == 0x5F
    else { return nil }
    let digits = String(decoding: units[index + 2..<index + 6], as: UTF16.self)
    return digits.allSatisfy(\.isHexDigit) ? UInt16(digits, radix: 16) : nil
  }
}
