import ArgumentParser
import Files
import GradesCore

/// `grades structure check FILE`: what is wrong with a structure's file, without the service.
struct StructureCheckCommand: AppCommand {
  static var configuration: CommandConfiguration { help("check", .helpStructureCheck) }

  @Argument(
    help: .words(.argumentStructureFile, valueName: "file"),
    completion: .file(extensions: ["yaml", "yml"]))
  var file: String

  @OptionGroup var output: DocumentOption
  @OptionGroup(title: SharedOptions.title) var shared: SharedOptions

  var access: Access { .offline }

  func run(in context: Context) async throws -> ExitStatus {
    let reading = try await context.structure(file)
    // Many expressions may take a while to compile.
    let checked = await onOwnThread { reading.checked() }
    context.printer.print(
      StructureCheckReport(reading: checked, file: file, strings: context.strings),
      as: output.format)
    return checked.hasErrors ? .refused : .done
  }
}
