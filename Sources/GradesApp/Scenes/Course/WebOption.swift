import ArgumentParser
import Foundation

/// `--web`: opens Grades in the browser instead of printing.
struct WebOption: ParsableArguments {
  @Flag(help: .words(.optionWeb))
  var web = false

  /// Rules of a command that otherwise prints what it reads.
  func rules(_ reading: ReadingOptions) -> [OptionRule] {
    [
      .excludes(
        "--web", web,
        ["--json": reading.json, "--csv": reading.csv, "--offline": reading.offline])
    ]
  }
}

extension Context {
  /// Opens the start page of Grades and prints its address; the service's contract has the page of no
  /// course. Throws where the embedded service is used, which has no pages.
  @MainActor func openGrades() async throws -> ExitStatus {
    guard let address = configuration.addresses?.api,
      let page = URL(string: "/", relativeTo: address)
    else { throw Failure(.usage, .webDemo) }
    notice(.webStartPage)
    printer.print(page.absoluteString)
    if await !browser.open(page.absoluteURL) { notice(.webNotOpened) }
    return .done
  }
}
