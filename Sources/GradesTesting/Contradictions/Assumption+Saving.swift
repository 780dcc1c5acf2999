import Foundation
import GRDB
import GradesServer
import JSON

/// Contradictions about saving values (Service contract, 6.11).
extension Assumption {
  func savingReply(in service: Contradiction.Service) -> ContradictingReply? {
    guard let reply = reply(in: service) else { return nil }
    return { request, handle in
      request.isSaving ? await reply(request, handle) : await handle(request)
    }
  }

  private func reply(in service: Contradiction.Service) -> ContradictingReply? {
    switch self {
    case .savingNotifiesByDefault:
      return { request, handle in
        var request = request
        request.query["notify"] = request.query["notify"] ?? "false"
        return await handle(request)
      }
    case .omittedNoteErases:
      return { request, handle in
        await handle(
          await request.changingEntries { entry in
            guard entry["note"] == nil else { return entry }
            var entry = entry
            let note = await service.cell(of: entry, in: request)?.note
            entry["note"] = note.map(JSONValue.string) ?? .null
            return entry
          })
      }
    case .noteMayBeOmitted:
      return Self.refusingEntries(400) { entry, _ in entry["note"] == nil ? "Note missing" : nil }
    case .nullIsAccepted:
      return Self.refusingEntries(400) { entry, _ in
        entry["value"] ?? .null == .null ? "Value must not be null" : nil
      }
    case .nullClears:
      return { request, handle in
        await handle(
          await request.changingEntries { entry in
            entry["value"] ?? .null == .null ? nil : entry
          })
      }
    case .computedItemsAreLeftOut:
      return Self.refusingEntries(400) { entry, request in
        await service.item(of: entry, in: request)?.isComputed == true ? "Computed item" : nil
      }
    case .boundsAreAdvice:
      return Self.refusingEntries(400) { entry, request in
        guard let value = entry["value"]?.number,
          let item = await service.item(of: entry, in: request)
        else { return nil }
        let isInside = value >= item.minimum ?? value && value <= item.maximum ?? value
        return isInside ? nil : "Value out of bounds"
      }
    case .boundsChangeNoValue:
      return { request, handle in
        await handle(
          await request.changingEntries { entry in
            guard let value = entry["value"]?.number,
              let item = await service.item(of: entry, in: request)
            else { return entry }
            let nearest = min(max(value, item.minimum ?? value), item.maximum ?? value)
            var entry = entry
            if nearest != value { entry["value"] = .number("\(nearest)") }
            return entry
          })
      }
    case .timestampMayBeNull:
      return Self.refusingEntries(409) { entry, request in
        guard entry["timestamp"] ?? .null == .null else { return nil }
        let stored = await service.cell(of: entry, in: request)
        return stored?.time == nil ? nil : "Timestamp missing"
      }
    case .timestampIsNotValidated:
      return Self.refusingEntries(400) { entry, request in
        guard let time = entry["timestamp"]?.number else { return nil }
        let stored = await service.cell(of: entry, in: request)?.time
        return stored.map(Double.init) == time ? nil : "Stale timestamp"
      }
    case .requestsAreWhole:
      return { request, handle in
        var refusal: ServerResponse?
        var last = ServerResponse(status: 201)
        for entry in request.json.elements {
          let response = await handle(request.with(.array([entry])))
          if 200..<300 ~= response.status { last = response } else { refusal = response }
        }
        return refusal ?? last
      }
    default: return nil
    }
  }

  /// Refuses a request because of one of its entries.
  private static func refusingEntries(
    _ status: Int,
    _ problem: @escaping @Sendable (JSONValue, ServerRequest) async -> String?
  ) -> ContradictingReply {
    { request, handle in
      for entry in request.json.elements {
        if let problem = await problem(entry, request) { return .rejection(status, problem) }
      }
      return await handle(request)
    }
  }
}

extension ServerRequest {
  /// The same request with changed entries; nil leaves one out.
  fileprivate func changingEntries(
    _ change: (JSONValue) async -> JSONValue?
  ) async -> ServerRequest {
    var entries: [JSONValue] = []
    for entry in json.elements {
      if let entry = await change(entry) { entries.append(entry) }
    }
    return with(.array(entries))
  }
}

extension Contradiction.Service {
  /// What is stored for an entry of a request.
  fileprivate func cell(
    of entry: JSONValue, in request: ServerRequest
  ) async -> (time: Int?, note: String?)? {
    guard let (course, semester, student, item) = names(entry, request) else { return nil }
    return try? await store.read { database in
      try database.row(
        """
        SELECT changedAt, note FROM result JOIN item ON item.id = itemId
        JOIN person ON person.id = personId JOIN course ON course.id = result.courseId
        WHERE course.code = ? AND course.semester = ? AND username = ? AND identifier = ?
        """, [course, try semester ?? database.currentSemester(), student, item]
      ).map { row in (time: row[0] as Int?, note: row[1] as String?) }
    }
  }

  /// The item of an entry.
  fileprivate func item(
    of entry: JSONValue, in request: ServerRequest
  ) async -> (isComputed: Bool, minimum: Double?, maximum: Double?)? {
    guard let (course, semester, _, item) = names(entry, request) else { return nil }
    return try? await store.read { database in
      try database.row(
        """
        SELECT evaluationType <> 'MANUAL', minimum, maximum FROM item
        JOIN course ON course.id = item.courseId
        WHERE course.code = ? AND course.semester = ? AND identifier = ?
        """, [course, try semester ?? database.currentSemester(), item]
      ).map { row in
        (isComputed: row[0] as Bool, minimum: row[1] as Double?, maximum: row[2] as Double?)
      }
    }
  }

  private func names(
    _ entry: JSONValue, _ request: ServerRequest
  ) -> (course: String, semester: String?, student: String, item: String)? {
    guard let student = entry["studentUsername"]?.text,
      let item = entry["classificationIdentifier"]?.text, request.endpoint.count > 1
    else { return nil }
    return (request.endpoint[1], request.query["semester"], student, item)
  }
}
