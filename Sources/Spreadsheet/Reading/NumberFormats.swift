/// Which of a workbook's styles show numbers as dates or times.
struct NumberFormats {
  /// By the numbers that cells have.
  private var areDates: [Bool] = []

  /// Formats of a workbook without styles.
  init() {}

  /// Reads the styles.
  init(_ bytes: [UInt8], part: String, limits: SpreadsheetLimits) throws(SpreadsheetError) {
    var codes: [String: String] = [:]
    var styles: [String] = []
    try readingXML(bytes, part: part) { xml throws(XMLReader.Fault) in
      guard try xml.child(at: 0)?.name == "styleSheet" else { throw XMLReader.Fault() }
      while let list = try xml.child(at: 1) {
        guard list.name == "numFmts" || list.name == "cellXfs" else { continue }
        while let element = try xml.child(at: 2) {
          guard codes.count + styles.count < limits.items else {
            throw XMLReader.Fault(isTooLarge: true)
          }
          switch element.name {
          case "numFmt": codes[element["numFmtId"] ?? ""] = element["formatCode"] ?? ""
          case "xf": styles.append(element["numFmtId"] ?? "0")
          default: continue
          }
        }
      }
    }
    areDates = styles.map { id in codes[id].map(Self.isDate) ?? Self.isBuiltInDate(id) }
  }

  /// Whether cells of a style show dates or times.
  func isDate(style: String?) -> Bool {
    guard let index = style.flatMap({ Int($0) }), areDates.indices.contains(index) else {
      return false
    }
    return areDates[index]
  }

  /// The formats without a code (ISO/IEC 29500-1, 18.8.30); those of East Asian languages from 27 on.
  private static func isBuiltInDate(_ id: String) -> Bool {
    switch Int(id) ?? 0 {
    case 14...22, 27...36, 45...47, 50...58: true
    default: false
    }
  }

  /// Whether a format's code has a letter of a date or a time outside of its texts.
  private static func isDate(_ code: String) -> Bool {
    var scalars = code.unicodeScalars.makeIterator()
    while let scalar = scalars.next() {
      switch scalar {
      case "\"": while let next = scalars.next(), next != "\"" {}
      case "\\", "_", "*": _ = scalars.next()
      case "[":
        var inside = ""
        while let next = scalars.next(), next != "]" { inside.unicodeScalars.append(next) }
        // Hours, minutes and seconds that have passed; else a colour, a condition or a currency.
        if !inside.isEmpty, inside.lowercased().allSatisfy({ "hms".contains($0) }) { return true }
      case "d", "D", "m", "M", "y", "Y", "h", "H", "s", "S": return true
      default: continue
      }
    }
    return false
  }
}
