import ArgumentParser
import Files
import Foundation
import GradesClient
import GradesCore

/// `grades plan CODE`: what would come of assumed values, and what is still needed. Sends nothing.
struct PlanCommand: ReadingCommand {
  static var configuration: CommandConfiguration { help("plan", .helpPlan) }

  @Argument(help: .words(.argumentCourse, valueName: "code"), completion: .courses)
  var code: String

  @Argument(help: .words(.argumentAssumed, valueName: "item=value"))
  var assumed: [String] = []

  @Option(
    help: .words(.optionWant, valueName: "goal"),
    completion: .list(PlanGoal.letters + [PlanGoal.passWord]))
  var want: String?

  @OptionGroup var when: SemesterOption

  @OptionGroup var reading: OfflineDocumentOptions
  @OptionGroup(title: SharedOptions.title) var shared: SharedOptions

  func answer(in context: Context, as format: ReportFormat) async throws -> Answer {
    let goal = try want.map { try PlanGoal(typed: $0) }
    let snapshot = try await context.results(of: code, semester: when.semester)
    let assumed = try values(of: snapshot.value)
    let report = try await onOwnThread {
      let plan = Plan(CoursePlanner(snapshot.value), assuming: assumed, goal: goal)
      if let problem = plan.problem {
        throw Failure.planGoal(problem, course: snapshot.value.course)
      }
      return PlanReport(plan, snapshot: snapshot, strings: context.strings)
    }
    var answer = Answer(snapshot, report)
    if let need = report.plan.need, need.reachability != .reachable {
      answer.status = .refused
      answer.then = {
        context.printer.notice(PlanText(context.strings).sentence(of: need, in: report.plan))
      }
    }
    return answer
  }

  /// The values of `ITEM=VALUE`; throws ``Failure`` for what is no value of an item that can be assumed.
  private func values(of results: CourseResults) throws -> [ItemIdentifier: GradeValue] {
    let items = CourseItems(
      course: results.course, semester: results.semester, items: results.items.map(\.item))
    var values: [ItemIdentifier: GradeValue] = [:]
    for (name, text) in try EditRequest.assignments(assumed, form: .setFormItem) {
      let item = try item(name, in: items)
      guard item.definition.isEditable else {
        throw Failure.computedItem(
          item.identifier.rawValue, course: results.course, command: "course")
      }
      guard values[item.identifier] == nil else { throw Failure.repeatedAssignment(name) }
      do throws(AssumedValueProblem) {
        values[item.identifier] = try GradeValue.assumed(text, for: item.definition)
      } catch {
        throw Failure(.refused, [error.sentence])
      }
    }
    return values
  }

  private func item(_ name: String, in items: CourseItems) throws -> CourseItem {
    do throws(UnknownItems) { return try items.items([ItemIdentifier(name)])[0] } catch {
      let failure = Failure(error, in: items.course)
      let isUnknown = failure.sentences.first?.message == .errorUnknownItem
      guard isUnknown, failure.near.isEmpty else { throw failure }
      throw Failure.unknownItem(typed: name, course: items.course, command: "course")
    }
  }
}

extension PlanGoal {
  static let letters = GradeLetter.bands.map(\.letter).filter { $0 != "F" }
  static let passWord = "pass"

  /// Reads a goal as it is typed: a letter, points or `pass`.
  init(typed: String) throws {
    let text = typed.trimmingCharacters(in: .whitespaces)
    if text.lowercased() == Self.passWord {
      self = .pass
    } else if Self.letters.contains(text.uppercased()) || text.uppercased() == "Z" {
      self = .grade(text.uppercased())
    } else if case .success(let points) = NumberReader().read(text), points >= 0 {
      self = .points(points)
    } else {
      throw Failure.invalidOption(
        "--want", typed: typed, allowed: Self.letters + ["Z", Self.passWord, "75"])
    }
  }
}
