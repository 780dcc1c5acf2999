import ArgumentParser
import Foundation

struct PageOptions: ParsableArguments {
  @Option(help: .words(.optionHtml, valueName: "file"), completion: .file(extensions: ["html"]))
  var html: String?

  @Flag(help: .words(.optionAnonymous))
  var anonymous = false

  @Flag(name: .customLong("overwrite"), help: .words(.optionOverwriteFile))
  var overwritesFile = false

  var file: OutputFile? { html.map { OutputFile($0, replacesExisting: overwritesFile) } }

  /// Rules of a command that otherwise prints what it reads.
  func rules(_ reading: ReadingOptions) -> [OptionRule] {
    [
      .excludes("--html", html != nil, ["--json": reading.json, "--csv": reading.csv]),
      .requires("--anonymous", anonymous, "--html", html != nil),
      .requires("--overwrite", overwritesFile, "--html", html != nil),
    ]
  }
}

extension Context {
  /// Writes a page and reports the file as it was typed.
  @MainActor func write(_ page: String, to file: OutputFile, named name: String?) async throws {
    try await file.write(Data(page.utf8))
    notice(.htmlWritten, [.file: .text(name ?? "")])
  }
}
