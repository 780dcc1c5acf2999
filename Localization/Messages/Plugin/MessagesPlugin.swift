import Foundation
import PackagePlugin

/// Makes the cases of `Message` from the keys of the English table before each build in which it has changed.
@main
struct MessagesPlugin: BuildToolPlugin {
  func createBuildCommands(context: PluginContext, target: Target) throws -> [Command] {
    let table = target.directoryURL.appending(path: "en.strings")
    let output = context.pluginWorkDirectoryURL.appending(path: "Message.swift")
    return [
      .buildCommand(
        displayName: "Messages from en.strings",
        executable: try context.tool(named: "MessageGenerator").url,
        arguments: [table.path, output.path], inputFiles: [table], outputFiles: [output])
    ]
  }
}
