import Foundation
import GradesClient

/// Changes of results, the newest first, and which of them the user has seen.
package struct RecordedChanges: Hashable, Sendable {
  package var entries: [LoggedChange] = []
  /// The time when the user last opened the changes; nil for never.
  package var lookedAt: Date?
  /// The number of the last entry that the user has seen.
  package var lastSeen: Int64 = 0

  package var new: [LoggedChange] { entries.filter(\.isNew) }
}

/// What has changed in the signed-in user's results since they last looked: the log, brought up to date by asking
/// for the results of all courses.
extension Repository {
  /// The reader of the log who opens the changes.
  private static let reader = "changes"

  /// The changes in the log, then with those that the service's answers show. Throws ``UnknownCourse``.
  ///
  /// - Parameters:
  ///   - course: one course; nil: all.
  ///   - since: changes of this moment and later ones; nil: all.
  package func changes(
    in semester: SemesterChoice, of course: CourseCode? = nil, since: Date? = nil
  ) -> SnapshotStream<RecordedChanges> {
    SnapshotStream(in: semester, of: session) { semester in
      let scope = try await scope
      return Question(
        source: source,
        stored: {
          guard let time = source.log.answeredAt(.result, of: scope) else { return nil }
          return Snapshot(value: await recorded(course, since, scope), fetchedAt: time)
        },
        fetch: {
          try await refresh(course, in: semester)
          return Snapshot(value: await recorded(course, since, scope), fetchedAt: source.now())
        })
    }
  }

  /// The changes of a course that the log has, without a request; none while the user is not known.
  package func recordedChanges(
    of course: CourseCode, in semester: SemesterCode
  ) async -> RecordedChanges {
    guard let scope = try? await scope else { return RecordedChanges() }
    var recorded = await recorded(course, nil, scope)
    recorded.entries.removeAll { $0.semester != semester }
    return recorded
  }

  /// Notes that the user has seen the changes. Where that cannot be kept, they are shown as new again.
  package func look(at seen: RecordedChanges) async throws {
    source.log.tell(
      Self.reader, upTo: seen.entries.map(\.id).max() ?? 0, at: source.now(), of: try await scope)
  }

  /// The newest first; what changed in the same minute stands in the order of courses and their items.
  private func recorded(
    _ course: CourseCode?, _ since: Date?, _ scope: CacheScope
  ) async -> RecordedChanges {
    let told = try? source.log.told(Self.reader, of: scope)
    let logged = try? source.log.changes([.result], of: scope, course: course)
    let entries = (logged ?? [])
      .filter { change in since.map { change.time >= $0 } ?? true }
      .sorted { left, right in
        if left.minute != right.minute { return left.minute > right.minute }
        return (left.course, left.id) < (right.course, right.id)
      }
    return RecordedChanges(
      entries: await named(entries).map { change in
        var change = change
        change.isNew = change.id > told?.number ?? 0
        return change
      }, lookedAt: told?.at, lastSeen: told?.number ?? 0)
  }

  /// The changes with the names that stored results have in the language in use: an answer has names in its own
  /// language alone.
  private func named(_ changes: [LoggedChange]) async -> [LoggedChange] {
    struct Place: Hashable { let course: CourseCode, semester: SemesterCode }
    var names: [Place: [ItemIdentifier: [LocalizedName]]] = [:]
    var named = changes
    for (index, change) in changes.enumerated() {
      let place = Place(course: change.course, semester: change.semester)
      if names[place] == nil {
        let stored = await storedResults(of: change.course, in: change.semester)
        names[place] = (stored?.items ?? []).keyed(by: \.item.identifier)
          .mapValues(\.item.definition.names)
      }
      let found = names[place]?[change.identifier] ?? []
      if found.contains(where: { $0.language == source.language.rawValue }) {
        named[index].names = found
      }
    }
    return named
  }

  /// Asks for results; the log notes what has changed in them.
  private func refresh(_ course: CourseCode?, in semester: SemesterCode) async throws {
    if let code = course {
      _ = try await UnknownCourse.naming(code, in: semester) {
        try await newestResults(of: code, in: semester)
      }
      return
    }
    let list = try await courses(in: .code(semester)).latest()
    // Stored data do not show the reason for a missing response; the next request does.
    _ = try await list.value.studying.map(\.code).atOnce { code in
      do {
        _ = try await newestResults(of: code, in: semester)
      } catch let error as GradesError where error.scope == .course {
        // The list may have a course in it that the user has left.
      }
    }
  }
}

extension LoggedChange {
  /// Computed items change a moment after their operands, and are listed after them.
  fileprivate var minute: Double { (time.timeIntervalSinceReferenceDate / 60).rounded(.down) }
}
