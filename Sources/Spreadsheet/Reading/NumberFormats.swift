/// How a workbook's styles show numbers: as they are, as dates, or as something else.
struct NumberFormats {
  /// By the numbers that cells have.
  private var styles: [NumberFormat] = []

  init() {}

  init(_ bytes: [UInt8], part: String, limits: SpreadsheetLimits) throws(SpreadsheetError) {
    var codes: [String: String] = [:]
    var ids: [String] = []
    try readingXML(bytes, part: part) { xml throws(XMLReader.Fault) in
      guard try xml.child(at: 0)?.name == "styleSheet" else { throw XMLReader.Fault() }
      while let list = try xml.child(at: 1) {
        guard list.name == "numFmts" || list.name == "cellXfs" else { continue }
        while let element = try xml.child(at: 2) {
          guard codes.count + ids.count < limits.items else {
            throw XMLReader.Fault(isTooLarge: true)
          }
          switch element.name {
          case "numFmt": codes[element["numFmtId"] ?? ""] = element["formatCode"] ?? ""
          case "xf": ids.append(element["numFmtId"] ?? "0")
          default: continue
          }
        }
      }
    }
    // Many styles may have one format.
    var formats: [String: NumberFormat] = [:]
    for id in ids where formats[id] == nil {
      formats[id] = NumberFormat(codes[id] ?? Self.builtInCode(id))
    }
    styles = ids.compactMap { formats[$0] }
  }

  /// Why a cell of a style does not show its number; nil: it does.
  func fault(of number: Double, style: String?) -> SheetCell.Fault? {
    guard let index = style.flatMap({ Int($0) }), styles.indices.contains(index) else { return nil }
    return styles[index].fault(of: number)
  }

  /// Codes like those of the formats without one (ISO/IEC 29500-1, 18.8.30); dates of East Asian languages are
  /// from 27 on.
  private static func builtInCode(_ id: String) -> String {
    switch Int(id) ?? 0 {
    case 9, 10: "0%"
    case 12, 13: "# ?/?"
    case 14...22, 27...36, 45...47, 50...58: "d"
    default: "General"
    }
  }
}

/// The code of a number format (ISO/IEC 29500-1, 18.8.31).
private struct NumberFormat {
  /// The part of a code for positive or negative numbers, or zero.
  private struct Section {
    var isDate = false
    /// Whether it shows the digits of the number.
    var hasDigits = false
    /// Whether it has a sign or a bracket of its own: `-` alone stands for zero in accounting.
    var hasSign = false
    /// Whether it shows a percentage, thousands or a fraction.
    var isScaled = false
  }

  private var sections: [Section] = []

  init(_ code: String) {
    // Scalars, because a letter with an accent is one character to Swift.
    var scalars = Substring(code.isEmpty ? "General" : code).unicodeScalars
    var section = Section()
    /// Whether commas have followed a digit: without another digit they divide by a thousand.
    var hasComma = false
    while let scalar = scalars.popFirst() {
      if hasComma, scalar != "," {
        hasComma = false
        if !"0#?".unicodeScalars.contains(scalar) { section.isScaled = true }
      }
      switch scalar {
      case ";":
        sections.append(section)
        section = Section()
      case "\"":
        while let next = scalars.popFirst(), next != "\"" {
          section.hasSign = section.hasSign || Self.isSign(next)
        }
      case "\\": if let next = scalars.popFirst(), Self.isSign(next) { section.hasSign = true }
      case "_", "*": _ = scalars.popFirst()
      case "[":
        var inside = ""
        while let next = scalars.popFirst(), next != "]" { inside.unicodeScalars.append(next) }
        // Hours, minutes and seconds that have passed; else a colour or a currency.
        if !inside.isEmpty, inside.lowercased().allSatisfy({ "hms".contains($0) }) {
          section.isDate = true
        }
      case "d", "D", "m", "M", "y", "Y", "h", "H", "s", "S": section.isDate = true
      // The name of the usual format, or the number as a text.
      case "G", "g", "@", "0", "#", "?": section.hasDigits = true
      case ",": hasComma = section.hasDigits
      case "%", "/": section.isScaled = true
      case _ where Self.isSign(scalar): section.hasSign = true
      default: continue
      }
    }
    if hasComma { section.isScaled = true }
    sections.append(section)
  }

  private static func isSign(_ scalar: Unicode.Scalar) -> Bool {
    scalar == "-" || scalar == "(" || scalar == "\u{2212}"
  }

  func fault(of number: Double) -> SheetCell.Fault? {
    if sections.contains(where: \.isDate) { return .date }
    let numeric = sections.prefix(3)
    let index = number < 0 && numeric.count > 1 ? 1 : number == 0 && numeric.count > 2 ? 2 : 0
    let section = numeric[index]
    // The second section shows numbers without their sign.
    let isOther = !section.hasSign && (index == 1 || !section.hasDigits)
    return section.isScaled || isOther ? .format : nil
  }
}
