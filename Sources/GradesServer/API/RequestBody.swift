import JSON

extension Call {
  /// Reads the JSON body; refuses one that cannot be read, with a reason.
  func body<Value>(_ reason: String, _ read: (JSONNode) throws -> Value) throws -> Value {
    do {
      return try read(JSONReader.read([UInt8](request.body)).root)
    } catch {
      throw Refusal.bad(reason)
    }
  }
}

extension CellValue: JSONWritable {
  /// Reads a scalar as the value of its type.
  init(_ node: JSONNode) throws {
    switch node.kind {
    case .true: self = .flag(true)
    case .false: self = .flag(false)
    case .number: self = .number(try node.number())
    default: self = .text(try node.string())
    }
  }

  /// Writes the value in its JSON type.
  package func write(to writer: inout JSONWriter) {
    switch self {
    case .number(let number): writer.value(number)
    case .text(let text): writer.value(text)
    case .flag(let flag): writer.value(flag)
    }
  }
}
