import ArgumentParser
import Foundation
import GradesCore

/// `grades structure export CODE`: a course's items as YAML.
struct StructureExportCommand: AppCommand {
  static var configuration: CommandConfiguration { help("export", .helpStructureExport) }

  @Argument(help: .words(.argumentCourse, valueName: "code"), completion: .courses)
  var code: String

  @Option(
    help: .words(.optionStructureUpdate, valueName: "file"),
    completion: .file(extensions: ["yaml", "yml"]))
  var update: String?

  @OptionGroup var when: SemesterOption

  @OptionGroup(title: SharedOptions.title) var shared: SharedOptions

  var outlivesReader: Bool { update != nil }

  func run(in context: Context) async throws -> ExitStatus {
    var earlier: StructureReading?
    if let update {
      // Standard input cannot be written to.
      guard update != "-" else {
        throw Failure(.refused, .errorFileNotFound, [.file: update])
      }
      let reading = try await context.structure(update)
      // Comments of a file that cannot be read whole would be lost with it.
      guard !reading.hasErrors else {
        context.report(reading, name: update)
        return .refused
      }
      earlier = reading
    }
    let (course, current) = try await context.editedCourseAndSemester(code, semester: when.semester)
    let definitions = try await context.asking(about: course) {
      try await context.services.api.course(course.code, in: current).definitions.structure()
    }
    if let earlier { context.warnOfOrigin(of: earlier.file, for: course.code, in: current) }
    let applier = context.applier
    guard let update, let earlier else {
      let file = await applier.file(definitions, of: course.code, in: current)
      context.printer.streams.out(file.text())
      return .done
    }
    let (file, changes) = await applier.updated(
      earlier.file, of: course.code, in: current, over: definitions)
    let strings = context.strings
    try await Self.replace(
      update,
      with: file.text(
        keeping: earlier, marking: changes.conflicts,
        (strings(.conflictTheirs), strings(.conflictMine))))
    StructureChangeText(strings: strings, namesFields: true)
      .colleagues(changes.foreign, changes.conflicts, .structurePlanConflicts)
      .forEach { context.printer.notice($0.text) }
    context.printer.notice(strings(.structureUpdated, [.file: update, .count: file.items.count]))
    return .done
  }

  /// Replaces the file's content in one step; its permissions and a link in its place stay.
  private static func replace(_ path: String, with text: String) async throws {
    let file = URL(filePath: path).resolvingSymlinksInPath().path
    let mode = (try? FileManager.default.attributesOfItem(atPath: file))?[.posixPermissions]
    try await OutputFile(path, replacesExisting: true).write(Data(text.utf8))
    if let mode {
      try? FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: file)
    }
  }
}
