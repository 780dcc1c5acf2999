import Foundation

/// What is fuzzed: each reader of foreign bytes, which it chooses by its name in `GRADES_FUZZ_READER`.
enum Reader: String, CaseIterable {
  case answers, tables, structure, expressions, workbooks

  /// The reader of this process.
  static let chosen: Reader = {
    let name = ProcessInfo.processInfo.environment["GRADES_FUZZ_READER"] ?? ""
    guard let reader = Reader(rawValue: name) else {
      fatalError("GRADES_FUZZ_READER is one of \(Reader.allCases.map(\.rawValue))")
    }
    return reader
  }()

  /// Reads an input and stops the process when a property does not hold.
  func read(_ bytes: [UInt8]) {
    switch self {
    case .answers: AnswersReader.read(bytes)
    case .tables: TablesReader.read(bytes)
    case .structure: StructureReader.read(bytes)
    case .expressions: ExpressionsReader.read(bytes)
    case .workbooks: WorkbooksReader.read(bytes)
    }
  }
}

/// Called by libFuzzer with each input.
@_cdecl("LLVMFuzzerTestOneInput")
public func readInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  Reader.chosen.read(Array(UnsafeBufferPointer(start: start, count: count)))
  return 0
}

/// Stops the process, which libFuzzer records with the input, unless a property holds.
func check(
  _ property: @autoclosure () -> Bool, _ message: @autoclosure () -> String,
  line: Int = #line, file: StaticString = #fileID
) {
  if !property() {
    FileHandle.standardError.write(Data("\(file):\(line): \(message())\n".utf8))
    fatalError("a property does not hold")
  }
}

/// Stops the process unless two values are equal, texts scalar by scalar.
func checkEqual<Value: Equatable>(
  _ first: Value, _ second: Value, _ message: @autoclosure () -> String,
  line: Int = #line, file: StaticString = #fileID
) {
  check(
    first == second
      && String(reflecting: first).utf8.elementsEqual(String(reflecting: second).utf8),
    "\(message())\n  \(String(reflecting: first))\n  \(String(reflecting: second))",
    line: line, file: file)
}

/// An input whose first byte chooses a variant; the rest is what is read.
struct Choice {
  let number: Int
  let rest: [UInt8]

  /// Nil for an empty input.
  init?(_ bytes: [UInt8], of count: Int) {
    guard let first = bytes.first else { return nil }
    number = Int(first) % count
    rest = Array(bytes.dropFirst())
  }
}
