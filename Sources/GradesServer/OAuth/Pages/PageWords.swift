/// The sentences of the login pages in one language.
struct PageWords: Sendable {
  /// The text when no login was requested.
  enum Problem: Sendable {
    case unknownClient, lockedClient, wrongRedirectURI, foreignForm, noLogin

    var status: Int {
      switch self {
      case .lockedClient: 401
      case .foreignForm: 403
      case .unknownClient, .wrongRedirectURI, .noLogin: 400
      }
    }
  }

  let language: String
  let otherLanguage: (code: String, name: String)
  let service: String
  let signIn: String
  let signInButton: String
  let username: String
  let password: String
  let demoHint: String
  let demoRoles: (student: String, teacher: String, both: String)
  let wrongPassword: String
  let formExpired: String
  let approval: String
  let asks: String
  let signedInAs: String
  let scopes: [String: String]
  let allow: String
  let deny: String
  let sorry: String
  let closeHint: String
  let problems: [Problem: String]

  /// The language that the address names, else the one that the browser prefers.
  static func of(_ request: ServerRequest) -> PageWords {
    switch request.query["lang"] {
    case "cs": return .czech
    case "en": return .english
    default: break
    }
    var best: (words: PageWords, quality: Double)?
    for part in (request.headers["accept-language"] ?? "").split(separator: ",") {
      let fields = part.split(separator: ";")
      guard let tag = fields.first else { continue }
      let name = tag.filter { $0 != " " }.lowercased().prefix(2)
      guard let words = ["cs": czech, "sk": czech, "en": english][String(name)] else { continue }
      let quality =
        fields.dropFirst()
        .compactMap { $0.split(separator: "=").last.flatMap { Double($0.filter { $0 != " " }) } }
        .first ?? 1
      if quality > best?.quality ?? 0 { best = (words, quality) }
    }
    return best?.words ?? .english
  }

  /// The address of the same page in the other language.
  func switchAddress(_ path: String, _ query: Fields) -> String {
    path + "?" + query.setting("lang", to: otherLanguage.code).encoded
  }

  static let english = PageWords(
    language: "en", otherLanguage: ("cs", "Česky"), service: "Grades demo",
    signIn: "Log in", signInButton: "Log in", username: "Username", password: "Password",
    demoHint: "This is a demo with made-up data. Log in with one of these usernames and passwords:",
    demoRoles: ("student", "teacher", "student and teacher"),
    wrongPassword: "Wrong username or password.",
    formExpired: "The page was open for too long. Please try again.",
    approval: "Allow access?", asks: "The application %@ wants to:",
    signedInAs: "You are logged in as %@.",
    scopes: [
      AccessScope.userRead: "read your courses, results and notifications",
      AccessScope.userWrite: "change results in courses that you teach",
    ], allow: "Allow", deny: "Deny", sorry: "Cannot log you in",
    closeHint: "You can close this page and start again from the application.",
    problems: [
      .unknownClient: "The application that sent you here is not registered.",
      .lockedClient: "The application that sent you here is locked.",
      .wrongRedirectURI:
        "The application wants to send you to an address that it has not registered.",
      .foreignForm: "This form is not valid. Go back to the login page and try again.",
      .noLogin: "No login is in progress.",
    ])

  static let czech = PageWords(
    language: "cs", otherLanguage: ("en", "English"), service: "Ukázka Grades",
    signIn: "Přihlášení", signInButton: "Přihlásit se", username: "Uživatelské jméno",
    password: "Heslo",
    demoHint: "Toto je ukázka s vymyšlenými daty. Přihlaste se jedním z těchto jmen a hesel:",
    demoRoles: ("student", "vyučující", "student i vyučující"),
    wrongPassword: "Nesprávné uživatelské jméno nebo heslo.",
    formExpired: "Stránka byla otevřená příliš dlouho. Zkuste to prosím znovu.",
    approval: "Povolit přístup?", asks: "Aplikace %@ žádá o oprávnění:",
    signedInAs: "Jste přihlášeni jako %@.",
    scopes: [
      AccessScope.userRead: "čtení vašich předmětů, výsledků a upozornění",
      AccessScope.userWrite: "změny výsledků v předmětech, které vyučujete",
    ], allow: "Povolit", deny: "Odmítnout", sorry: "Přihlášení nelze dokončit",
    closeHint: "Stránku můžete zavřít a začít znovu z aplikace.",
    problems: [
      .unknownClient: "Aplikace, která vás sem poslala, není registrovaná.",
      .lockedClient: "Aplikace, která vás sem poslala, je zablokovaná.",
      .wrongRedirectURI: "Aplikace vás chce poslat na adresu, kterou nemá registrovanou.",
      .foreignForm: "Formulář není platný. Vraťte se na přihlašovací stránku a zkuste to znovu.",
      .noLogin: "Žádné přihlašování neprobíhá.",
    ])
}
