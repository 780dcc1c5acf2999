import GradesServer
import Synchronization

/// Contradictions about what reading requests mean (Service contract, 3.4, 5, 6.3–6.14).
extension Assumption {
  func readingReply(in service: Contradiction.Service) -> ContradictingReply? {
    switch self {
    case .wordsAreForOneEndpoint:
      return { request, handle in
        guard !request.endpoint.isEmpty, !request.isAt("semester-code"),
          let word = request.query["semester"], ["current", "prev", "next"].contains(word)
        else { return await handle(request) }
        // The endpoint that understands words says what they mean.
        var question = request
        question.path = ["api", "v1", "public", "semester-code"]
        question.method = "GET"
        let answer = await handle(question)
        var translated = request
        translated.query["semester"] = String(decoding: answer.body, as: UTF8.self)
        return await handle(translated)
      }
    case .semesterWordsAreUnderstood:
      return { request, handle in
        guard request.isAt("semester-code"), let word = request.query["semester"],
          ["current", "prev", "next"].contains(word)
        else { return await handle(request) }
        return .rejection(400, "Unknown semester: \(word)")
      }
    case .hiddenItemsAreShownByDefault:
      return Self.showingHidden { $0 ?? "false" }
    case .teachersSeeHiddenItems:
      return Self.showingHidden { _ in "false" }
    case .pagesStartAtZero:
      return Self.page { $0 == 0 ? 0 : $0 - 1 }
    case .pageZeroExists:
      return Self.page { $0 == 0 ? nil : $0 - 1 }
    case .newDefinitionsExist:
      return refusing(404) {
        $0.method == "GET"
          && ($0.isAt("courses/*/definitions") || $0.isAt("courses/*/definitions/*")
            || $0.isAt("courses/*/definition-hierarchy"))
      }
    case .oldDefinitionsExist:
      return refusing(404) {
        $0.isAt("courses/*/classifications") || $0.isAt("courses/*/classifications/*")
          || $0.isAt("courses/*/classifications/clones/*")
      }
    case .newDefinitionChangesExist:
      return refusing(404) {
        $0.method != "GET"
          && ($0.isAt("courses/*/definitions") || $0.isAt("courses/*/definitions/*")
            || $0.isAt("courses/*/definition-hierarchy"))
      }
    case .groupIdsAreTexts:
      return Self.numberedGroups()
    default: return nil
    }
  }

  private static func showingHidden(
    _ value: @escaping @Sendable (String?) -> String
  ) -> ContradictingReply {
    { request, handle in
      guard request.method == "GET", request.isAt("courses/*/student-classifications/*") else {
        return await handle(request)
      }
      var request = request
      request.query["showHidden"] = value(request.query["showHidden"])
      return await handle(request)
    }
  }

  /// Counts pages in another way; nil is no page.
  private static func page(_ number: @escaping @Sendable (Int) -> Int?) -> ContradictingReply {
    { request, handle in
      guard request.method == "GET", request.endpoint.first == "notifications",
        let asked = request.query["page"].flatMap({ Int($0) })
      else { return await handle(request) }
      guard let page = number(asked) else { return .rejection(400, "No page \(asked)") }
      var request = request
      request.query["page"] = String(page)
      return await handle(request)
    }
  }

  /// Numbers groups in the order in which they were first listed, and understands these numbers in paths.
  private static func numberedGroups() -> ContradictingReply {
    let known = KnownGroups()
    return { request, handle in
      var request = request
      if request.endpoint.count >= 4, request.endpoint[2] == "group",
        let id = known.id(of: request.endpoint[3])
      {
        request.path[6] = id
      }
      let response = await handle(request)
      guard request.isAt("course/*/student-groups") else { return response }
      return response.changing { groups in
        groups.mapObjects { group in
          var group = group
          if let id = group["studentGroupId"]?.text {
            group["studentGroupId"] = .integer(known.number(of: id))
          }
          return group
        }
      }
    }
  }
}

/// The numbers of groups.
private final class KnownGroups: Sendable {
  private static let first = 700_001
  private let ids = Mutex<[String]>([])

  func number(of id: String) -> Int {
    ids.withLock { ids in
      if let index = ids.firstIndex(of: id) { return Self.first + index }
      ids.append(id)
      return Self.first + ids.count - 1
    }
  }

  func id(of number: String) -> String? {
    guard let index = Int(number).map({ $0 - Self.first }) else { return nil }
    return ids.withLock { $0.indices.contains(index) ? $0[index] : nil }
  }
}
