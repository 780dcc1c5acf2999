import GradesClient
import JSON

/// The JSON Schema of a structure's file (JSON Schema, draft 2020-12), with which editors complete fields
/// and explain them.
package struct StructureSchema: JSONWritable, Sendable {
  /// What each field means, in the language of the run.
  private let meaning: @Sendable (StructureField) -> String

  package init(meaning: @escaping @Sendable (StructureField) -> String) { self.meaning = meaning }

  package func write(to writer: inout JSONWriter) {
    writer.object { writer in
      writer.member("$schema", "https://json-schema.org/draft/2020-12/schema")
      writer.member("title", "grades structure")
      writer.member("type", "object")
      writer.member("additionalProperties", false)
      writer.array("required", of: [StructureField.items.rawValue]) { $0.value($1) }
      writer.object("properties") { writer in
        for field in StructureField.ofFile { property(field, to: &writer) }
      }
      writer.object("$defs") { writer in
        writer.object("item") { writer in
          writer.member("type", "object")
          writer.member("additionalProperties", false)
          writer.array("required", of: [StructureField.identifier.rawValue]) { $0.value($1) }
          writer.object("properties") { writer in
            for field in StructureField.ofItem { property(field, to: &writer) }
          }
        }
      }
    }
  }

  private func property(_ field: StructureField, to writer: inout JSONWriter) {
    writer.name(foreign: field.rawValue)
    writer.object { writer in
      writer.member("description", meaning(field))
      switch (field, ItemField.rest.first { $0.field == field }?.content) {
      case (.items, _):
        writer.array("type", of: ["array", "null"]) { $0.value($1) }
        writer.object("items") { $0.member("$ref", "#/$defs/item") }
      case (.name, _):
        writer.array("type", of: ["string", "object"]) { $0.value($1) }
        writer.object("properties") { writer in
          for language in ["cs", "en"] {
            writer.name(foreign: language)
            writer.object { $0.member("type", "string") }
          }
        }
        writer.object("additionalProperties") { $0.member("type", "string") }
      case (_, .number): writer.array("type", of: ["number", "null"]) { $0.value($1) }
      case (_, .flag): writer.member("type", "boolean")
      case (_, .text(_, let known)):
        // Unknown words are allowed: the service may have more than are known here.
        writer.array("anyOf", of: [known, []]) { writer, words in
          writer.object { writer in
            if words.isEmpty {
              writer.member("type", "string")
            } else {
              writer.array("enum", of: words) { $0.value($1) }
            }
          }
        }
      case (_, .optionalText), (_, nil): writer.member("type", "string")
      }
    }
  }
}
