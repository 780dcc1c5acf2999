import ArgumentParser
import GradesClient
import GradesCore
import GradesLocalization

/// `grades enter CODE ITEM`: Quick entry line by line.
struct EnterCommand: AppCommand {
  static var configuration: CommandConfiguration { help("enter", .helpEnter) }

  @ArgumentParser.Argument(help: .words(.argumentCourse, valueName: "code"), completion: .courses)
  var code: String

  @ArgumentParser.Argument(
    help: .words(.argumentEnteredItem, valueName: "item"), completion: .items)
  var item: String

  @Option(help: .words(.optionGroup, valueName: "group"), completion: .groups)
  var group = GroupID.all.rawValue

  @Flag(help: .words(.optionOverwriteValues))
  var overwrite = false

  @OptionGroup var when: SemesterOption

  @OptionGroup(title: SharedOptions.title) var shared: SharedOptions

  var outlivesReader: Bool { true }

  var isOpenEnded: Bool { true }

  func run(in context: Context) async throws -> ExitStatus {
    let course = try await context.editedCourse(code, semester: when.semester)
    let gradebook = try await context.gradebooks.gradebook(course)
    let query = GroupQuery(
      course: course.code, semester: course.semester,
      group: try await context.group(group, in: course), items: [ItemIdentifier(item)])
    let (matrix, numbers) = try await context.asking(about: course, .progressGroup) {
      _ = try await context.confirm(gradebook)
      return (
        try await context.services.repository.matrix(query).latest(),
        await context.services.repository.personalNumbers(of: query)
      )
    }
    context.say(staleSince: matrix.staleSince)
    guard let stack = PaperStack(matrix.value, personalNumbers: numbers), stack.item.isEditable
    else { throw Failure.computedItem(item, course: course.code) }
    let editor = CellEditor(drafts: context.services.drafts, gradebook: gradebook)
    try await editor.load()
    return try await EnterConversation(
      context: context, stack: stack, editor: editor, replacesUnasked: overwrite
    ).run()
  }
}

/// Quick entry in a shell: a line for each paper with a query and a value, or the value on the next line.
@MainActor
struct EnterConversation {
  let context: Context
  let stack: PaperStack
  let editor: CellEditor
  /// Whether a value that is there is replaced without a question.
  let replacesUnasked: Bool

  private var strings: Strings { context.strings }
  private var printer: Printer { context.printer }
  private var values: ValueText { ValueText(strings) }
  private var isAsking: Bool { printer.streams.inputIsTerminal }

  private enum Outcome { case stored, unchanged, refused, end }

  /// Enters papers until the end of the input, or an empty line on a terminal.
  func run() async throws -> ExitStatus {
    if isAsking {
      let item = stack.item.name(in: strings.serviceLanguage)
      context.notice(.enterIntroduction, [.item: item])
    }
    var stored = 0
    do {
      let status = try await enterLines(counting: &stored)
      sayMissing()
      context.notice(.draftsKept, count: stored)
      return status
    } catch let error where Failure(error) == .cancelled {
      context.notice(.draftsKept, count: stored)
      throw error
    }
  }

  private func enterLines(counting stored: inout Int) async throws -> ExitStatus {
    var status = ExitStatus.done
    while let line = try await read(paperPrompt) {
      if line.allSatisfy(\.isWhitespace) {
        if isAsking { break }
        continue
      }
      switch try await enter(line) {
      case .stored: stored += 1
      case .unchanged: continue
      // A person has seen why, and types it again.
      case .refused: if !isAsking { status = .refused }
      case .end: return status
      }
    }
    return status
  }

  private var paperPrompt: String {
    let left = stack.missing(editor.cells).count
    return strings(.enterPrompt, [.value: strings(.enterLeft, [.count: .count(left)])])
  }

  /// Reads a line; on a terminal after a prompt. Nil at the end of the input.
  private func read(_ prompt: String) async throws -> String? {
    if isAsking {
      return try await printer.ask(prompt, orUse: "--overwrite", takesTypedAhead: true)
    }
    return try await printer.readLine()
  }

  private func enter(_ text: String) async throws -> Outcome {
    let line = stack.split(text)
    guard let paper = line.found.first else {
      return refuse(strings(.studentsNoneFound, [.query: line.query]))
    }
    if line.found.count > 1 {
      return refuse(PaperStack.several(line.found, line.query).text(strings))
    }
    return try await enter(line.rest, for: paper)
  }

  private func enter(_ typed: String, for paper: PaperStack.Paper) async throws -> Outcome {
    let cell = stack.cell(paper, editor.cells)
    guard !editor.cells.isUnconfirmed(cell.cell) else {
      return refuse(strings(.disabledUnconfirmed))
    }
    var text = typed
    while true {
      if text.isEmpty {
        guard let line = try await read(valuePrompt(cell)) else { return .end }
        text = line
      }
      switch stack.entry(text, for: paper, editor.cells) {
      case .store(let value): return try await store(value, in: cell)
      case .replace(let old, let new):
        guard try await mayReplace(old, new, of: cell) else { return .refused }
        return try await store(new, in: cell)
      case .unchanged:
        printer.notice(PaperStack.unchanged(cell, strings).text(strings))
        return .unchanged
      case .nothing:
        // On a terminal an empty value goes back to the students.
        return isAsking ? .unchanged : refuse(strings(.enterNoValue))
      case .rejected(let problem):
        let reason = ProblemSentence(strings: strings).text(problem)
        let refused = refuse("\(cell.student.listName): \(reason)")
        guard isAsking else { return refused }
        text = ""
      }
    }
  }

  private func valuePrompt(_ cell: EditableCell) -> String {
    let name = cell.student.nameWithUsername
    guard let value = cell.current.value else { return name + ":" }
    let old = strings(.enterHas, [.value: values.text(value)])
    return "\(name), \(old):"
  }

  private func mayReplace(
    _ old: GradeValue, _ new: GradeValue, of cell: EditableCell
  ) async throws -> Bool {
    if replacesUnasked { return true }
    let facts: Arguments = [
      .student: cell.student.nameWithUsername, .value: values.text(old), .to: values.text(new),
    ]
    guard isAsking else {
      _ = refuse(strings(.enterNeedsOverwrite, facts))
      return false
    }
    return try await context.agrees(to: .enterReplaceQuestion, facts, orUse: "--overwrite")
  }

  private func store(_ value: GradeValue, in cell: EditableCell) async throws -> Outcome {
    // A line is acknowledged once its draft is on the disk.
    try await editor.commit([editor.edit(cell.cell, over: cell.recorded, value: value)]).value
    var line = "\(cell.student.nameWithUsername): \(values.text(value))"
    if let old = cell.current.value {
      line += " " + strings(.gridWas, [.value: values.text(old)])
    }
    printer.print(line)
    if let violation = cell.violation(by: value, strings) {
      printer.notice("\(cell.student.listName): \(violation.text(strings))")
    }
    return .stored
  }

  private func refuse(_ reason: String) -> Outcome {
    printer.notice(reason)
    return .refused
  }

  private static let mostNames = 30

  private func sayMissing() {
    let missing = stack.missing(editor.cells)
    guard !missing.isEmpty else { return context.notice(.enterAllDone) }
    context.notice(.enterMissing, [.count: missing.count])
    for student in missing.prefix(Self.mostNames).map(\.student) {
      printer.notice("  " + student.nameWithUsername)
    }
    let others = missing.count - Self.mostNames
    if others > 0 { printer.notice("  " + strings(.reviewMore, [.count: others])) }
  }
}
