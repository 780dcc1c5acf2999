import ArgumentParser
import GradesClient
import GradesCore
import GradesLocalization
import Terminal

/// `grades sync`: loads everything of a semester for use without the service.
struct SyncCommand: ReadingCommand {
  static var configuration: CommandConfiguration { help("sync", .helpSync) }

  @OptionGroup var when: SemesterOption

  @OptionGroup var reading: DocumentOption

  @OptionGroup(title: SharedOptions.title) var shared: SharedOptions

  func answer(in context: Context, as format: ReportFormat) async throws -> Answer {
    let choice = try context.semester(when.semester)
    let outcome = try await context.loading(.progressSync) {
      try await load(choice, in: context)
    }
    return Answer(
      SyncReport(outcome: outcome, strings: context.strings, sentences: context.failureSentence),
      status: outcome.failures.last.map { Failure($0.error).status } ?? .done)
  }

  private func load(_ semester: SemesterChoice, in context: Context) async throws -> SyncOutcome {
    let services = context.services
    let owner = DraftOwner(
      host: context.configuration.host.identity,
      username: try await services.session.user().username)
    let last = LastChoices(file: context.paths.lastChoicesFile)
    return try await services.repository.sync(semester, pinned: context.settings.pinnedCourses) {
      course, semester in
      last.choice(of: Gradebook(owner: owner, course: course, semester: semester)).group
    }
  }
}

/// What was loaded for offline use as a table and a document.
struct SyncReport: Report {
  let outcome: SyncOutcome
  let strings: Strings
  let sentences: FailureSentence

  var table: Table {
    let semester = "\(strings.title(of: outcome.semester)) (\(outcome.semester))"
    let counts: [(Message, Int)] = [
      (.syncResults, results.count), (.syncTeaching, taught.count), (.syncGroups, groups.count),
    ]
    var rows = counts.filter { $0.1 > 0 }.map { title, count in
      Table.Row(cells: [.text(strings(title)), .text(String(count))])
    }
    for (part, title) in [
      (SyncOutcome.Part.notifications, Message.syncNotifications), (.study, .syncStudy),
    ] where outcome.loaded.contains(part) {
      rows.append(Table.Row(cells: [.text(strings(title)), .text(strings(.wordYes))]))
    }
    return Table(
      title: .init(leading: StyledText(semester, .heading)),
      columns: [.init(), .init(leastWidth: 12, overflow: .wrap)],
      sections: [
        .init(title: StyledText(strings(.syncLoaded), .heading), rows: rows),
        .init(
          title: StyledText(strings(.syncNotLoaded), .heading),
          rows: outcome.failures.map { failure in
            Table.Row(cells: [.text(name(of: failure.part)), .text(reason(of: failure))])
          }),
      ])
  }

  private var results: [CourseCode] {
    outcome.loaded.compactMap { if case .results(let code) = $0 { code } else { nil } }
  }

  private var taught: [CourseCode] {
    outcome.loaded.compactMap { if case .items(let code) = $0 { code } else { nil } }
  }

  private var groups: [SyncOutcome.Part] { outcome.loaded.filter { $0.group != nil } }

  private func name(of part: SyncOutcome.Part) -> String {
    switch part {
    case .notifications: strings(.syncNotifications)
    case .study: strings(.syncStudy)
    default:
      [part.course?.rawValue, part.group?.rawValue].compactMap(\.self).joined(separator: " ")
    }
  }

  private func reason(of failure: SyncOutcome.Failure) -> String {
    sentences.sentence(for: Failure(failure.error))
  }

  func document(_ names: Strings) -> Document {
    let taughtFields: [Field<CourseCode>] = [
      Field("code") { $0 },
      Field(json: "groups") { code in groups.filter { $0.course == code }.compactMap(\.group) },
    ]
    let failures: [Field<SyncOutcome.Failure>] = [
      Field("course") { $0.part.course },
      Field("group") { $0.part.group },
      Field("reason") { reason(of: $0) },
    ]
    return [
      // Pins change the order of loading and no document.
      "semester": outcome.semester, "studying": results.sorted(),
      "teaching": Rows(taught.sorted(), taughtFields),
      "notifications": outcome.loaded.contains(.notifications),
      "study": outcome.loaded.contains(.study), "notLoaded": Rows(outcome.failures, failures),
      "fetchedAt": outcome.fetchedAt,
    ]
  }
}
