import JSON
import Loopback

/// A group's values: all items, and one item (Service contract, 6.8, 6.10).
enum GroupEndpoints {
  static func table(_ call: Call) throws -> ServerResponse {
    let course = try call.taughtCourse()
    _ = try call.language()
    let students = try students(in: course, call)
    let identifiers = Dictionary(
      uniqueKeysWithValues: try call.database.items(of: course).map { ($0.id, $0.identifier) })
    let results = try call.database.results(in: course.id)
    let writer = course.json {
      $0.array(of: students) { writer, student in
        let values = results[student.person.id] ?? []
        writer.object { writer in
          student.write(shape: course.shape, to: &writer)
          // The mock of 2019 has no map when it would be empty.
          if course.shape != .year2019 || !values.isEmpty {
            writer.name("classificationMap")
            writer.object { writer in
              for (item, result) in values {
                guard let identifier = identifiers[item] else { continue }
                write(result, of: identifier, shape: course.shape, to: &writer)
              }
            }
          }
          guard course.shape != .year2018 else { return }
          student.writeParallelCodes(to: &writer)
          writer.name("parallelNumbers")
          writer.object { writer in
            for parallel in student.parallels {
              writer.member(foreign: parallel.kind, String?.none)
            }
          }
        }
      }
    }
    return .json(200, writer)
  }

  static func column(_ call: Call) throws -> ServerResponse {
    let course = try call.taughtCourse()
    _ = try call.language()
    let item = try call.item(in: try call.database.items(of: course))
    let students = try students(in: course, call)
    let results = try call.database.results(of: item)
    let shape = course.shape
    let writer = course.json {
      $0.array(of: students) { writer, student in
        let result = results[student.person.id]
        writer.object {
          $0.member("id", result.map { 300_000 + $0.id })
          $0.member("timestamp", Int?.none)
          $0.member("value", result?.value)
          $0.member("note", result?.note)
          if shape == .year2021 { $0.member("authorUsername", String?.none) }
          $0.member("studentUsername", student.person.username)
          $0.member("classificationIdentifier", item.identifier)
          if shape == .year2019 {
            $0.member("lowercaseIdentifier", item.identifier.lowercased())
          }
          $0.member("firstName", student.person.firstName)
          $0.member("lastName", student.person.lastName)
          $0.member("email", student.person.email)
          guard shape != .year2018 else { return }
          $0.member("personalNumber", String?.none)
          $0.name("parallelCodes")
          $0.object { _ in }
        }
      }
    }
    return .json(200, writer)
  }

  private static func students(in course: CourseRow, _ call: Call) throws -> [StudentRow] {
    var teacher: PersonRow?
    if case .person(let person, _) = call.caller { teacher = person }
    guard
      let students = try call.database.students(
        ofGroup: call.parameter("g"), in: course, teacher: teacher)
    else { throw Refusal.notFound }
    return students
  }

  private static func write(
    _ result: ResultRow, of identifier: String, shape: AnswerShape, to writer: inout JSONWriter
  ) {
    if shape == .year2018 {
      // Items without a value are absent.
      if let value = result.value { writer.member(foreign: identifier, value) }
      return
    }
    writer.name(foreign: identifier)
    writer.object {
      $0.member("id", Int?.none)
      $0.member("timestamp", result.changedAt)
      $0.member("value", result.value)
      $0.member("note", result.note)
      $0.member("authorUsername", result.author)
    }
  }
}

extension StudentRow {
  /// Writes who it is; only responses about one student have the full name and, in 2019, the personal number.
  func write(shape: AnswerShape, alone: Bool = false, to writer: inout JSONWriter) {
    if shape != .year2018 { writer.member("userId", Int?.none) }
    writer.member("username", person.username)
    writer.member("firstName", person.firstName)
    writer.member("lastName", person.lastName)
    writer.member("fullName", alone ? person.fullName : nil)
    writer.member("email", person.email)
    guard shape != .year2018 else { return }
    writer.member("personalNumber", alone && shape == .year2019 ? person.personalNumber : nil)
    writer.member("grade", person.yearOfStudy)
  }

  func writeParallelCodes(to writer: inout JSONWriter) {
    writer.name("parallelCodes")
    writer.object { writer in
      for parallel in parallels { writer.member(foreign: parallel.kind, String(parallel.id)) }
    }
  }
}
