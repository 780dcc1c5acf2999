import Foundation
import GradesClient

// The library's own work against other ways of it: `Library URL TOKEN USERNAME COURSE`.
//
// It reads all notifications of USERNAME and the group of all students of COURSE, and decodes the group's response
// with JSONDecoder, too. Prints the median seconds of each and what was read, as a line of JSON.

/// The members of a group's response that a program would declare for JSONDecoder.
struct DecodedRow: Decodable {
  struct Cell: Decodable {
    enum Value: Decodable {
      case number(Double)
      case text(String)
      case flag(Bool)
      case missing

      init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
          self = .missing
        } else if let number = try? container.decode(Double.self) {
          self = .number(number)
        } else if let text = try? container.decode(String.self) {
          self = .text(text)
        } else {
          self = .flag(try container.decode(Bool.self))
        }
      }
    }

    var value: Value
    var note: String?
    var timestamp: Double?
    var authorUsername: String?
  }

  var username: String
  var firstName: String?
  var lastName: String?
  var email: String?
  var classificationMap: [String: Cell]
  var parallelCodes: [String: String]
}

func median(of runs: Int, _ work: () async throws -> Int) async throws -> (Double, Int) {
  var times: [Double] = []
  var count = 0
  for _ in 0..<runs {
    let begin = ContinuousClock.now
    count = try await work()
    times.append((ContinuousClock.now - begin) / .seconds(1))
  }
  return (times.sorted()[runs / 2], count)
}

let arguments = CommandLine.arguments
guard arguments.count == 5, let base = URL(string: arguments[1]) else {
  FileHandle.standardError.write(Data("Library URL TOKEN USERNAME COURSE\n".utf8))
  exit(64)
}
let client = HTTPClient()
let grades = Grades.custom(
  base, credentials: GivenToken(arguments[2]), client: client, language: .english)
let notifications = grades.notifications(of: Username(arguments[3]))
let semester = try await grades.semester(.current)
let course = grades.course(CourseCode(arguments[4]), in: semester)

var facts: [String: Any] = [:]
let pages = try await median(of: 5) { try await notifications.all().count }
(facts["pages"], facts["notifications"]) = pages
// Teachers read groups; a student's token is given where only notifications are measured.
if let group = try? await median(of: 5, { try await course.values.group(.all).count }) {
  (facts["group"], facts["students"]) = group
  let address =
    "\(base.absoluteString)/public/courses/\(course.code)/group/ALL/student-classifications"
    + "?semester=\(semester)&lang=en"
  guard let url = URL(string: address) else { exit(70) }
  var request = HTTPRequest(url: url)
  request.headers = [HTTPHeader("Authorization", "Bearer \(arguments[2])")]
  let decoder = try await median(of: 5) {
    let body = try await client.send(request).body
    return try JSONDecoder().decode([DecodedRow].self, from: body).count
  }
  (facts["decoder"], facts["decoded"]) = decoder
}
print(
  String(
    decoding: try JSONSerialization.data(withJSONObject: facts, options: .sortedKeys),
    as: UTF8.self))
