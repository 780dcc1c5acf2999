import ArgumentParser
import Foundation
import GradesServer

/// `grades serve`: the embedded service alone.
struct ServeCommand: AppCommand {
  static var configuration: CommandConfiguration { help("serve", .helpServe) }

  @Option(help: .words(.optionPort, valueName: "port"))
  var port: UInt16 = 0

  @Option(help: .words(.optionData, valueName: "file"), completion: .file())
  var data: String?

  @Option(help: .words(.optionSeed, valueName: "number"))
  var seed: UInt64 = 1

  @Option(help: .words(.optionStudents, valueName: "number"))
  var students = 150

  @OptionGroup(title: SharedOptions.title) var shared: SharedOptions

  static var loginUse: LoginUse { .none }

  var isOpenEnded: Bool { true }

  var usesEmbeddedService: Bool { true }

  func run(in context: Context) async throws -> ExitStatus {
    let strings = context.strings
    guard (10...100_000).contains(students) else {
      throw Failure.invalidOption(
        "--students", typed: String(students), allowed: ["10–100000"])
    }
    var options = EmbeddedService.Options()
    options.port = port
    options.dataFile = data.map { URL(filePath: $0) }
    options.seed = seed
    options.students = students
    options.acceptsPasswordsAsTokens = true
    options.now = context.now
    let service = try await EmbeddedService.starting(options)
    let printer = context.printer
    printer.print(strings(.serveRunning, [.address: service.apiURL.absoluteString]))
    printer.print(
      data.map { strings(.serveData, [.file: $0]) } ?? strings(.serveInMemory))
    let accounts = DemoUser.allCases.map { "\($0.account.username) (\($0.account.password))" }
    printer.print(
      strings(.serveAccounts, [.accounts: accounts.joined(separator: ", ")]))
    let tokens = DemoUser.allCases.map(\.account.password).joined(separator: ", ")
    printer.print(strings(.serveTokens, [.allowed: tokens]))
    printer.print(strings(.serveUse))
    for (name, value) in [
      ("GRADES_API_URL", service.apiURL.absoluteString),
      ("GRADES_AUTHORIZE_URL", service.authorizeURL.absoluteString),
      ("GRADES_TOKEN_URL", service.tokenURL.absoluteString),
      ("GRADES_CLIENT_ID", DemoAccounts.clientID),
      ("GRADES_CLIENT_SECRET", DemoAccounts.clientSecret),
    ] {
      printer.print("  export \(name)=\(value)")
    }
    printer.print("  grades login")
    while !Task.isCancelled { try? await Task.sleep(for: .seconds(86_400)) }
    await service.stop()
    printer.notice(strings(.serveStopped))
    return .done
  }
}
