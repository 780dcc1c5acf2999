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
    context.printer.streams.out(StructureSchema { strings($0.meaning) }.jsonText)
    return .done
  }
}

extension StructureField {
  /// What the field means, for people who write a file.
  var meaning: Message {
    switch self {
    case .course: .structureFieldCourse
    case .semester: .structureFieldSemester
    case .base: .structureFieldBase
    case .items: .structureFieldItems
    case .identifier: .structureFieldIdentifier
    case .name: .structureFieldName
    case .type: .structureFieldType
    case .valueType: .structureFieldValueType
    case .evaluationType: .structureFieldEvaluationType
    case .minimum: .structureFieldMinimum
    case .required: .structureFieldRequired
    case .maximum: .structureFieldMaximum
    case .hidden: .structureFieldHidden
    case .expression: .structureFieldExpression
    }
  }
}
