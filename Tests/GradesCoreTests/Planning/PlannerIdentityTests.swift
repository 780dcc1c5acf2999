import GradesClient
import GradesCore
import GradesServer
import GradesTesting
import TestSupport
import Testing

/// Whether the planner computes what the service computes; random courses are in ``PlannerServiceTests``.
@Suite("The planner computes what the service has", .inTurn)
struct PlannerIdentityTests {
  @Test("Every course of the sample, in both languages, from the service and without it")
  func samples() async throws {
    let faculty = try await Faculty.open()
    var compared = 0
    for language in ServiceLanguage.allCases {
      let run = try await faculty.run(as: DemoAccounts.student.username, language: language)
      var stored: [(code: CourseCode, semester: SemesterCode, results: CourseResults)] = []
      for code in ["B241", "B242", "B251", "B252", "B261"] {
        let semester = try #require(SemesterCode(code))
        for course in try await run.courses(in: .code(semester)).latest().value.studying {
          let results = try await run.results(of: course.code, in: .code(semester))
            .latest().value
          stored.append((course.code, semester, results))
          // The networks' formulas have constructs that were never seen.
          let unknown = course.code == CourseCode("XI-SIT.21") ? ["lepsi", "body", "znamka"] : []
          compared += expectIdentity(
            results, notUnderstood: unknown, "\(course.code) \(semester) \(language)")
        }
      }
      faculty.control.add(Fault(nil, "/", times: nil, .disconnectBeforeHandling))
      for (course, semester, results) in stored {
        let again = try await run.results(of: course, in: .code(semester)).latest()
        #expect(again.isStale && again.value == results)
        #expect(CoursePlanner(again.value).notUnderstood == CoursePlanner(results).notUnderstood)
      }
      faculty.control.removeFaults()
    }
    #expect(compared > 60)
  }
}

/// Expects the service's computed values of exactly the real ones; returns how many there were.
///
/// The real values are assumed over an empty record, so that every formula is evaluated.
func expectIdentity(
  _ results: CourseResults, notUnderstood: [String] = [], _ remark: String
) -> Int {
  let planner = CoursePlanner(results)
  #expect(planner.notUnderstood.map(\.rawValue) == notUnderstood, "\(remark)")
  var empty = results
  for index in empty.items.indices { empty.items[index].recorded.value = nil }
  let real = Dictionary(
    results.items.compactMap { item in
      item.item.definition.isEditable
        ? item.recorded.value.map { (item.item.identifier, $0) } : nil
    }, uniquingKeysWith: { first, _ in first })
  // Before the first value of a course the service computes nothing.
  guard !real.isEmpty else { return 0 }
  let values = CoursePlanner(empty).values(assuming: real)
  var compared = 0
  for item in results.items where !item.item.definition.isEditable {
    let name = item.item.identifier
    if notUnderstood.contains(name.rawValue) {
      #expect(values[name] == .unknown, "\(remark) \(name)")
    } else if case .value(let value)? = values[name] {
      #expect(value == item.recorded.value, "\(remark) \(name)")
      compared += 1
    } else {
      // A yes/no value that is missing, which the service treats in its own way.
      #expect(results.items.contains { $0.isOpenFlag }, "\(remark) \(name)")
    }
  }
  return compared
}

extension ResultItem {
  fileprivate var isOpenFlag: Bool {
    item.definition.isEditable && item.definition.valueType == .boolean && recorded.value == nil
  }
}
