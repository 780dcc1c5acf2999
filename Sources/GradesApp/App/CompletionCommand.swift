import ArgumentParser
import Foundation
import GradesClient
import GradesConfiguration
import GradesCore
import GradesLocalization
import Synchronization

/// `grades completion SHELL`: the script that completes command lines in a shell.
struct CompletionCommand: AppCommand {
  static var configuration: CommandConfiguration { help("completion", .helpCompletion) }

  @ArgumentParser.Argument(
    help: .words(.argumentShell, valueName: "shell"),
    completion: .list(shells))
  var shell: String

  @OptionGroup(title: SharedOptions.title) var shared: SharedOptions

  static var loginUse: LoginUse { .none }

  var access: Access { .offline }

  /// A script depends on no file: `make install` needs one also where the settings have a mistake.
  var reportsMistakes: Bool { true }

  func run(in context: Context) async throws -> ExitStatus {
    guard let shell = CompletionShell(rawValue: self.shell) else {
      throw Failure.invalidOption("SHELL", typed: self.shell, allowed: Self.shells)
    }
    // Its lines are never broken.
    context.printer.streams.out(Self.script(for: shell) + "\n")
    return .done
  }

  private static let shells = CompletionShell.allCases.map(\.rawValue).sorted()

  /// The parser's script with what the parser does not offer: the names of the commands after `grades help`, and
  /// the user's own programs, which the shell finds itself.
  private static func script(for shell: CompletionShell) -> String {
    let script = RootCommand.completionScript(for: shell)
    let commands = CommandTopic.allCases.flatMap(\.names).joined(separator: " ")
    // The names that `ExtensionProgram` takes. What a shell could run is never offered.
    let name = "[A-Za-z0-9][A-Za-z0-9._-]*"
    switch shell {
    case .bash:
      let help = "_grades_help() {\n"
      let words = "'\(commands) help' -- \"${cur}\"))\n"
      let offer = "complete -o filenames -F _grades grades"
      // Pinned courses come first; Bash before 4.4 sorts all the same.
      return script.replacing(
        help, with: help + "    COMPREPLY+=($(compgen -W '\(commands)' -- \"${cur}\"))\n"
      ).replacing(
        offer, with: offer.replacing("-F", with: "-o nosort -F") + " 2>/dev/null || \(offer)"
      ).replacing(
        words,
        with: words
          + #"        COMPREPLY+=($(compgen -c -- "grades-${cur}" | sed -n 's/^grades-\(\#(name)\)$/\1/p' | sort -u))"#
          + "\n", maxReplacements: 1)
    case .zsh:
      let describe = "        _describe -V subcommand subcommands && ret=0\n"
      return script.replacing("'*:subcommands:'", with: "'*:subcommands:(\(commands))'").replacing(
        describe,
        with: describe + """
                  local -ar programs=(${${(M)${(k)commands}:#grades-[A-Za-z0-9][A-Za-z0-9._-]#}#grades-})
                  (( ${#programs} )) && _describe -V program programs && ret=0

          """, maxReplacements: 1)
    default:
      return script + """

        complete -c grades -n '__fish_seen_subcommand_from help' -fa '\(commands)'
        function __grades_programs
            for folder in $PATH
                for file in $folder/grades-*
                    test -x $file; and string replace -r '^.*/grades-' '' -- $file
                end
            end | string match -r '^\(name)$'
        end
        complete -c grades -n '__grades_should_offer_completions_for_positional "grades" -eq 1' -fa '(__grades_programs)'
        """
    }
  }
}

extension CompletionKind {
  static var courses: Self { .custom { _, _, prefix in Completions.courses(prefix) } }
  static var semesters: Self { .custom { _, _, _ in Completions.semesters() } }

  static var groups: Self { .ofCourse { await $0.groups.map(\.rawValue) } }
  static var items: Self { .ofCourse { await $0.items.map(\.identifier.rawValue) } }
  static var students: Self { .ofCourse { await $0.students.map(\.username.rawValue) } }

  /// Of the course that is typed already, as far as it is stored.
  private static func ofCourse(
    _ names: @escaping @Sendable (StoredCourse) async -> [String]
  ) -> Self {
    .custom { words, _, _ in
      guard let course = Completions.course(in: words) else { return [] }
      return Completions.plain(Completions.read { await names(course) })
    }
  }
}

/// What the shell offers while a command is typed, from what is stored; never from the network.
///
/// Shells do not treat completions as plain text: bash runs a command inside of them. Hence
/// codes and identifiers from the service are offered only when they are plain words.
enum Completions {
  /// The run's environment, for the functions that the argument parser calls.
  @TaskLocal static var environment: Environment?

  /// The codes of the user's stored courses, of all semesters, in the case in which one begins to type.
  static func courses(_ prefix: String = "") -> [String] {
    let pinned = environment?.settings?.pinnedCourses ?? []
    let codes = plain(stored?.codes().pinning(pinned).map(\.rawValue))
    return prefix.contains(where: \.isLowercase) ? codes.map { $0.lowercased() } : codes
  }

  /// The ids of the stored notifications, the unread ones for marking them as read.
  static func notifications(isRead: Bool) -> [String] {
    guard let stored else { return [] }
    return plain(read { await stored.notifications(isRead: isRead).map(\.rawValue) })
  }

  /// The words and the semesters of which courses are stored, newest first.
  static func semesters() -> [String] {
    ["current", "previous", "next"] + plain(stored?.semesters.map(\.rawValue))
  }

  /// The first word that is the code of a stored course.
  fileprivate static func course(in words: [String]) -> StoredCourse? {
    guard let stored else { return nil }
    let codes = Set(stored.codes())
    return words.lazy.map { CourseCode($0) }.first { codes.contains($0) }.map { stored.course($0) }
  }

  /// The values of the setting whose name is typed already.
  static func settingValues(_ words: [String]) -> [String] {
    if words.contains(DefaultHost.key) { return DefaultHost.names }
    if words.contains(ServiceSettingKey.emails.rawValue) { return Setting.notify.examples }
    if words.contains(where: { ServiceSettingKey(rawValue: $0) != nil }) {
      return courses() + Setting.hiddenCourses.examples
    }
    let setting = words.lazy.compactMap { word in Setting.all.first { $0.key == word } }.first
    return switch setting?.kind {
    case .semester: semesters()
    case .courses: courses() + Setting.hiddenCourses.examples
    default: setting?.examples ?? []
    }
  }

  /// Those of some words that mean nothing to any shell and are no options.
  fileprivate static func plain(_ words: [String]?) -> [String] {
    (words ?? []).filter { word in
      guard let first = word.unicodeScalars.first, isLetterOrDigit(first) else { return false }
      return word.unicodeScalars.allSatisfy {
        isLetterOrDigit($0) || "._-+@/".unicodeScalars.contains($0)
      }
    }
  }

  private static func isLetterOrDigit(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
      .nonspacingMark, .decimalNumber:
      true
    default: scalar == "_"
    }
  }

  private static var stored: StoredCourses? {
    guard let environment, case let paths = environment.paths,
      FileManager.default.fileExists(atPath: paths.cacheFile.path),
      let host = host(of: environment.typed), let user = logins?.username(of: host.identity)
    else { return nil }
    let source = SnapshotSource(
      api: GradesAPI(baseURL: paths.cacheFile, authenticator: GivenToken("")),
      cache: SnapshotCache(file: paths.cacheFile), log: ChangeLog(file: paths.logFile),
      host: host.identity, language: .english, access: .offline)
    return StoredCourses(source: source, user: user)
  }

  /// Waits for what is read from the disk: the parser's functions are not asynchronous. They are called on the main
  /// thread (``App``), which no reading needs.
  fileprivate static func read(_ body: @escaping @Sendable () async -> [String]) -> [String] {
    let found = Mutex<[String]>([])
    let end = DispatchSemaphore(value: 0)
    Task.detached {
      let names = await body()
      found.withLock { $0 = names }
      end.signal()
    }
    end.wait()
    return found.withLock(\.self)
  }

  /// The names of the profiles, those of one host where it is named.
  static func profiles() -> [String] {
    guard let environment, let logins else { return [] }
    var flags = environment.typed
    // Perhaps only its beginning is typed.
    flags.profile = nil
    guard !flags.lacksHost(environment.variables) else {
      return plain(logins.profiles.map(\.rawValue))
    }
    return plain(
      host(of: flags).map { logins.logins(at: $0.service) }?.compactMap(\.profile?.rawValue))
  }

  /// The host and the profile that a command with these options would use; nil where it would be refused.
  private static func host(of flags: GradesConfiguration.Flags) -> ServiceHost? {
    guard let environment else { return nil }
    let paths = environment.paths
    var flags = flags
    if flags.lacksHost(environment.variables) {
      let profile = flags.usedProfile(environment.variables)
      flags.host = logins?.usual(of: profile).map(StoredLogins.hostName)
    }
    return try? GradesConfiguration(
      flags: flags, environment: environment.variables, paths: paths
    ).host
  }

  private static var logins: StoredLogins? {
    guard let paths = environment?.paths else { return nil }
    let (logins, last) = FileCredentialStore(file: paths.credentialsFile).storedLogins()
    return StoredLogins(logins, last: last)
  }
}
