import Foundation

/// The Grades service; ``GradesAPI`` under a short name.
public typealias Grades = GradesAPI

extension GradesAPI {
  /// The service of the faculty, `https://grades.fit.cvut.cz`.
  public static func production(
    credentials: any TokenSource, language: ServiceLanguage? = nil
  ) -> GradesAPI {
    custom(fixed("https://grades.fit.cvut.cz/api/v1"), credentials: credentials, language: language)
  }

  /// The service on which the faculty tries new versions.
  public static func development(
    credentials: any TokenSource, language: ServiceLanguage? = nil
  ) -> GradesAPI {
    custom(
      fixed("https://rozvoj.fit.cvut.cz/evolution-dev/classification-dev/api/v1"),
      credentials: credentials, language: language)
  }

  /// Any other service, such as that of `grades serve`.
  ///
  /// - Parameters:
  ///   - baseURL: the address above `/public`, such as `http://127.0.0.1:8080/api/v1`
  ///   - credentials: an ``Authenticator``, a ``GivenToken`` or a source of your own
  ///   - client: sends the requests, by default over libcurl
  ///   - language: of names and texts in responses; nil asks for all that the service has
  public static func custom(
    _ baseURL: URL, credentials: any TokenSource, client: HTTPClient = HTTPClient(),
    language: ServiceLanguage? = nil
  ) -> GradesAPI {
    GradesAPI(baseURL: baseURL, client: client, authenticator: credentials, language: language)
  }
}

extension OAuthConfiguration {
  /// The authorization server of the faculty, for both of its services.
  ///
  /// - Parameters:
  ///   - clientID: of the program's registration in the Apps Manager
  ///   - clientSecret: of the same
  ///   - scopes: what to ask for; with `cvut:grades:user-write` as well, values may be changed
  ///   - host: the name under which the credentials are stored
  public static func faculty(
    clientID: String?, clientSecret: String?, scopes: [String] = ["cvut:grades:user-read"],
    host: String = "production"
  ) -> OAuthConfiguration {
    OAuthConfiguration(
      authorizeURL: fixed("https://auth.fit.cvut.cz/oauth/authorize"),
      tokenURL: fixed("https://auth.fit.cvut.cz/oauth/token"),
      checkTokenURL: fixed("https://auth.fit.cvut.cz/oauth/check_token"), clientID: clientID,
      clientSecret: clientSecret, redirectURI: fixed("http://127.0.0.1:8765/callback"),
      scopes: scopes, host: host)
  }
}

/// An address that is part of the program.
private func fixed(_ text: StaticString) -> URL {
  guard let url = URL(string: text.description) else { preconditionFailure(text.description) }
  return url
}
