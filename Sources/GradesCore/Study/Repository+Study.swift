import Foundation
import GradesClient

/// All semesters of the signed-in user, over cache and service.
///
/// The service has no list of a student's semesters, so they are asked for one by one, from the current
/// one back, until four in a row have no course.
extension Repository {
  /// How many semesters are asked for at the same time; that many without a course end the search.
  private static let semestersAtOnce = 4
  private static let mostSemesters = 24

  /// The record; it is stale where any part of it is. Throws ``NothingStored`` where nothing answers.
  package func studyRecord() async throws -> Snapshot<StudyRecord> {
    try await record(from: session.semester(.current).value) {
      try await lists(of: $0) { try await $0.latest() }
    }
  }

  /// Loads all semesters for use without the service. Nothing stands in for an answer: throws where the service
  /// is unavailable for any of them.
  func loadStudy() async throws {
    _ = try await record(from: session.semester(.current).value) { codes in
      let answers = try await lists(of: codes) { try await $0.newest() }
      for case (_, .failure(let error)) in answers where !error.isAnswer { throw error }
      return answers
    }
  }

  /// What is stored of the record; nil where nothing is.
  package func storedStudy() async -> Snapshot<StudyRecord>? {
    guard let semester = session.storedSemester(.current) else { return nil }
    let record = try? await record(from: semester) { codes in
      var answers: [Answer] = []
      for code in codes {
        if let list = await storedCourses(in: code) { answers.append((code, .success(list))) }
      }
      return answers
    }
    return record.flatMap { $0.value.semesters.isEmpty ? nil : $0 }
  }

  private func record(
    from semester: SemesterCode, _ lists: ([SemesterCode]) async throws -> [Answer]
  ) async throws -> Snapshot<StudyRecord> {
    var code = semester
    var received: [Snapshot<CourseList>] = []
    var asked = 0
    var failure: (any Error)?
    var missing: [SemesterCode] = []
    var unknown: [SemesterCode] = []
    while asked < Self.mostSemesters {
      var codes: [SemesterCode] = []
      for _ in 0..<Self.semestersAtOnce {
        codes.append(code)
        code = code.previous
      }
      asked += codes.count
      let answers = try await lists(codes)
      for case (let code, .failure(let error)) in answers {
        failure = failure ?? error
        missing.append(code)
        if !error.isAnswer { unknown.append(code) }
      }
      let lists = answers.compactMap { try? $0.list.get() }
      received += lists
      if lists.allSatisfy(\.value.studying.isEmpty) { break }
    }
    let found = received.filter { !$0.value.studying.isEmpty }
    if found.isEmpty, let failure { throw failure }
    var record = StudyRecord(
      semesters: found.map { list in
        StudyRecord.Semester(
          code: list.value.semester,
          courses: list.value.studying.map(StudyRecord.Course.init))
      })
    if let oldest = record.semesters.first?.code {
      record.missing = missing.filter { $0 > oldest }.sorted()
      // After that many semesters that are known to have no course, none is missing.
      var end = oldest
      for _ in 0..<Self.semestersAtOnce { end = end.previous }
      record.missingUpTo = unknown.filter { $0 < oldest && $0 >= end }.max()
    }
    // An empty record is as old as the answers that have no courses.
    let sources = found.isEmpty ? received : found
    return Snapshot(
      value: record, fetchedAt: sources.map(\.fetchedAt).min() ?? .distantPast,
      isStale: sources.contains(where: \.isStale))
  }

  private typealias Answer = (code: SemesterCode, list: Result<Snapshot<CourseList>, any Error>)

  /// The courses of semesters, as far as there is an answer.
  private func lists(
    of codes: [SemesterCode],
    _ answer: @escaping @Sendable (SnapshotStream<CourseList>) async throws -> Snapshot<CourseList>
  ) async throws -> [Answer] {
    try await codes.atOnce { code in
      do {
        return (code, .success(try await answer(courses(in: .code(code)))))
      } catch  where error.isAnswer || error.isAbsence {
        return (code, .failure(error))
      }
    }
  }
}

extension Error {
  /// Whether the service has refused to answer about one semester, as about one that it does not have.
  fileprivate var isAnswer: Bool { (self as? GradesError)?.mayMeanNothingThere == true }

  /// Whether there was no answer, so that what is known of other semesters is still worth showing.
  fileprivate var isAbsence: Bool {
    self is NothingStored || (self as? GradesError)?.scope == .service
  }
}
