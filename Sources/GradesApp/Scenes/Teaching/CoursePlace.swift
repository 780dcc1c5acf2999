import GradesClient
import GradesCore
import GradesLocalization
import Spelling

/// A course in a semester, as a teacher's command line names them.
struct CoursePlace: Sendable {
  /// The full code.
  let course: CourseCode
  let semester: SemesterCode
  /// Whether the semester's code stands in for a newer answer.
  let isStale: Bool
  /// The course as it was typed.
  let typed: String
}

extension Context {
  /// Finds out which course and semester are meant; mostly without a request.
  func place(_ typed: String, semester flag: String?) async throws -> CoursePlace {
    let semester = try await services.session.semester(self.semester(flag))
    let code = try await services.resolver.code(for: typed, in: semester.value)
    return CoursePlace(
      course: code, semester: semester.value, isStale: semester.isStale, typed: typed)
  }

  /// Asks about a course in a semester, and finds out which they are at the same time: a round trip
  /// less where the semester is what it was last time, or is by the date. An answer about another one
  /// is dropped.
  @MainActor func answer<Value: Sendable>(
    about typed: String, semester flag: String?, _ message: Message = .progressCourse,
    _ ask: @escaping @Sendable (CoursePlace) async throws -> Value
  ) async throws -> (place: CoursePlace, value: Value) {
    if access == .online { services.transport.prepare() }
    let likely = try await likelyPlace(typed, semester: flag)
    let early = likely.map { place in Task { try await ask(place) } }
    defer { early?.cancel() }
    let place = try await place(typed, semester: flag)
    let isLikely = likely?.course == place.course && likely?.semester == place.semester
    let value = try await asking(about: place, message) {
      guard isLikely, let early else { return try await ask(place) }
      return try await withTaskCancellationHandler {
        try await early.value
      } onCancel: {
        early.cancel()
      }
    }
    return (place, value)
  }

  /// What is meant as far as one can tell without the service; nil where that takes a request, or
  /// saves none.
  private func likelyPlace(_ typed: String, semester flag: String?) async throws -> CoursePlace? {
    guard typed.contains("."),
      let semester = await services.session.likelySemester(try self.semester(flag)),
      let code = try? await services.resolver.code(for: typed, in: semester)
    else { return nil }
    return CoursePlace(course: code, semester: semester, isStale: false, typed: typed)
  }

  /// The place of edits, whose semester is never a stored guess: a new semester may have begun since,
  /// and grades would go into the last one. Where the service does not say which it is, its failure
  /// is thrown.
  func editingPlace(_ typed: String, semester flag: String?) async throws -> CoursePlace {
    let place = try await place(typed, semester: flag)
    guard place.isStale, case .word(let word) = try semester(flag) else { return place }
    let semester = try await services.api.semesterCode(word)
    return CoursePlace(
      course: try await services.resolver.code(for: typed, in: semester), semester: semester,
      isStale: false, typed: typed)
  }

  /// Asks something about a course, with a sign of life on a terminal. What the course does not
  /// have is said with the names that may have been meant.
  @MainActor func asking<Value: Sendable>(
    about place: CoursePlace, _ message: Message = .progressCourse,
    _ work: () async throws -> Value
  ) async throws -> Value {
    do {
      return try await loading(message, [.course: .text(place.course.rawValue)]) {
        try await work()
      }
    } catch GradesError.notFound {
      throw Failure.unknownCourse(
        typed: place.course.rawValue, semester: place.semester,
        suggestions: await services.resolver.suggestions(for: place.typed)
          .filter { $0 != place.course })
    } catch let error as UnknownItems {
      throw failure(for: error, in: place)
    } catch let error as UnknownGroup {
      throw await failure(for: error, in: place)
    }
  }

  private func failure(for error: UnknownItems, in place: CoursePlace) -> Failure {
    let typed = error.identifiers.first?.rawValue ?? ""
    return .unknownItem(
      typed: typed, course: place.course,
      suggestions: NearNames.find(typed, among: error.known.map(\.rawValue)))
  }

  /// A group that is not there may be an item for which the group was forgotten.
  func failure(for error: UnknownGroup, in place: CoursePlace) async -> Failure {
    let typed = error.group.rawValue
    let groups = try? await services.teacher.latestGroups(
      of: place.course, in: place.semester, onlyMine: false)
    var suggestions = NearNames.find(
      typed, among: groups?.value.groups.map(\.id.rawValue) ?? [])
    if suggestions.isEmpty {
      let items = try? await services.teacher.latestItems(of: place.course, in: place.semester)
      if let item = items?.value.item(ItemIdentifier(typed)) {
        suggestions = ["\(GroupID.all) \(item.identifier)"]
      }
    }
    return .unknownGroup(typed: typed, course: place.course, suggestions: suggestions)
  }

  /// The failure for a student whom the course does not have.
  func unknownStudent(_ typed: String, in place: CoursePlace) async -> Failure {
    await services.missingNames.student(typed, of: place.course, in: place.semester)
  }
}

extension GroupID {
  /// Reads an id as people type it: the service's own words are in capitals.
  init(typed: String) {
    let upper = typed.uppercased()
    let isKnown =
      ["ALL", "TEST"].contains(upper)
      || ["MY_", "PARALLEL_", "EVENT_"].contains { upper.hasPrefix($0) }
    self.init(isKnown ? upper : typed)
  }
}
