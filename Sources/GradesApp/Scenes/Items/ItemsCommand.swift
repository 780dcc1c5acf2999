import ArgumentParser
import GradesClient
import GradesCore
import GradesLocalization
import Terminal

/// `grades items`: the evaluation items of a course, and whether students see them.
struct ItemsCommand: ParsableCommand {
  static var configuration: CommandConfiguration {
    help(
      "items", .helpItems,
      subcommands: [ItemsListCommand.self, ItemsShowCommand.self, ItemsHideCommand.self],
      defaultSubcommand: ItemsListCommand.self)
  }

  @OptionGroup(title: SharedOptions.title) var shared: SharedOptions
}

struct ItemsListCommand: ReadingCommand {
  static var configuration: CommandConfiguration { help("list", .helpItemsList) }

  @ArgumentParser.Argument(help: .words(.argumentCourse, valueName: "code"), completion: .courses)
  var code: String

  @OptionGroup var reading: ReadingOptions
  @OptionGroup(title: SharedOptions.title) var shared: SharedOptions

  func answer(in context: Context, as format: ReportFormat) async throws -> Answer {
    let course = try await context.course(code, semester: reading.semester)
    let items = try await context.asking(about: course) {
      try await context.services.repository.items(of: course.code, in: course.semester).latest()
    }
    return Answer(items, ItemsReport(items: items.value, strings: context.strings))
  }
}

struct ItemsReport: Report {
  let items: CourseItems
  let strings: Strings

  private var columns: [Column<CourseItem>] {
    func style(_ item: CourseItem) -> Style { item.definition.isEditable ? .plain : .quiet }
    return [
      Column(strings(.itemsColumnName), least: 14, overflow: .wrap) {
        StyledText($0.definition.name(in: strings.serviceLanguage), style($0))
      },
      Column(strings(.itemsColumnIdentifier), least: 8, overflow: .wrap) {
        StyledText($0.identifier.rawValue, style($0))
      },
      Column(strings(.itemsColumnType), narrowing: .folds(order: 2)) {
        let kind = StyledText(strings.type($0.definition.valueType), style($0))
        return $0.definition.hidden
          ? kind + StyledText(", \(strings(.wordHidden))", .warning) : kind
      },
      Column(strings(.itemsColumnRange), .right, narrowing: .folds(order: 3)) {
        StyledText(strings.range(of: $0.definition), style($0))
      },
      Column(strings(.itemsColumnRequired), .decimal, narrowing: .folds(order: 3)) {
        StyledText(ValueText(strings).text($0.definition.requiredValue), style($0))
      },
      Column(
        strings(.itemsColumnExpression), least: 16, overflow: .wrap, narrowing: .folds(order: 1)
      ) {
        let definition = $0.definition
        return definition.isEditable
          ? nil : StyledText(definition.expression ?? strings(.wordComputed), .quiet)
      },
    ]
  }

  var table: Table {
    Table(
      title: strings.title(items.course, nil, items.semester), items.items, columns,
      depth: { min($0.depth, 8) }, emptyText: StyledText(strings(.courseEmpty)))
  }

  func document(_ names: Strings) -> Document {
    [
      "course": items.course, "semester": items.semester,
      "classifications": Rows(items.items, CourseItem.fields(names)),
    ]
  }
}

extension Strings {
  /// What kind of values an item has; a kind that is not known is shown as it is.
  func type(_ type: ValueType) -> String {
    switch type {
    case .number: self(.itemsTypeNumber)
    case .string: hint(.notificationsColumnText)
    case .boolean: self(.itemsTypeYesNo)
    default: type.rawValue
    }
  }

  /// The bounds of a number: `0–12`, `-5 – 5`, `≥ 0`, `≤ 12`; nothing where there are none.
  func range(of definition: Classification) -> String {
    guard definition.valueType == .number else { return "" }
    return range(definition.minimumValue, definition.maximumValue)
  }

  /// Two bounds of which either may be missing.
  func range(_ minimum: Double?, _ maximum: Double?) -> String {
    func text(_ number: Double) -> String { NumberText.text(number, language) }
    return switch (minimum, maximum) {
    case (let least?, let most?): range(least, most)
    case (let least?, nil): "≥ \(text(least))"
    case (nil, let most?): "≤ \(text(most))"
    case (nil, nil): ""
    }
  }

  /// From one number to another: `0–12`, `-5 – 5`.
  func range(_ lower: Double, _ upper: Double) -> String {
    // A dash beside a minus would be hard to distinguish.
    let dash = lower < 0 ? " – " : "–"
    return NumberText.text(lower, language) + dash + NumberText.text(upper, language)
  }
}
