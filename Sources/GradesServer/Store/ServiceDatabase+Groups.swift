import GRDB
import SQLite

/// A group of students as the service lists it (Service contract, 6.6).
struct GroupRow: Sendable {
  let id: String
  /// May hold placeholders in braces (Service contract, 7.7).
  let name: String
  let description: String?
  let type: String
}

/// A student of a group, with the parallels of the course by kind.
package struct StudentRow: Sendable {
  package let person: PersonRow
  let parallels: [(kind: String, id: Int)]
}

extension ServiceDatabase {
  /// The groups of a course; with a teacher, without the other teachers' parallels.
  func groups(of course: CourseRow, teacher: String?) throws -> [GroupRow] {
    var groups = [
      GroupRow(id: "ALL", name: "{ALL_STUDENTS}", description: "{ALL_STUDENTS}", type: "ALL")
    ]
    let parallels = try rows(
      """
      SELECT parallel.id, kind, number, day, time, firstName, lastName, username
      FROM parallel JOIN person ON person.id = teacherId
      WHERE courseId = ? ORDER BY parallel.id
      """, [course.id]
    ).filter { try teacher == nil || $0.value("username") == teacher?.lowercased() }
    if teacher != nil, !parallels.isEmpty {
      groups.append(
        GroupRow(
          id: "MY_PARALLELS", name: "{ALL_MY_PARALLELS}", description: "{ALL_MY_PARALLELS}",
          type: "MY_PARALLELS"))
    }
    for row in parallels {
      let id: Int = try row.value("id")
      let kind: String = try row.value("kind")
      let number: String = try row.value("number")
      let day: Int = try row.value("day")
      let time: String = try row.value("time")
      let first: String = try row.value("firstName")
      let last: String = try row.value("lastName")
      groups.append(
        GroupRow(
          id: "PARALLEL_\(id)",
          name: "{PARALLEL_\(kind)}\(number) -  ({DAY_\(day)} \(time)) Ing. \(first) \(last)",
          description: String(id), type: "PARALLEL"))
    }
    for row in try rows(
      "SELECT id, name, description FROM event WHERE courseId = ? ORDER BY id", [course.id])
    {
      let id: Int = try row.value("id")
      groups.append(
        GroupRow(
          id: "EVENT_\(id)", name: try row.value("name"),
          description: try row.value("description"), type: "EVENT"))
    }
    groups.append(
      GroupRow(id: "TEST", name: "{TEST_STUDENTS}", description: "{TEST_STUDENTS}", type: "TEST"))
    return groups
  }

  /// The students of a group, in no useful order (Service contract, 6.8); nil when there is no
  /// such group.
  ///
  /// - Parameter teacher: whose parallels the `MY_…` groups mean.
  func students(
    ofGroup group: String, in course: CourseRow, teacher: PersonRow?
  ) throws -> [StudentRow]? {
    let enrolled = "JOIN enrolment ON enrolment.personId = person.id AND enrolment.courseId = :c"
    func mine(_ columns: String) throws -> [StudentRow] {
      try students(
        joining: enrolled,
        where: """
          EXISTS (SELECT 1 FROM parallel WHERE teacherId = :t AND parallel.id IN (\(columns)))
          """, ["c": course.id, "t": teacher?.id ?? -1])
    }
    switch group {
    case "ALL": return try students(joining: enrolled, where: "1", ["c": course.id])
    case "TEST": return try students(joining: "", where: "isArtificial", [:])
    case "MY_PARALLELS": return try mine("lectureId, tutorialId, laboratoryId")
    case "MY_LECTURES": return try mine("lectureId")
    case "MY_TUTORIALS": return try mine("tutorialId")
    case "MY_LABORATORIES": return try mine("laboratoryId")
    default: break
    }
    let parts = group.split(separator: "_", maxSplits: 1)
    guard parts.count == 2, let id = Int(parts[1]) else { return nil }
    switch parts[0] {
    case "PARALLEL":
      guard try row("SELECT 1 FROM parallel WHERE id = ? AND courseId = ?", [id, course.id]) != nil
      else { return nil }
      return try students(
        joining: enrolled, where: ":g IN (lectureId, tutorialId, laboratoryId)",
        ["c": course.id, "g": id])
    case "EVENT":
      guard try row("SELECT 1 FROM event WHERE id = ? AND courseId = ?", [id, course.id]) != nil
      else { return nil }
      return try students(
        joining: enrolled + " JOIN attendance ON attendance.personId = person.id AND eventId = :g",
        where: "1", ["c": course.id, "g": id])
    default: return nil
    }
  }

  /// One student of a course, or an artificial one; nil for other people.
  package func student(_ username: String, in course: CourseRow) throws -> StudentRow? {
    try students(
      joining: "LEFT JOIN enrolment ON enrolment.personId = person.id AND enrolment.courseId = :c",
      where: "username = :u AND (isArtificial OR enrolment.courseId IS NOT NULL)",
      ["c": course.id, "u": username.lowercased()]
    ).first
  }

  private func students(
    joining join: String, where condition: String, _ arguments: StatementArguments
  ) throws -> [StudentRow] {
    let hasEnrolment = !join.isEmpty
    let kinds = ["LECTURE", "TUTORIAL", "LABORATORY"]
    return try rows(
      """
      SELECT \(PersonRow.columns)
        \(hasEnrolment ? ", lectureId, tutorialId, laboratoryId" : "")
      FROM person \(join) WHERE \(condition) ORDER BY person.id * 7919 % 10007, person.id
      """, arguments
    ) { row in
      var parallels: [(kind: String, id: Int)] = []
      if hasEnrolment {
        for (index, kind) in kinds.enumerated() {
          if let id = try row.value(7 + index, as: Int?.self) { parallels.append((kind, id)) }
        }
      }
      return StudentRow(person: try PersonRow(row), parallels: parallels)
    }
  }
}
