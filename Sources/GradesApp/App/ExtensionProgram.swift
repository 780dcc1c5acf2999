import Files
import Foundation
import GradesConfiguration

/// A program of the user's own, `grades-NAME` on `PATH`, which runs as `grades NAME`.
///
/// It takes the place of this process, so that streams, signals and the exit status are its own. It gets no
/// stored login: a program that needs one asks with `grades token`, or calls `grades api`. A token in the environment
/// is the user's own, and stays there.
struct ExtensionProgram: Equatable {
  let file: String
  let arguments: [String]
  let environment: [String: String]

  private static let prefix = "grades-"

  /// Finds the program that the first word of a command line names; nil without one.
  ///
  /// A host and a profile before the word become the program's environment, where its own calls of this
  /// program find them. Throws a `ConfigurationError` for those that cannot exist.
  init?(_ typed: [String], environment: [String: String]) throws {
    var (options, words) = LeadingOptions.divided(typed)
    // `grades help NAME` is a question to the program.
    let question = LeadingOptions.removed(from: words)
    if question.first == "help", question.count == 2 { words = [question[1], "--help"] }
    guard let name = words.first, Self.isName(name),
      let file = Executable.find(Self.prefix + name, in: Self.searched(environment))
    else { return nil }
    self.file = file
    var flags = GradesConfiguration.Flags()
    var others: [String] = []
    while let option = options.popFirst() {
      let parts = option.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard ["--host", "--profile"].contains(parts[0]) else {
        others.append(option)
        continue
      }
      let value = parts.count == 2 ? String(parts[1]) : options.popFirst() ?? ""
      if parts[0] == "--host" { flags.host = value } else { flags.profile = value }
    }
    try flags.check()
    var variables = environment
    variables["GRADES_CLIENT_SECRET"] = nil
    if let host = flags.host { variables["GRADES_HOST"] = host }
    if let profile = flags.profile { variables[ProfileName.variable] = profile }
    self.environment = variables
    arguments = LeadingOptions.placed(others, behind: words.dropFirst())
  }

  /// The names of all such programs, for suggestions and for help.
  static func names(in environment: [String: String]) -> [String] {
    let searched = searched(environment)
    let folders = (searched["PATH"] ?? "").split(separator: ":").map(String.init)
    let names = folders.flatMap { Executable.names(beginningWith: prefix, in: $0) }
      .map { String($0.dropFirst(prefix.count)) }
    if names.isEmpty { return [] }
    let builtIn = CommandTopic.allCases.flatMap(\.commands).compactMap {
      $0.configuration.commandName
    }
    return Set(names.filter(isName)).subtracting(builtIn)
      .filter { Executable.find(prefix + $0, in: searched) != nil }.sorted()
  }

  /// Replaces this process by the program. Returns only where that is impossible.
  func replaceProcess() {
    // This program ignores it, which would be inherited.
    signal(SIGPIPE, SIG_DFL)
    var none = sigset_t()
    sigemptyset(&none)
    pthread_sigmask(SIG_SETMASK, &none, nil)
    // A script without a line that names its interpreter is one of the shell, as for every shell.
    for command in [[file] + arguments, ["/bin/sh", file] + arguments] {
      let texts = environment.map { "\($0.key)=\($0.value)" }
      var values = (command.map { strdup($0) }) + [nil]
      var variables = (texts.map { strdup($0) }) + [nil]
      defer { for text in values + variables { free(text) } }
      execve(command[0], &values, &variables)
      if errno != ENOEXEC { return }
    }
  }

  /// Whether a word can be the end of such a program's name: never a path, an option or something hidden.
  private static func isName(_ word: String) -> Bool {
    guard let first = word.utf8.first, first.isLetterOrDigit, word.utf8.count <= 100 else {
      return false
    }
    // The parser's own command is not among those of the program.
    return word != "help" && word.utf8.allSatisfy { $0.isLetterOrDigit || "-_.".utf8.contains($0) }
  }

  /// The environment with the absolute folders of `PATH` alone: what lies in the working folder by chance must
  /// not run.
  private static func searched(_ environment: [String: String]) -> [String: String] {
    let folders = (environment["PATH"] ?? "").split(separator: ":").filter { $0.hasPrefix("/") }
    return ["PATH": folders.joined(separator: ":")]
  }
}
