import Foundation
import GRDB
import GradesServer
import JSON

/// Contradictions about tokens (Service contract, 4).
extension Assumption {
  func loginReply(in service: Contradiction.Service) -> ContradictingReply? {
    switch self {
    case .oneTokenReadsAndWrites:
      refusing(403) { $0.method != "GET" && $0.endpoint.first == "courses" }
    case .expiredTokenIsNot403: Self.expired(in: service) { ServerResponse(status: 403) }
    case .expiredTokenIsNot400: Self.expired(in: service) { .page(400) }
    case .refreshTokenStays:
      Self.tokens { request, answer in
        guard request.isRefresh, let old = answer["refresh_token"]?.text else { return answer }
        let new = UUID().uuidString.lowercased()
        try await service.store.write { database in
          try database.execute("UPDATE refreshToken SET token = ? WHERE token = ?", [new, old])
          try database.execute(
            "UPDATE accessToken SET refreshToken = ? WHERE refreshToken = ?", [new, old])
        }
        var answer = answer
        answer["refresh_token"] = .string(new)
        return answer
      }
    case .refreshTokenIsRepeated:
      Self.tokens { request, answer in
        var answer = answer
        if request.isRefresh { answer["refresh_token"] = nil }
        return answer
      }
    case .tokensLiveAnHour:
      Self.tokens { _, answer in
        guard let token = answer["access_token"]?.text else { return answer }
        let end = milliseconds(service.now()) + 20_000
        try await service.store.write {
          try $0.execute("UPDATE accessToken SET expiresAt = ? WHERE token = ?", [end, token])
        }
        var answer = answer
        answer["expires_in"] = .integer(20)
        return answer
      }
    default: nil
    }
  }

  /// Replies in another way to requests whose token is too old or deleted.
  private static func expired(
    in service: Contradiction.Service, _ refusal: @escaping @Sendable () -> ServerResponse
  ) -> ContradictingReply {
    { request, handle in
      let response = await handle(request)
      guard response.status == 401, !request.endpoint.isEmpty, let token = request.bearer else {
        return response
      }
      let time = milliseconds(service.now())
      let isValid =
        try? await service.store.read {
          try $0.row("SELECT 1 FROM accessToken WHERE token = ? AND expiresAt > ?", [token, time])
            != nil
        }
      return isValid == true ? response : refusal()
    }
  }

  /// Changes responses with tokens.
  private static func tokens(
    _ change: @escaping @Sendable (ServerRequest, JSONValue) async throws -> JSONValue
  ) -> ContradictingReply {
    { request, handle in
      let response = await handle(request)
      guard request.path == ["oauth", "token"], response.status == 200,
        let answer = try? JSONValue(reading: Array(response.body)),
        let changed = try? await change(request, answer)
      else { return response }
      return response.changing { _ in changed }
    }
  }
}

extension ServerRequest {
  fileprivate var isRefresh: Bool {
    String(decoding: body, as: UTF8.self).contains("grant_type=refresh_token")
  }
}
