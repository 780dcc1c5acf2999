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

/// libFuzzer's own loop. Its main function is not linked, because the package manager chooses the one of the target.
@_silgen_name("LLVMFuzzerRunDriver")
private func runDriver(
  _ count: UnsafeMutablePointer<CInt>,
  _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>>,
  _ read: @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt
) -> CInt

@main
private struct Fuzzing {
  static func main() {
    var count = CommandLine.argc
    var arguments = CommandLine.unsafeArgv
    exit(runDriver(&count, &arguments) { readInput($0, $1) })
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

/// Stops the process unless two values are equal, and with `exactly` all of their texts scalar by scalar: to
/// Swift an accent may be written in two ways.
func checkEqual<Value: Equatable>(
  _ first: Value, _ second: Value, _ message: @autoclosure () -> String, exactly: Bool = false,
  line: Int = #line, file: StaticString = #fileID
) {
  check(
    first == second && (!exactly || isExactly(first, second)),
    "\(message())\n  \(String(reflecting: first))\n  \(String(reflecting: second))",
    line: line, file: file)
}

private func isExactly<Value>(_ first: Value, _ second: Value) -> Bool {
  switch (first, second) {
  case (let first as String, let second as String): first.utf8.elementsEqual(second.utf8)
  case (let first as [[String]], let second as [[String]]):
    zip(first, second).allSatisfy { zip($0, $1).allSatisfy { $0.utf8.elementsEqual($1.utf8) } }
  default: String(reflecting: first).utf8.elementsEqual(String(reflecting: second).utf8)
  }
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
