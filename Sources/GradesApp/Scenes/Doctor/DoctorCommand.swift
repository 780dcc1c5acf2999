import ArgumentParser
import Foundation
import GradesClient
import GradesConfiguration
import GradesCore
import GradesLocalization

/// `grades doctor`: checks the program, the login and the service.
struct DoctorCommand: AppCommand {
  static var configuration: CommandConfiguration { help("doctor", .helpDoctor) }

  @Option(help: .words(.optionDoctorReport, valueName: "file"), completion: .file())
  var report: String?

  @Flag(help: .words(.optionOverwriteFile))
  var overwrite = false

  @OptionGroup var output: OfflineDocumentOptions
  @OptionGroup(title: SharedOptions.title) var shared: SharedOptions

  static var loginUse: LoginUse { .optional }

  var reportsMistakes: Bool { true }

  var outlivesReader: Bool { report != nil }

  var access: Access { output.access }

  var optionRules: [OptionRule] {
    [.requires("--overwrite", overwrite, "--report", report != nil)]
  }

  func run(in context: Context) async throws -> ExitStatus {
    let file = report.map { OutputFile($0, replacesExisting: overwrite) }
    try file?.check()
    do { try await checkProfile(in: context) } catch let failure as Failure {
      context.printer.notice(context.failureSentence.sentence(for: failure))
    }
    let doctor = context.doctor
    let findings = try await context.loading(.progressDoctor) { try await doctor.run() }
    return try await finish(findings, file, in: context)
  }

  /// Throws for a profile that does not exist. Without it, the other checks are still worth running.
  private func checkProfile(in context: Context) async throws {
    guard let profile = context.configuration.host.profile, context.configuration.givenToken == nil
    else { return }
    try await context.services.credentials.check(
      profile, at: context.configuration.host, host: shared.host)
  }

  /// The statuses of checks that failed: what is nearest to the user first.
  private static let worstFirst: [ExitStatus] = [
    .configuration, .cannotWrite, .notPermitted, .unavailable, .unreadable,
  ]

  private func finish(
    _ findings: [DoctorFinding], _ file: OutputFile?, in context: Context
  ) async throws -> ExitStatus {
    let found = DoctorFindings(
      findings: findings, strings: context.strings, failures: context.failureSentence,
      host: context.configuration.host.service)
    context.printer.print(found, as: try output.format())
    if let file, let report {
      let document = found.report(
        locale: Language.locale(in: context.environment), context.now())
      try await file.write(Data(document.jsonText.utf8))
      context.printer.notice(context.strings(.doctorReportWritten, [.file: report]))
    }
    let failed = Set(findings.filter { $0.outcome == .failed }.map(\.status))
    return Self.worstFirst.first(where: failed.contains) ?? failed.first ?? .done
  }
}

extension DoctorFinding {
  fileprivate var status: ExitStatus {
    switch problem {
    case .failure(let error): error.status
    case .curlMissing: .unavailable
    case .missingScopes: .notPermitted
    case .misconfigured, .unreadableFile, .damagedFile: .configuration
    case .unwritableFolder, .unlockableFolder: .cannotWrite
    default: .unreadable
    }
  }
}

extension Context {
  fileprivate var doctor: Doctor {
    let services = services
    let environment = environment
    var clock = requestClock
    clock.now = now
    return Doctor(
      access: access, usesTLS: services.api.baseURL.scheme == "https",
      curlVersion: {
        // Its own version and that of its TLS library; a dozen others follow.
        CurlTransport.libraryVersion(.init(environment: environment))?
          .split(separator: " ").prefix(2).joined(separator: " ")
      },
      knock: { try await services.knock() }, call: { try await services.askOnce($0) },
      credentials: { try await services.authenticator.credentials() },
      scopes: (read: configuration.scopes, write: configuration.writeScopes),
      clock: clock, files: doctorFiles, mistakes: mistakes.map(failureSentence.sentence),
      proxyVariables: ["HTTPS_PROXY", "ALL_PROXY", "NO_PROXY"].flatMap { [$0, $0.lowercased()] }
        .filter { environment[$0]?.isEmpty == false })
  }

  private var doctorFiles: [DoctorFile] {
    // Without a home nothing is stored, which was said.
    if paths.lackHome { return [] }
    return [
      DoctorFile("config", paths.configurationFile, .bytes),
      DoctorFile("settings", paths.settingsFile, .bytes, isPrivate: false),
      DoctorFile("state", paths.stateFolder, .folder),
      DoctorFile(
        "credentials", paths.credentialsFile, .document(isSound: FileCredentialStore.isSound)),
      DoctorFile(
        "cache-folder", paths.cacheFile.deletingLastPathComponent(), .folder, isPrivate: false),
      DoctorFile("drafts", paths.draftsFile, .database),
      DoctorFile("log", paths.logFile, .database),
      DoctorFile("cache", paths.cacheFile, .database),
      DoctorFile("structures", paths.structuresFolder, .folder),
      DoctorFile("backups", paths.structureBackupsFolder, .folder),
    ]
  }
}
