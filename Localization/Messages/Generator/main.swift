import Foundation

// Writes the enumeration `Message` with one case for each key of a `.strings` file, in its order.
// Plural forms of a key, such as `reviewChanges#few`, are one case.

let (table, output) = (CommandLine.arguments[1], CommandLine.arguments[2])
var cases: [Substring] = []
for line in try String(contentsOfFile: table, encoding: .utf8).split(separator: "\n")
where line.first == "\"" {
  let key = line.dropFirst().prefix { $0 != "#" && $0 != "\"" }
  if key != cases.last { cases.append(key) }
}
let source = """
  /// The messages of the program, one case for each key of the tables and in their order.
  package enum Message: CaseIterable, Sendable {
  \(cases.map { "  case \($0)" }.joined(separator: "\n"))
  }

  """
try source.write(toFile: output, atomically: true, encoding: .utf8)
