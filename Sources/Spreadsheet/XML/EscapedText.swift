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
      case "_" where looksEscaped(at: index, in: units): append(scalar, to: &result)
      default:
        if scalar.value <= 0xFFFF, isEscaped(UInt16(scalar.value)) {
          append(scalar, to: &result)
        } else {
          result.append(scalar)
        }
      }
      index += scalar.utf16.count
    }
    return String(result)
  }

  /// Whether a code unit is written as an escape: XML cannot have it, or its readers make a line feed of it.
  private static func isEscaped(_ unit: UInt16) -> Bool {
    switch unit {
    case 0x9, 0xA: false
    case 0...0x1F, 0xFFFE, 0xFFFF: true
    default: false
    }
  }

  /// Whether what is written for the text at an index would be read as an escape. The underscore of another escape
  /// may be what ends it.
  private static func looksEscaped(at index: Int, in units: [UInt16]) -> Bool {
    guard index + 7 <= units.count, isEscaped(units[index + 6]) else {
      return escape(at: index, in: units) != nil
    }
    return escape(at: 0, in: Array(units[index..<index + 6]) + [0x5F]) != nil
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
