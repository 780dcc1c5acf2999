/// The texts that cells refer to by their numbers.
enum SharedStrings {
  /// Reads the texts; runs with different formats are joined.
  static func read(
    _ bytes: [UInt8], part: String, limits: SpreadsheetLimits
  ) throws(SpreadsheetError) -> [String] {
    var strings: [String] = []
    try readingXML(bytes, part: part) { xml throws(XMLReader.Fault) in
      guard try xml.child(at: 0)?.name == "sst" else { throw XMLReader.Fault() }
      while let element = try xml.child(at: 1) {
        guard element.name == "si" else { continue }
        guard strings.count < limits.items else { throw XMLReader.Fault(isTooLarge: true) }
        strings.append(try text(of: &xml))
      }
    }
    return strings
  }

  /// The text of the open element `si` or `is`. How it is pronounced (`rPh`) is left out.
  static func text(of xml: inout XMLReader) throws(XMLReader.Fault) -> String {
    let depth = xml.depth
    var text = ""
    while let element = try xml.child(at: depth) {
      switch element.name {
      case "t": text += try xml.text(at: depth + 1)
      case "r":
        while let part = try xml.child(at: depth + 1) {
          if part.name == "t" { text += try xml.text(at: depth + 2) }
        }
      default: continue
      }
    }
    return EscapedText.decoded(text)
  }
}
