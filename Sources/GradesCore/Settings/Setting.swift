import GradesClient
import JSON

/// A setting by its name, which is its key in the file, too.
package struct Setting: Hashable, Sendable {
  /// What its value is, and where it is kept.
  package enum Kind: Sendable {
    case semester, language
    case flag(WritableKeyPath<Settings, Bool> & Sendable)
    /// Courses, each once; their order matters or is that of their codes.
    case courses(WritableKeyPath<Settings, [CourseCode]> & Sendable, isOrdered: Bool = false)
    case credits
  }

  package let key: String
  package let kind: Kind

  package static let semester = Setting(key: "semester", kind: .semester)
  package static let language = Setting(key: "language", kind: .language)
  package static let notify = Setting(key: "notify", kind: .flag(\.notifiesStudents))
  package static let hideUngraded = Setting(key: "hide-ungraded", kind: .flag(\.hidesUngraded))
  package static let hiddenCourses = Setting(
    key: "hidden-courses", kind: .courses(\.hiddenCourses))
  package static let pinnedCourses = Setting(
    key: "pinned-courses", kind: .courses(\.pinnedCourses, isOrdered: true))

  package static let credits = Setting(key: "credits", kind: .credits)

  package static let all = [
    semester, language, notify, hideUngraded, hiddenCourses, pinnedCourses, credits,
  ]

  package static func == (left: Setting, right: Setting) -> Bool { left.key == right.key }
  package func hash(into hasher: inout Hasher) { hasher.combine(key) }

  /// The value in the file and in documents.
  package func value(in settings: Settings) -> any JSONWritable {
    switch kind {
    case .semester: settings.semester.text
    case .language: settings.language?.rawValue ?? "system"
    case .flag(let flag): settings[keyPath: flag]
    case .courses(let courses, _): settings[keyPath: courses].map(\.rawValue)
    case .credits: CourseCredits(credits: settings.credits)
    }
  }

  /// Takes a value of the file; returns whether the setting can have it.
  func read(_ node: JSONNode, into settings: inout Settings) -> Bool {
    let text = try? node.string()
    switch kind {
    case .semester:
      guard let semester = text.flatMap(SemesterChoice.init) else { return false }
      settings.semester = semester
    case .language:
      settings.language = text.flatMap(ServiceLanguage.init)
      return settings.language != nil || text == "system"
    case .flag(let flag):
      settings[keyPath: flag] = node.kind == .true
      return [.true, .false].contains(node.kind)
    case .courses(let path, let isOrdered):
      guard let codes = try? node.allElements().map({ CourseCode(try $0.string()) }) else {
        return false
      }
      settings[keyPath: path] = isOrdered ? codes.withoutRepetition() : codes
    case .credits:
      guard let members = try? node.object().members() else { return false }
      for course in members {
        guard let credits = try? course.number(), StudyRecord.creditRange.contains(credits) else {
          return false
        }
        settings.credits[CourseCode(course.memberName)] = credits
      }
    }
    return true
  }
}

/// An object with the credits of courses.
private struct CourseCredits: JSONWritable {
  let credits: [CourseCode: Double]

  func write(to writer: inout JSONWriter) {
    writer.object { writer in
      for (course, credits) in credits.sorted(by: { $0.key < $1.key }) {
        writer.member(foreign: course.rawValue, credits)
      }
    }
  }
}
