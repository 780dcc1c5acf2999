import Foundation
import GradesClient
import GradesLocalization

/// What `group --columns` shows of each student beside the values.
enum StudentColumn: String, CaseIterable, Sendable {
  case email, parallel, number, year

  /// Reads names separated by commas; throws a ``Failure`` for another one.
  static func columns(_ typed: String?) throws -> [StudentColumn] {
    guard let typed else { return [] }
    return try typed.split(separator: ",").map { name in
      guard let column = StudentColumn(rawValue: name.trimmingCharacters(in: .whitespaces)) else {
        throw Failure.invalidOption(
          "--columns", typed: String(name), allowed: allCases.map(\.rawValue))
      }
      return column
    }
  }

  var title: Message {
    switch self {
    case .email: .groupColumnEmail
    case .parallel: .groupColumnParallel
    case .number: .groupColumnNumber
    case .year: .groupColumnYear
    }
  }

  /// The member of a document and the header of CSV.
  var name: String { self == .number ? "personalNumber" : rawValue }

  /// What a student has in it; nil for nothing. Parallels have the numbers that the course's groups have,
  /// else their ids.
  func text(of student: Student, in groups: [StudentGroup] = []) -> String? {
    switch self {
    case .email: student.email
    case .parallel:
      student.parallels.isEmpty
        ? nil
        : student.parallels.sorted { $0.key.rawValue < $1.key.rawValue }.map { _, parallel in
          let id = GroupID(parallel: parallel)
          return groups.first { $0.id == id }?.number ?? parallel
        }.joined(separator: " ")
    case .number: student.personalNumber
    case .year: student.yearOfStudy.map(String.init)
    }
  }
}
