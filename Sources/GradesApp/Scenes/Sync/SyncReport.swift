import GradesClient
import GradesCore
import GradesLocalization
import JSON
import Terminal

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

  private var groups: [(course: CourseCode, group: GroupID)] {
    outcome.loaded.compactMap {
      if case .group(let group, let code) = $0 { (code, group) } else { nil }
    }
  }

  private func name(of part: SyncOutcome.Part) -> String {
    switch part {
    case .results(let code), .items(let code), .groups(let code): code.rawValue
    case .group(let group, let code): "\(code) \(group)"
    case .notifications: strings(.syncNotifications)
    case .study: strings(.syncStudy)
    }
  }

  private func reason(of failure: SyncOutcome.Failure) -> String {
    sentences.sentence(for: Failure(failure.error))
  }

  func write(to writer: inout JSONWriter) {
    writer.object {
      $0.member("semester", outcome.semester.rawValue)
      // Pins change the order of loading and no document.
      $0.member("studying", results.sorted().map(\.rawValue))
      $0.array("teaching", of: taught.sorted()) { writer, code in
        writer.object {
          $0.member("code", code.rawValue)
          $0.member("groups", groups.filter { $0.course == code }.map(\.group.rawValue))
        }
      }
      $0.member("notifications", outcome.loaded.contains(.notifications))
      $0.member("study", outcome.loaded.contains(.study))
      $0.array("notLoaded", of: outcome.failures) { writer, failure in
        writer.object {
          $0.member("course", failure.part.course?.rawValue)
          let group: GroupID? = if case .group(let id, _) = failure.part { id } else { nil }
          $0.member("group", group?.rawValue)
          $0.member("reason", reason(of: failure))
        }
      }
      $0.member("fetchedAt", outcome.fetchedAt)
    }
  }
}
