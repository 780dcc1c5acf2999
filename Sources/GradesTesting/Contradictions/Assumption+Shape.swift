import Foundation
import GradesServer
import JSON

/// Contradictions about the shapes of responses (Service contract, 6).
extension Assumption {
  var shapeReply: ContradictingReply? {
    switch self {
    case .semesterCodeIsText:
      { request, handle in
        var response = await handle(request)
        guard request.isAt("semester-code"), response.status == 200 else { return response }
        let code = String(decoding: response.body, as: UTF8.self)
        response.headers = [("Content-Type", "application/json;charset=UTF-8")]
        response.body = Data(JSONValue.object([.init("semesterCode", .string(code))]).jsonLine.utf8)
        return response
      }
    case .allNotificationsAreWrapped:
      changingJSON(of: { $0.isAt("notifications/*/all") }) { $0["notifications"] ?? $0 }
    case .settingsAreReadAsWritten:
      changingJSON(of: { $0.isAt("settings/my") }) { settings in
        .object([
          .init(
            "userSettings",
            .object([
              .init(
                "emails",
                .object([.init("unsubscribed", settings["unsubscribeEmails"] ?? .null)]))
            ]))
        ])
      }
    case .groupTypesAreTexts:
      changingJSON(of: { $0.isAt("course/*/student-groups") }) {
        $0.mapObjects { group in
          var group = group
          if let type = group["type"] {
            group["type"] = .object([.init("code", type), .init("order", .integer(1))])
          }
          return group
        }
      }
    case .aggregationsAreTexts:
      changingJSON(of: { $0.endpoint.first == "courses" }) {
        $0.mapObjects { item in
          guard item["aggregationScope"] != nil else { return item }
          var item = item
          item["aggregatedIdentifier"] = .array([.string("du1"), .string("du2")])
          item["aggregationFunction"] = .object([.init("name", .string("SUM"))])
          item["aggregationScope"] = .integer(1)
          return item
        }
      }
    case .skillsAreEmpty:
      changingJSON(of: { $0.endpoint.first == "courses" }) {
        $0.mapObjects { item in
          guard item["skillDtos"] != nil else { return item }
          var item = item
          item["skillDtos"] = .array([
            .object([.init("id", .integer(7)), .init("name", .string("Programování"))])
          ])
          return item
        }
      }
    case .overviewErrorsAreMissingData:
      changingJSON(of: { $0.isAt("courses/classification-overview/*") }) {
        $0.mapObjects { item in
          var item = item
          if item["error"]?.text != nil { item["error"] = .string("EXPRESSION_FAILED") }
          return item
        }
      }
    case .overviewListsAllCourses:
      changingJSON(of: { $0.isAt("courses/classification-overview/*") }) { courses in
        .array(
          courses.elements.filter { course in
            course["overviewItems"]?.elements.contains { $0["value"] != .null } ?? false
          })
      }
    case .editorsAreAList:
      changingJSON(of: { $0.isAt("courses/*/editors") }) { editors in
        .object([
          .init("editors", .array(editors.elements.map { .object([.init("login", $0)]) }))
        ])
      }
    case .functionsAreAList:
      changingJSON(of: { $0.isAt("expressions/functions") }) { functions in
        .object([.init("functions", .object([.init("numeric", functions)]))])
      }
    default: nil
    }
  }
}
