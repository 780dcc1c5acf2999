import Foundation
import GradesClient
import GradesServer
import GradesTesting
import JSON
import TestSupport
import Testing

@testable import GradesCore

@Suite("The doctor's report", .hangLimit, .inTurn)
struct DoctorReportTests {
  @Test("has no name, username, number, note, address or token of anybody")
  func nobody() async throws {
    try await Practice.open { practice in
      for assumption in [Assumption.editorsAreAList, .groupTypesAreTexts] {
        practice.service.contradict(assumption)
      }
      for user in [DemoAccounts.teacher.username, DemoAccounts.student.username] {
        let diagnosis = try await practice.doctor(for: user).run()
        let report = DoctorReport(diagnosis, version: "1.0", date: Date()).jsonText
        var secrets: Set<String> = []
        for exchange in diagnosis.exchanges {
          let document = try? JSONSerialization.jsonObject(
            with: exchange.body, options: .fragmentsAllowed)
          Self.collect(document as Any, into: &secrets)
        }
        // What belongs to the service stays: enumerations, languages, groups for all, the semester.
        let words = secrets.filter { secret in
          secret.count < 3 || secret.allSatisfy { $0 == "_" || ($0.isASCII && $0.isUppercase) }
            || SemesterCode(secret) != nil
        }
        secrets.subtract(words)
        #expect(secrets.count > 20)
        for secret in secrets {
          #expect(!report.contains("\"\(secret)\""), "\(secret)")
          if secret.contains("@") || secret.contains(" ") || secret.count > 6 {
            #expect(!report.contains(secret), "\(secret)")
          }
        }
        #expect(!report.contains(user))
      }
    }
  }

  @Test("keeps shapes: equal data are equal, words of the service stay")
  func shapes() throws {
    let text = """
      [{"courseCode":"XI-AAA.23","classificationType":"HOMEWORK","value":7.25,"hidden":true},
       {"courseCode":"XI-AAA.23","classificationType":"XI","value":7.25,"nováková":"note"},
       {"newMember":"text","novakj":1,"email":"a@example.org","janNovak":true,"type":"NOVAK"},
       {"studentGroupId":"PARALLEL_12","type":"PARALLEL"}]
      """
    var disguise = ReportDisguise()
    let document = try JSONValue(reading: Array(text.utf8))
    let changed = disguise.disguise(document, as: nil).jsonLine
    #expect(
      changed
        == #"[{"courseCode":"text-1","classificationType":"HOMEWORK","value":1.5,"hidden":true},{"courseCode":"text-1","classificationType":"text-2","value":1.5,"text-3":"text-4"},{"newMember":"text-5","text-6":2,"email":"mail-7","text-8":true,"type":"text-9"}]"#
    )
  }

  /// All texts and numbers of a document, and the names of its members that are data.
  private static func collect(_ value: Any, into secrets: inout Set<String>) {
    switch value {
    case let list as [Any]: for element in list { collect(element, into: &secrets) }
    case let object as [String: Any]:
      for (name, value) in object {
        if let map = value as? [String: Any], name == "classificationMap" {
          secrets.formUnion(map.keys)
        }
        collect(value, into: &secrets)
      }
    case let text as String: secrets.insert(text)
    default: return
    }
  }
}
