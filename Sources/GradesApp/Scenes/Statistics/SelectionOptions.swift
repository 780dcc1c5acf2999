import ArgumentParser
import Files
import GradesClient
import GradesCore
import Terminal

/// The options that select students by their values (Product rules, Selections).
struct SelectionOptions: ParsableArguments {
  @Option(name: .customLong("where"), help: .words(.optionWhere, valueName: "condition"))
  var condition: String?

  @Option(help: .words(.optionMissing, valueName: "item"), completion: .items)
  var missing: [String] = []

  /// The item; empty: any.
  @Option(
    name: .customLong("below-minimum"), defaultAsFlag: "", parsing: .next,
    help: .words(.optionBelowMinimum, valueName: "item?"),
    completion: .items)
  var belowMinimum: String?

  /// Throws when `--below-minimum` has taken the course's code, which was written behind it, for its item.
  func check() throws(Failure) {
    guard let typed = belowMinimum, typed.wholeMatch(of: /[A-Za-z]+-[A-Za-z0-9]+\.[0-9]+/) != nil
    else { return }
    throw .invalidOption(
      "--below-minimum", typed: typed,
      allowed: ["\(typed) --below-minimum", "--below-minimum=ITEM"])
  }

  var selection: StudentSelection {
    StudentSelection(
      condition: condition, missing: missing.map { ItemIdentifier($0) },
      belowMinimum: belowMinimum.map { $0.isEmpty ? .any : .item(ItemIdentifier($0)) })
  }
}

extension Context {
  /// The selected rows of a matrix with all items. A mistake in the condition is shown with a caret under it.
  @MainActor func rows(
    _ selection: StudentSelection, of matrix: GroupMatrix, in course: CourseContext
  ) async throws -> [MatrixRow] {
    do { return try await onOwnThread { try selection.rows(of: matrix) } } catch {
      if let problem = error as? UnusableCondition { showPlace(of: problem) }
      throw await services.failure(for: error, in: course)
    }
  }

  private func showPlace(of problem: UnusableCondition) {
    guard let position = problem.reason.position, problem.text.unicodeScalars.count <= 200 else {
      return
    }
    let scalars = problem.text.unicodeScalars
    let before = SafeText.singleLine(String(String.UnicodeScalarView(scalars.prefix(position))))
    printer.notice("  " + SafeText.singleLine(problem.text))
    printer.notice("  " + StyledText.blanks(StyledText(before).displayWidth).text + "^")
  }
}
