import ArgumentParser

/// `grades structure`: a course's evaluation items as a file for people.
struct StructureCommand: ParsableCommand {
  static var configuration: CommandConfiguration {
    help(
      "structure", .helpStructure,
      subcommands: [
        StructureExportCommand.self, StructureCheckCommand.self, StructurePlanCommand.self,
        StructureApplyCommand.self, StructureCopyCommand.self, StructureBackupsCommand.self,
        StructureRestoreCommand.self, StructureSchemaCommand.self,
      ])
  }

  @OptionGroup(title: SharedOptions.title) var shared: SharedOptions
}
