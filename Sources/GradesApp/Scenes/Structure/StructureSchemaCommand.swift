import ArgumentParser
import GradesCore
import GradesLocalization

/// `grades structure schema`: the JSON Schema of a structure's file.
struct StructureSchemaCommand: AppCommand {
  static var configuration: CommandConfiguration { help("schema", .helpStructureSchema) }

  @OptionGroup(title: SharedOptions.title) var shared: SharedOptions

  var access: Access { .offline }

  func run(in context: Context) async throws -> ExitStatus {
    context.printer.streams.out(StructureField.schema(context.strings).jsonText)
    return .done
  }
}

extension StructureField {
  /// What it is called in the app, where an item has it, and what it means, for people who write a file.
  var texts: (title: Message?, meaning: Message) {
    switch self {
    case .course: (nil, .structureFieldCourse)
    case .semester: (nil, .structureFieldSemester)
    case .base: (nil, .structureFieldBase)
    case .items: (nil, .structureFieldItems)
    case .identifier: (.itemsColumnIdentifier, .structureFieldIdentifier)
    case .name: (.structureTitleName, .structureFieldName)
    case .type: (.itemsColumnType, .structureFieldType)
    case .valueType: (.structureColumnValues, .structureFieldValueType)
    case .evaluationType: (.structureTitleEvaluation, .structureFieldEvaluationType)
    case .minimum: (.structureTitleMinimum, .structureFieldMinimum)
    case .required: (.itemsColumnRequired, .structureFieldRequired)
    case .maximum: (.planColumnMaximum, .structureFieldMaximum)
    case .hidden: (.structureTitleHidden, .structureFieldHidden)
    default: (.structureTitleExpression, .structureFieldExpression)
    }
  }
}

extension StructureField {
  /// JSON Schema, draft 2020-12, with which editors complete fields and explain them.
  fileprivate static func schema(_ strings: Strings) -> Document {
    func object(_ fields: [StructureField], needing needed: StructureField) -> Document {
      [
        "type": "object", "additionalProperties": false, "required": [needed.name],
        "properties": Document(fields.map { ($0.name, $0.schema(strings)) }),
      ]
    }
    let title: Document = [
      "$schema": "https://json-schema.org/draft/2020-12/schema", "title": "grades structure",
    ]
    let items: Document = ["item": object(ofItem, needing: .identifier)]
    return title + object(ofFile, needing: .items) + ["$defs": items]
  }

  private func schema(_ strings: Strings) -> Document {
    let text: Document = ["type": "string"]
    let names: Document = ["cs": text, "en": text]
    let item: Document = ["$ref": "#/$defs/item"]
    let form: Document =
      switch (self, content) {
      case (.items, _): ["type": ["array", "null"], "items": item]
      case (.name, _):
        ["type": ["string", "object"], "properties": names, "additionalProperties": text]
      case (_, .number?): ["type": ["number", "null"]]
      case (_, .flag?): ["type": "boolean"]
      // Unknown words are allowed: the service may have more than are known here.
      case _ where !words.isEmpty:
        ["anyOf": [Document(dictionaryLiteral: ("enum", words)), text]]
      default: text
      }
    return ["description": strings(texts.meaning)] + form
  }
}
