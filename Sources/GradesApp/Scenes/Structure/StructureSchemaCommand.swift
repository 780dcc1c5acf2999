import ArgumentParser
import GradesCore
import GradesLocalization
import JSON

/// `grades structure schema`: the JSON Schema of a structure's file.
struct StructureSchemaCommand: AppCommand {
  static var configuration: CommandConfiguration { help("schema", .helpStructureSchema) }

  @OptionGroup(title: SharedOptions.title) var shared: SharedOptions

  var access: Access { .offline }

  func run(in context: Context) async throws -> ExitStatus {
    let strings = context.strings
    context.printer.streams.out(StructureSchema { strings($0.texts.meaning) }.jsonText)
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
    case .valueType: (.structureTitleValueType, .structureFieldValueType)
    case .evaluationType: (.structureTitleEvaluation, .structureFieldEvaluationType)
    case .minimum: (.structureTitleMinimum, .structureFieldMinimum)
    case .required: (.itemsColumnRequired, .structureFieldRequired)
    case .maximum: (.planColumnMaximum, .structureFieldMaximum)
    case .hidden: (.structureTitleHidden, .structureFieldHidden)
    case .expression: (.structureTitleExpression, .structureFieldExpression)
    }
  }
}
