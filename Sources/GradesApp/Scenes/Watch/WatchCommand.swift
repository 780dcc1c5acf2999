import ArgumentParser
import Files
import Foundation
import GradesClient
import GradesCore
import GradesLocalization

/// `grades watch`: waits for notifications and changed results and reports them.
struct WatchCommand: AppCommand {
  static var configuration: CommandConfiguration { help("watch", .helpWatch) }

  @Option(help: .words(.optionInterval, valueName: "seconds"))
  var interval = 300

  @Option(help: .words(.optionWatchTeach, valueName: "code"), completion: .courses)
  var teach: String?

  @Option(help: .words(.optionWatchGroup, valueName: "group"), completion: .groups)
  var group: String?

  @Flag(help: .words(.optionOnce))
  var once = false

  @Flag(help: .words(.optionDesktop))
  var desktop = false

  @Option(help: .words(.optionExec, valueName: "program"), completion: .file())
  var exec: String?

  @Flag(help: .words(.optionHideValues))
  var hideValues = false

  @Flag(help: .words(.optionJsonLines))
  var json = false

  @OptionGroup var when: SemesterOption

  @OptionGroup(title: SharedOptions.title) var shared: SharedOptions

  var isOpenEnded: Bool { true }
  // Bubbles are for people.
  var printsDocument: Bool { json && !desktop }
  var optionRules: [OptionRule] {
    [.requires("--group", group != nil, "--teach", teach != nil)]
  }

  func run(in context: Context) async throws -> ExitStatus {
    guard (1...86_400).contains(interval) else {
      throw Failure.invalidOption("--interval", typed: "\(interval)", allowed: ["1–86400"])
    }
    let program = try exec.map { name in
      guard let file = Executable.find(name, in: context.environment) else {
        throw Failure.unknownProgram(name)
      }
      return file
    }
    let notifier = desktop ? DesktopNotifier(environment: context.environment) : nil
    if desktop, notifier == nil { context.printer.notice(context.strings(.watchNoNotifySend)) }
    // A watch outlasts semesters, so it never follows the semester that is kept for viewing.
    let choice = try when.semester.map { try context.semester($0) } ?? .current
    let user = try await context.services.session.user()
    var course: CourseContext?
    if let teach {
      course = CourseContext(
        try await context.services.repository.courseCode(for: teach, in: choice), in: choice,
        typed: teach
      )
    }
    let scope = CacheScope(host: context.configuration.host.identity, username: user.username)
    let lock = WatchLock.take(
      in: context.paths.stateFolder, scope, course: course?.code,
      group: group.map { GroupID(typed: $0) })
    defer { lock?.release() }
    if lock == nil { context.printer.notice(context.strings(.watchBeside)) }
    let (watcher, start) = try await watcher(
      course, of: user.username, isOwner: lock != nil, semester: choice, in: context)
    let run = WatchRun(
      watcher: watcher, start: start, context: context,
      text: WatchText(
        strings: context.strings, dates: context.dates, hidesValues: hideValues,
        names: context.printer.names),
      format: json ? .json : .table, program: program, desktop: notifier,
      pace: PollingPace(interval: .seconds(interval)))
    do {
      if once { try await run.once() } else { try await run.forever() }
    } catch let failure as Failure where failure.isOfOutput {
      // The reader of the output is gone. The run reports that at its end.
    } catch  where Task.isCancelled && !once {
      // Ctrl-C is the usual end of a watch.
      context.printer.notice(context.strings(.watchStopped))
    } catch {
      guard let course else { throw error }
      throw await context.services.failure(for: error, in: course)
    }
    return .done
  }

  /// The watch, and what it says when it begins.
  @MainActor private func watcher(
    _ course: CourseContext?, of user: Username, isOwner: Bool, semester: SemesterChoice,
    in context: Context
  ) async throws -> (any NewsWatcher, @Sendable (Bool) async -> [String]) {
    let strings = context.strings
    guard let course else {
      let watcher = Watcher(
        context.services.repository, user: user, isOwner: isOwner, semester: semester,
        pinned: context.settings.pinnedCourses, uptime: context.requestClock.uptime)
      return (
        watcher,
        { stays in
          let (courses, unread) = await (watcher.courseCount, watcher.unreadCount)
          return [
            courses == 0 ? strings(.watchNothing) : nil,
            stays
              ? courses > 0
                ? strings(.watchBegun, [.count: courses]) : strings(.watchNotifications)
              : nil,
            unread > 0 ? strings(.watchUnread, [.count: unread]) : nil,
          ].compactMap { $0 }
        }
      )
    }
    let services = context.services
    let named = group.map { typed in
      { @Sendable in try await services.group(typed, in: course) }
    }
    let watcher = CourseWatcher(
      services.repository, isOwner: isOwner, course: course.code, semester: course.semester,
      group: named)
    return (
      watcher,
      { stays in
        let values: Arguments = [
          .course: course.code,
          .group: .text(await watcher.watchedGroup?.rawValue ?? ""),
        ]
        return [strings(stays ? .watchBegunCourse : .watchBaseline, values)]
      }
    )
  }
}
