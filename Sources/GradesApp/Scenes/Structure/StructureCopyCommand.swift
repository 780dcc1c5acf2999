import ArgumentParser
import Foundation
import GradesClient
import GradesCore

/// `grades structure copy CODE --from SEMESTER --to SEMESTER`: a course's items without their values.
struct StructureCopyCommand: AppCommand {
  static var configuration: CommandConfiguration { help("copy", .helpStructureCopy) }

  @Argument(help: .words(.argumentCourse, valueName: "code"), completion: .courses)
  var code: String

  @Option(help: .words(.optionCopyFrom, valueName: "semester"), completion: .semesters)
  var from: String

  @Option(help: .words(.optionCopyTo, valueName: "semester"), completion: .semesters)
  var to: String?

  @Option(help: .words(.optionCopyFromCourse, valueName: "code"), completion: .courses)
  var fromCourse: String?

  @Option(help: .words(.optionCopyOnly, valueName: "item"), completion: .items)
  var only: [String] = []

  @Option(help: .words(.optionCopyWithout, valueName: "item"), completion: .items)
  var without: [String] = []

  @Option(help: .words(.optionCopyMap, valueName: "old=new"))
  var map: [String] = []

  @OptionGroup var removal: StructureRemovalOption
  @OptionGroup var change: StructureChangeOptions
  @OptionGroup(title: SharedOptions.title) var shared: SharedOptions

  var outlivesReader: Bool { true }

  func run(in context: Context) async throws -> ExitStatus {
    let conversation = try StructureConversation(
      context, change, removing: removal.remove, wanted: .structureColumnEdited)
    let names = try renaming()
    let (target, current) = try await context.editedCourseAndSemester(code, semester: to)
    let (source, earlier) = try await context.editedCourseAndSemester(
      fromCourse ?? code,
      semester: from.lowercased() == "last year" ? current.previous.previous.rawValue : from)
    let api = context.services.api
    let definitions = try await context.asking(about: target) {
      try await api.course(target.code, in: current).definitions.structure()
    }
    let file = try await context.asking(about: source) {
      let items = try await api.course(source.code, in: earlier).definitions.structure()
      return try StructureFile(target.code, current, definitions).copying(
        StructureFile(source.code, earlier, items), only: only, without: without, renaming: names)
    }
    // What was left out may be missing in expressions.
    let reading = StructureReading(Data(file.text().utf8))
    guard let checked = await context.checked(reading, name: "\(target.code)") else {
      return .refused
    }
    let plan = try await context.asking(about: target) {
      try await context.applier.plan(for: file, of: target.code, in: current, over: definitions)
    }
    return try await conversation.run(plan, problems: checked)
  }

  private func renaming() throws -> [ItemIdentifier: ItemIdentifier] {
    var names: [ItemIdentifier: ItemIdentifier] = [:]
    for text in map {
      let items = text.split(separator: "=", omittingEmptySubsequences: false)
        .map { ItemIdentifier(String($0)) }
      // Not two names for one item, nor one for two.
      guard items.count == 2, !items.contains(ItemIdentifier("")), names[items[0]] == nil,
        !names.values.contains(items[1])
      else { throw Failure.invalidOption("--map", typed: text, allowed: ["OLD=NEW"]) }
      names[items[0]] = items[1]
    }
    return names
  }
}
