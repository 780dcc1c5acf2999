import Files
import Foundation
import GradesClient
import GradesCore
import JSON

/// A scene in words, as `--open` names it: the subcommand that shows the same, and its arguments.
struct SceneAddress: Equatable {
  /// The scene.
  let scene: Scene

  /// The scenes that can be named, with their arguments; for a message about a mistake.
  static let forms = [
    "courses", "course CODE", "plan CODE", "group CODE [GROUP]", "student CODE USERNAME",
    "students CODE", "enter CODE ITEM [GROUP]", "structure CODE", "log CODE [USERNAME ITEM]",
    "drafts [CODE]", "history", "notifications", "changes", "study", "settings", "login",
  ]

  /// The address of a scene.
  init(_ scene: Scene) { self.scene = scene }

  /// Reads words; nil when they name no scene.
  init?(words: [String]) {
    let code = words.dropFirst().first.map { CourseCode($0) }
    let last = words.dropFirst(2).first
    switch (words.first, words.count, code, last) {
    case ("login", 1, _, _): scene = .login
    case ("courses", 1, _, _): scene = .courses
    case ("course", 2, let code?, _): scene = .course(code)
    case ("plan", 2, let code?, _): scene = .plan(code)
    case ("group", 2, let code?, _): scene = .group(code, .usual)
    case ("group", 3, let code?, let group?): scene = .group(code, GroupID(typed: group))
    case ("student", 3, let code?, let name?): scene = .student(code, Username(name))
    case ("students", 2, let code?, _): scene = .studentSearch(code)
    case ("enter", 3, let code?, let item?): scene = .entry(code, .all, ItemIdentifier(item))
    case ("enter", 4, let code?, let item?):
      scene = .entry(code, GroupID(typed: words[3]), ItemIdentifier(item))
    case ("structure", 2, let code?, _): scene = .structure(code)
    case ("log", 2, let code?, _): scene = .log(code, nil)
    case ("log", 4, let code?, let name?):
      scene = .log(code, GradeCell(Username(name), ItemIdentifier(words[3])))
    case ("drafts", 1, _, _): scene = .review(nil)
    case ("drafts", 2, let code?, _): scene = .review(code)
    case ("history", 1, _, _): scene = .history
    case ("notifications", 1, _, _): scene = .notifications
    case ("changes", 1, _, _): scene = .changes
    case ("study", 1, _, _): scene = .study
    case ("settings", 1, _, _): scene = .settings
    default: return nil
    }
  }

  /// The words that name the scene.
  var words: [String] {
    switch scene {
    case .login: ["login"]
    case .courses: ["courses"]
    case .course(let code): ["course", code.rawValue]
    case .plan(let code): ["plan", code.rawValue]
    case .group(let code, .usual): ["group", code.rawValue]
    case .group(let code, let group): ["group", code.rawValue, group.rawValue]
    case .student(let code, let name): ["student", code.rawValue, name.rawValue]
    case .studentSearch(let code): ["students", code.rawValue]
    case .entry(let code, let group, let item):
      ["enter", code.rawValue, item.rawValue, group.rawValue]
    case .structure(let code): ["structure", code.rawValue]
    case .log(let code, let cell):
      ["log", code.rawValue] + (cell.map { [$0.username.rawValue, $0.identifier.rawValue] } ?? [])
    case .review(let code): ["drafts"] + (code.map { [$0.rawValue] } ?? [])
    case .history: ["history"]
    case .notifications: ["notifications"]
    case .changes: ["changes"]
    case .study: ["study"]
    case .settings: ["settings"]
    }
  }

  /// The scenes that are open behind this one, the outermost first, and this one.
  var stack: [Scene] {
    switch scene {
    case .login, .courses: [scene]
    case .student(let code, _), .studentSearch(let code): [.courses, .group(code, .usual), scene]
    case .entry(let code, let group, _): [.courses, .group(code, group), scene]
    case .log(let code, _): [.courses, .group(code, .usual), scene]
    case .plan(let code): [.courses, .course(code), scene]
    default: [.courses, scene]
    }
  }
}

/// Remembers which scene was visible last, for `--last`.
struct LastScene {
  let file: URL

  /// The scene; nil where none is known.
  func read() -> Scene? {
    guard let bytes = try? SmallFile(file).read(),
      let words = try? JSONReader.read(bytes).root.allElements().map({ try $0.string() })
    else { return nil }
    return SceneAddress(words: words)?.scene
  }

  /// Keeps the scene. A comfort, so nothing is said where it cannot be kept.
  func write(_ scene: Scene) {
    let content = Data(SceneAddress(scene).words.jsonLine.utf8)
    try? SmallFile(file).replace(with: content, isLocked: false)
  }
}
