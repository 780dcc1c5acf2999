import Foundation
import GradesCore
import JSON

/// The fields of a request, written as `KEY=VALUE`.
struct APIFields {
  /// The value as text is for a query.
  private typealias Field = (key: String, text: String, json: String)

  private let fields: [Field]

  static let longestInput = 64 << 20

  /// Reads the fields and the files that they name.
  ///
  /// A typed value is a number, `true`, `false` or `null` where it is written like one in JSON, the text of a
  /// file after `@`, where `-` is standard input, and else a text. A raw one always is a text.
  ///
  /// Throws a ``Failure`` for other texts, and for a file that cannot be read.
  init(typed: [String], raw: [String], streams: Streams) async throws {
    var fields: [Field] = []
    func pairs(_ texts: [String]) throws -> [(key: String, value: String)] {
      try EditRequest.pairs(texts, form: .apiFormField, mayBeEmpty: true)
    }
    for (key, value) in try pairs(typed) {
      if value.hasPrefix("@") {
        let name = String(value.dropFirst())
        let bytes = try await Self.bytes(of: name, streams)
        guard let content = String(validating: bytes, as: UTF8.self) else {
          throw Failure(.refused, .errorFileNotText, [.file: name])
        }
        fields.append((key, content, content.jsonLine))
      } else if Self.isPlainJSON(value) {
        fields.append((key, value == "null" ? "" : value, value))
      } else {
        fields.append((key, value, value.jsonLine))
      }
    }
    for (key, value) in try pairs(raw) {
      fields.append((key, value, value.jsonLine))
    }
    self.fields = fields
  }

  /// The fields as items of a query; a null is an empty one.
  var queryItems: [(name: String, value: String)] { fields.map { ($0.key, $0.text) } }

  /// The fields as a JSON object; nil without any. Throws ``Failure/repeatedAssignment(_:)``, because which of
  /// two members counts is not defined.
  func body() throws -> Data? {
    var known: Set<String> = []
    for field in fields where !known.insert(field.key).inserted {
      throw Failure.repeatedAssignment(field.key)
    }
    guard !fields.isEmpty else { return nil }
    let members = fields.map { "\($0.key.jsonLine):\($0.json)" }
    return Data("{\(members.joined(separator: ","))}".utf8)
  }

  /// The bytes of a file that the user names, unchanged.
  static func bytes(of name: String, _ streams: Streams) async throws -> Data {
    let bytes = try await InputFile(name, streams: streams).read(upTo: longestInput)
    guard bytes.count <= longestInput else {
      throw Failure(.refused, .errorFileTooLarge, [.file: name])
    }
    return bytes
  }

  /// Whether a text is a number, `true`, `false` or `null` of JSON, whose digits stay as they are.
  private static func isPlainJSON(_ text: String) -> Bool {
    guard text.utf8.count <= 400, text.utf8.allSatisfy({ $0 > 0x20 }),
      let root = try? JSONReader.read(Array(text.utf8)).root
    else { return false }
    return [.number, .true, .false, .null].contains(root.kind)
  }
}
