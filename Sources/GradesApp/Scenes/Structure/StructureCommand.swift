import ArgumentParser

/// `grades structure`: a course's evaluation items as a file for people.
struct StructureCommand: ParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      "structure", .helpStructure, .helpStructureDiscussion,
      examples: [
        "grades structure export XI-AAA.23 > course.yaml", "grades structure check course.yaml",
        "grades structure plan XI-AAA.23 course.yaml",
        "grades structure apply XI-AAA.23 course.yaml",
      ],
      subcommands: [
        StructureExportCommand.self, StructureCheckCommand.self, StructurePlanCommand.self,
        StructureApplyCommand.self, StructureCopyCommand.self, StructureBackupsCommand.self,
        StructureRestoreCommand.self, StructureSchemaCommand.self,
      ])
  }

  @OptionGroup(title: SharedOptions.title) var shared: SharedOptions
}
