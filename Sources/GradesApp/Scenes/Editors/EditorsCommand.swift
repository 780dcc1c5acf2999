import ArgumentParser
import Foundation
import GradesClient
import GradesLocalization
import Terminal

/// `grades editors`: the users who may change a course's structure.
struct EditorsCommand: ParsableCommand {
  static var configuration: CommandConfiguration {
    help(
      "editors", .helpEditors, .helpEditorsDiscussion,
      subcommands: [EditorsListCommand.self, EditorsAddCommand.self, EditorsRemoveCommand.self],
      defaultSubcommand: EditorsListCommand.self)
  }

  @OptionGroup(title: SharedOptions.title) var shared: SharedOptions
}

struct EditorsListCommand: ReadingCommand {
  static var configuration: CommandConfiguration {
    help("list", .helpEditorsList, .helpEditorsDiscussion)
  }

  @ArgumentParser.Argument(help: .words(.argumentCourse, valueName: "code"), completion: .courses)
  var code: String

  @OptionGroup var reading: DocumentOption
  @OptionGroup(title: SharedOptions.title) var shared: SharedOptions

  func answer(in context: Context, as format: ReportFormat) async throws -> Answer {
    let course = try await context.editedCourse(code, semester: nil)
    let editors = try await context.asking(about: course) {
      try await context.services.api.editors(of: course.code).all()
    }
    return Answer(
      EditorsReport(course: course.code, editors: editors.sorted(), strings: context.strings))
  }
}

struct EditorsAddCommand: PairedCommand {
  static var configuration: CommandConfiguration {
    help("add", .helpEditorsAdd, .helpEditorsAddDiscussion)
  }
  static let way = true

  @OptionGroup var arguments: EditorArguments
  @OptionGroup(title: SharedOptions.title) var shared: SharedOptions
}

struct EditorsRemoveCommand: PairedCommand {
  static var configuration: CommandConfiguration {
    help("remove", .helpEditorsRemove, .helpEditorsAddDiscussion)
  }
  static let way = false

  @OptionGroup var arguments: EditorArguments
  @OptionGroup(title: SharedOptions.title) var shared: SharedOptions
}

struct EditorArguments: PairedArguments {
  @ArgumentParser.Argument(help: .words(.argumentCourse, valueName: "code"), completion: .courses)
  var code: String

  @ArgumentParser.Argument(help: .words(.argumentEditor, valueName: "username"))
  var username: String

  @Flag(name: .shortAndLong, help: .words(.optionYes))
  var yes = false

  @MainActor func run(_ adding: Bool, in context: Context) async throws -> ExitStatus {
    guard yes || context.printer.streams.inputIsTerminal else {
      throw Failure.needsTerminal(flag: "--yes")
    }
    let name = username.trimmingCharacters(in: .whitespaces)
    guard !name.isEmpty else {
      throw Failure(.usage, .usageMissingArgument, [.argument: "username"])
    }
    let api = context.services.api
    let course = try await context.editedCourse(code, semester: nil)
    let editor = Username(name)
    let words: Arguments = [
      .name: name, .course: course.code,
    ]
    func editors() async throws -> [Username] {
      try await context.asking(about: course) { try await api.editors(of: course.code).all() }
    }
    let before = try await editors()
    guard before.contains(editor) != adding else {
      context.notice(adding ? .editorsIsAlready : .editorsIsNot, words)
      return .done
    }
    if !adding {
      // Each of them, and both at once, takes the user's own rights or leaves a course that no one can change.
      let user = try await context.services.session.user().username
      if editor == user { context.notice(.editorsRemoveSelf, words) }
      if before.count == 1 { context.notice(.editorsRemoveLast, words) }
    }
    let question: Message = adding ? .editorsAddQuestion : .editorsRemoveQuestion
    try await context.require(yes, or: question, words)
    try await context.requireWriting(canAsk: !yes && context.printer.streams.inputIsTerminal)
    do {
      if adding {
        try await api.editors(of: course.code).add(editor)
      } else {
        try await api.editors(of: course.code).remove(editor)
      }
    } catch let error as GradesError where error != .cancelled {
      // A response that was lost says nothing about the request.
      guard let now = try? await editors(), now.contains(editor) == adding else { throw error }
    }
    context.notice(adding ? .editorsAdded : .editorsRemoved, words)
    return .done
  }
}

struct EditorsReport: Report {
  let course: CourseCode
  let editors: [Username]
  let strings: Strings

  var table: Table {
    Table(
      editors, [Column(strings(.studentsColumnUsername)) { $0 }],
      emptyText: StyledText(strings(.editorsEmpty)))
  }

  func document(_ names: Strings) -> Document { ["course": course, "editors": editors] }
}
