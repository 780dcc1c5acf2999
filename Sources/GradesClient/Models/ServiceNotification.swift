/// The identity of a notification (Service contract, 6.14).
///
/// A number in responses and a text in push messages, so it is stored as text.
public struct NotificationID: ServiceName {
  /// The id as part of paths.
  public let rawValue: String

  /// Takes the id as it is.
  public init(_ text: String) { rawValue = text }

  /// Orders by number where both are numbers, so that later ones are greater; else by characters.
  public static func < (left: Self, right: Self) -> Bool {
    if let left = Int(left.rawValue), let right = Int(right.rawValue) { return left < right }
    return left.rawValue < right.rawValue
  }
}

/// A message of the service to a user, mostly about changed values (Service contract, 6.14).
public struct ServiceNotification: Codable, Hashable, Sendable {
  /// The id; nil where the service sends none, and then it cannot be marked.
  public var id: NotificationID?
  /// Its course, if any.
  public var course: CourseCode?
  /// An address with more, if any; untrusted like all the rest.
  public var url: String?
  /// The texts by language, in the order of the response. A notification of unknown shape is one
  /// text without a language that shows the JSON as received.
  public var texts: [NotificationText]

  /// Creates a value from its parts.
  public init(
    id: NotificationID?, course: CourseCode?, url: String? = nil, texts: [NotificationText]
  ) {
    self.id = id
    self.course = course
    self.url = url
    self.texts = texts
  }

  /// The text in a language, else any text; nil where there is none.
  public func text(in language: ServiceLanguage) -> NotificationText? {
    texts.first { $0.language == language.rawValue } ?? texts.first
  }
}

/// A notification's title and text in one language.
public struct NotificationText: Codable, Hashable, Sendable {
  /// The language's code, such as `cs`; nil where the service does not say.
  public var language: String?
  /// The title, mostly the course's code.
  public var title: String?
  /// The text, mostly several lines: an introduction, an item on each line after `*`, an ending.
  public var text: String

  /// Creates a value from its parts.
  public init(language: String?, title: String?, text: String) {
    self.language = language
    self.title = title
    self.text = text
  }

  /// The text in one line: its items without the sentences around them, or all of it without items.
  public var summary: String {
    let items = items
    return items.isEmpty ? lines.joined(separator: " ") : items.joined(separator: ", ")
  }

  /// The items with their values, such as "Task 1: 8.5".
  package var items: [Substring] {
    lines.filter { $0.hasPrefix("*") }.map { $0.dropFirst().drop(while: \.isWhitespace) }
  }

  private var lines: [Substring] {
    text.split(whereSeparator: \.isNewline).map { line in line.drop { $0.isWhitespace } }
  }
}

/// The requested notifications of a user.
public enum NotificationSelection: String, Codable, Hashable, Sendable, CaseIterable {
  /// Read and unread ones (endpoint 29).
  case all
  /// Unread ones (endpoint 30).
  case new
}

/// The requested part of a list. Nil leaves the choice to the service, whose default count and
/// first page's number are unknown (Service contract, 6.14).
public struct NotificationPage: Hashable, Sendable {
  /// The most notifications in the answer.
  public var count: Int?
  /// The page's number; nil means the first page, whatever its number is.
  public var number: Int?

  /// Creates a value from its parts.
  public init(count: Int? = nil, number: Int? = nil) {
    self.count = count
    self.number = number
  }
}
