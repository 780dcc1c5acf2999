import Foundation
import GradesClient
import GradesCore
import GradesLocalization
import JSON
import Terminal

/// Formats news as lines, JSON documents and environment variables.
struct WatchText: Sendable {
  let strings: Strings
  let dates: DateText
  let hidesValues: Bool
  /// The words of names in documents.
  var names = Strings.load(.english)

  /// The change without its course: `Task 1: 5 → 8`, `↳ Total points: 55 → 58`.
  func sentence(_ news: WatchNews) -> String {
    switch news.event {
    case .change(let change):
      return (change.isConsequence ? "↳ " : "")
        + change.sentence(strings, hidingValues: hidesValues)
    case .notification(let notification):
      if hidesValues { return strings(.watchNotificationDiscreet) }
      // The items that it names, or all of its text.
      return "✉ " + (notification.text(in: strings.serviceLanguage)?.summary ?? "")
    }
  }

  /// One line: time, course and the change.
  func line(_ news: WatchNews, at time: Date) -> String {
    ([dates.dateTime(time)] + (news.course.map { [$0.rawValue] } ?? []) + [sentence(news)])
      .joined(separator: "  ")
  }

  /// One JSON document on one line; hidden values are null.
  func document(_ news: WatchNews, at time: Date) -> String {
    let document: Document =
      switch news.event {
      case .change(let change):
        change.kind == .taught
          ? ["kind": "courseChange", "course": change.course, "semester": change.semester]
            + Document(change, LoggedChange.courseFields(hidingValues: hidesValues))
          : ["kind": "change", "at": time]
            + Document(change, LoggedChange.resultFields(names, hidingValues: hidesValues))
      case .notification(let notification):
        {
          let text = hidesValues ? nil : notification.text(in: names.serviceLanguage)
          return [
            "kind": "notification", "at": time, "course": notification.course,
            "id": notification.id, "title": text?.title, "text": text?.text,
            "url": notification.url,
          ]
        }()
      }
    return document.jsonLine
  }

  /// The variables for a program's environment, each one line that cannot control a terminal; unknown
  /// and hidden values have none. The document on standard input has the texts as they are.
  func environment(_ news: WatchNews, at time: Date) -> [String: String] {
    var facts: [String: String?] = [
      "AT": Timestamp.text(time), "COURSE": news.course?.rawValue,
      "LINE": line(news, at: time),
    ]
    switch news.event {
    case .change(let change):
      facts["KIND"] = change.kind == .taught ? "courseChange" : "change"
      facts["SEMESTER"] = change.semester.rawValue
      facts["ITEM"] = change.identifier.rawValue
      facts["NAME"] = change.itemName(strings)
      facts["USERNAME"] = change.student?.username.rawValue
      facts["AUTHOR"] = change.author
      if !hidesValues {
        facts["FROM"] = Self.text(change.from)
        facts["TO"] = Self.text(change.to)
        facts["NOTE"] = change.noteTo
      }
    case .notification(let notification):
      facts["KIND"] = "notification"
      facts["ID"] = notification.id?.rawValue
      if !hidesValues {
        let text = notification.text(in: strings.serviceLanguage)
        facts["TITLE"] = text?.title
        facts["TEXT"] = text?.text
      }
    }
    var environment: [String: String] = [:]
    for case (let name, let value?) in facts {
      // The system limits the size of an environment; the JSON on standard input is complete.
      var bytes = 0
      let scalars = SafeText.singleLine(value).unicodeScalars.prefix { scalar in
        bytes += UTF8.width(scalar)
        return bytes <= 4096
      }
      environment["GRADES_EVENT_\(name)"] = String(String.UnicodeScalarView(scalars))
    }
    return environment
  }

  /// A value as in JSON documents.
  private static func text(_ value: GradeValue?) -> String? {
    if case .flag(let flag)? = value { "\(flag)" } else { value?.description }
  }
}
