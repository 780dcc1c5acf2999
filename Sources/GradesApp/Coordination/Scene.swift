import Files
import Foundation
import GradesClient
import GradesCore
import JSON

/// One screen of the app; codes only, so that it can be written as an address and opened again.
package enum Scene: Hashable, Sendable {
  case login
  case courses
  case course(CourseCode)
  /// Assumed values over the user's results of a course.
  case plan(CourseCode)
  case group(CourseCode, GroupID)
  case student(CourseCode, Username)
  case studentSearch(CourseCode)
  /// Quick entry of one item's values.
  case entry(CourseCode, GroupID, ItemIdentifier)
  /// The items of a course, as its editors change them.
  case structure(CourseCode)
  /// What has changed in a taught course, or in one of its cells.
  case log(CourseCode, GradeCell?)
  /// The drafts of a course, or of all courses, on their way to the service.
  case review(CourseCode?)
  /// What was published.
  case history
  case notifications
  /// All semesters of the user.
  case study
  /// What has changed in the user's results.
  case changes
  case settings

  var course: CourseCode? {
    switch self {
    case .course(let code), .plan(let code), .group(let code, _), .student(let code, _),
      .studentSearch(let code), .entry(let code, _, _), .structure(let code), .log(let code, _),
      .review(let code?):
      code
    case .login, .courses, .review(nil), .history, .notifications, .study, .changes, .settings: nil
    }
  }
}

/// A form of naming scenes in words, as `--open` takes them: the subcommand that shows the same, and its arguments.
struct SceneAddress: Sendable {
  struct Arguments: Sendable {
    var words: [String: String] = [:]

    fileprivate var course: CourseCode { CourseCode(words["CODE"] ?? "") }
    fileprivate var student: Username { Username(words["USERNAME"] ?? "") }
    fileprivate var item: ItemIdentifier { ItemIdentifier(words["ITEM"] ?? "") }
    fileprivate var group: GroupID? { words["GROUP"].map(GroupID.init(typed:)) }
    fileprivate var cell: GradeCell? { words["ITEM"].map { _ in GradeCell(student, item) } }
  }

  /// The subcommand and the words of its arguments; those in brackets may be left out.
  let form: String
  fileprivate let make: @Sendable (Arguments) -> Scene

  private init(_ form: String, _ make: @escaping @Sendable (Arguments) -> Scene) {
    self.form = form
    self.make = make
  }

  static let all = [
    SceneAddress("courses") { _ in .courses },
    SceneAddress("course CODE") { .course($0.course) },
    SceneAddress("plan CODE") { .plan($0.course) },
    SceneAddress("group CODE [GROUP]") { .group($0.course, $0.group ?? .usual) },
    SceneAddress("student CODE USERNAME") { .student($0.course, $0.student) },
    SceneAddress("students CODE") { .studentSearch($0.course) },
    SceneAddress("enter CODE ITEM [GROUP]") { .entry($0.course, $0.group ?? .all, $0.item) },
    SceneAddress("structure CODE") { .structure($0.course) },
    SceneAddress("log CODE [USERNAME ITEM]") { .log($0.course, $0.cell) },
    SceneAddress("drafts [CODE]") { .review($0.words.isEmpty ? nil : $0.course) },
    SceneAddress("history") { _ in .history },
    SceneAddress("notifications") { _ in .notifications },
    SceneAddress("changes") { _ in .changes },
    SceneAddress("study") { _ in .study },
    SceneAddress("settings") { _ in .settings },
    SceneAddress("login") { _ in .login },
  ]

  private var parts: [Substring] { form.split { " []".contains($0) } }

  func scene(_ words: [String]) -> Scene? {
    let required = form.prefix { $0 != "[" }.split(separator: " ").count
    guard words.first == parts.first.map(String.init),
      words.count == parts.count || words.count == required
    else { return nil }
    let arguments = zip(parts, words).dropFirst().map { (String($0), $1) }
    return make(Arguments(words: Dictionary(arguments) { $1 }))
  }

  fileprivate func words(_ arguments: Arguments) -> [String] {
    parts.prefix(1).map(String.init)
      + parts.dropFirst().compactMap { arguments.words[String($0)] }
  }
}

extension Scene {
  init?(words: [String]) {
    guard let scene = SceneAddress.all.lazy.compactMap({ $0.scene(words) }).first else {
      return nil
    }
    self = scene
  }

  var words: [String] { address?.words(arguments) ?? [] }

  private var address: SceneAddress? {
    SceneAddress.all.first { $0.make(arguments) == self }
  }

  private var arguments: SceneAddress.Arguments {
    var words: [String: String] = [:]
    words["CODE"] = course?.rawValue
    switch self {
    case .group(_, let group) where group != .usual: words["GROUP"] = group.rawValue
    case .student(_, let name): words["USERNAME"] = name.rawValue
    case .entry(_, let group, let item):
      (words["GROUP"], words["ITEM"]) = (group.rawValue, item.rawValue)
    case .log(_, let cell?):
      (words["USERNAME"], words["ITEM"]) = (cell.username.rawValue, cell.identifier.rawValue)
    default: break
    }
    return SceneAddress.Arguments(words: words)
  }

  /// The scene that `--open` names, also as one text in quotation marks; nil where it was not given. Throws a
  /// ``Failure``.
  init?(option values: [String]) throws {
    guard !values.isEmpty else { return nil }
    let words = values.flatMap { $0.split(whereSeparator: \.isWhitespace).map(String.init) }
    guard let scene = Scene(words: words) else {
      throw Failure.invalidOption(
        "--open", typed: values.joined(separator: " "), allowed: SceneAddress.all.map(\.form))
    }
    self = scene
  }

  /// The same scene with a course's full code and a group's ID.
  @MainActor func completed(
    by code: (CourseCode) async throws -> CourseCode,
    _ group: (GroupID, CourseCode) async throws -> GroupID
  ) async throws -> Scene {
    var arguments = arguments
    guard let typed = course, let address else { return self }
    let course = try await code(typed)
    arguments.words["CODE"] = course.rawValue
    if let typed = arguments.group {
      arguments.words["GROUP"] = try await group(typed, course).rawValue
    }
    return address.make(arguments)
  }

  /// The scenes that are open behind this one, the outermost first, and this one.
  var stack: [Scene] {
    switch self {
    case .login, .courses: [self]
    case .student(let code, _), .studentSearch(let code), .log(let code, _):
      [.courses, .group(code, .usual), self]
    case .entry(let code, let group, _): [.courses, .group(code, group), self]
    case .plan(let code): [.courses, .course(code), self]
    default: [.courses, self]
    }
  }
}

/// Remembers which scene was visible last, for `--last`.
struct LastScene {
  let file: URL

  func read() -> Scene? {
    guard let bytes = try? SmallFile(file).read(),
      let words = try? JSONReader.read(bytes).root.allElements().map({ try $0.string() })
    else { return nil }
    return Scene(words: words)
  }

  /// Keeps the scene. A comfort, so nothing is said where it cannot be kept.
  func write(_ scene: Scene) {
    let content = Data(scene.words.jsonLine.utf8)
    try? SmallFile(file).replace(with: content, isLocked: false)
  }
}
