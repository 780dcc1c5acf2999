import GradesClient
import GradesCore
import TestSupport

/// Random definitions of a course, as strange as the service's types allow.
struct RandomStructure {
  private var random: SeededNumbers

  init(_ seed: UInt64) { random = SeededNumbers(seed) }

  mutating func definitions() -> [Classification] {
    let count = Int.random(in: 0...30, using: &random)
    var items: [Classification] = []
    for index in 0..<count {
      let parent = Bool.random(using: &random) ? items.randomElement(using: &random) : nil
      var item = Classification(
        identifier: ItemIdentifier("p\(index)" + (chance(10) ? "_" + text() : "")), id: index + 1,
        parentID: parent?.id, parentIdentifier: parent?.identifier,
        index: Int.random(in: 0...4, using: &random))
      let languages = ["cs", "en", "no", text()].shuffled(using: &random).prefix(
        Int.random(in: 0...3, using: &random))
      // To the YAML parser a key is the same without a byte order mark at its start.
      let keys = Set(languages.filter { $0.unicodeScalars.first != "\u{FEFF}" })
      item.names = keys.sorted().map { LocalizedName(language: $0, name: text()) }
      item.classificationType = ClassificationType(
        rawValue: chance(2) ? "HOMEWORK" : chance(2) ? "" : text())
      item.valueType =
        [.number, .string, .boolean, ValueType(rawValue: text())]
        .randomElement(using: &random) ?? .number
      item.evaluationType =
        [.manual, .expression, .aggregation]
        .randomElement(using: &random) ?? .manual
      item.hidden = chance(3)
      item.minimumValue = number()
      item.requiredValue = number()
      item.maximumValue = number()
      if chance(2) { item.expression = chance(2) ? "SUM(`du[0-9]+`) > 3 ? 'A' : p1" : text() }
      items.append(item)
    }
    return items.shuffled(using: &random)
  }

  mutating func text() -> String {
    let pieces = [
      "a", "Z", "ž", " ", "  ", "'", "\"", "\\", "#", " #", ": ", ":", "-", "- ", "{", "}", "[",
      "]", ",", "&a", "*a", "!", "|", ">", "%", "@", "`", "null", "true", "no", "1", "1.5", "~",
      "=",
      "?", "\n", "\r", "\t", "\u{0}", "\u{1B}", "\u{85}", "\u{A0}", "\u{2028}", "\u{202E}",
      "\u{FEFF}", "\u{301}", "\u{1F600}", "\u{E000}", "\u{10FFFF}", "<<",
    ]
    let count = Int.random(in: 0...5, using: &random)
    return (0..<count).compactMap { _ in pieces.randomElement(using: &random) }.joined()
  }

  private mutating func number() -> Double? {
    let numbers: [Double?] = [
      nil, 0, 1, -5, 0.1, 1e-7, 1e300, 5e-324, 12.25, 1e15, 1e21,
      Double.random(in: -100...100, using: &random),
    ]
    return numbers.randomElement(using: &random) ?? nil
  }

  private mutating func chance(_ count: Int) -> Bool {
    Int.random(in: 0..<count, using: &random) == 0
  }
}

extension StructureFile {
  init(course: CourseCode, semester: SemesterCode, definitions: [Classification]) {
    self.init(course, semester, definitions.map { ItemDefinition($0) })
  }
}
