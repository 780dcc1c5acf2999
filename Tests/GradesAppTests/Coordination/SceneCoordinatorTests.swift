import GradesClient
import GradesCore
import Testing

@testable import GradesApp

/// Which scene leads where, and what the stack of open scenes looks like.
@Suite("The scene coordinator")
@MainActor
struct SceneCoordinatorTests {
  private let course = CourseCode("XI-AAA.23")
  private let other = CourseCode("XI-BBB")
  private let student = Username("zkusade1")
  private let another = Username("druhyst2")

  @Test("A student looks at a course, at the notifications, and goes back to the courses")
  func studentsWay() {
    let coordinator = SceneCoordinator(opening: .login)
    #expect(coordinator.stack == [.login])
    coordinator.follow(.restart([.courses]))
    #expect(coordinator.stack == [.courses])
    coordinator.follow(.open(.course(course)))
    coordinator.follow(.open(.notifications))
    #expect(coordinator.stack == [.courses, .course(course), .notifications])
    coordinator.follow(.open(.course(other)))
    #expect(coordinator.top == .course(other))
    coordinator.follow(.open(.settings))
    for _ in 0..<4 { coordinator.follow(.back) }
    #expect(coordinator.stack == [.courses])
    for _ in 0..<2 {
      coordinator.follow(.back)
      #expect(coordinator.stack.isEmpty)
    }
  }

  @Test("A student who is found takes the place of the search and of the student before")
  func studentSearch() {
    let coordinator = SceneCoordinator(stack: Scene.student(course, student).stack)
    coordinator.follow(.open(.studentSearch(course)))
    coordinator.follow(.replace(.student(course, another)))
    #expect(
      coordinator.stack == [
        .courses, .group(course, .usual), .student(course, another),
      ])
    coordinator.follow(.open(.review(course)))
    coordinator.follow(.open(.student(course, student)))
    #expect(coordinator.top == .student(course, student))
    coordinator.follow(.open(.review(course)))
    #expect(coordinator.top == .review(course))
    coordinator.follow(.quit)
    #expect(coordinator.top == nil)
  }

  @Test("A scene that can be gone back from has the courses behind it")
  func behind() {
    #expect(Scene.course(course).stack == [.courses, .course(course)])
    #expect(Scene.settings.stack == [.courses, .settings])
  }

  @Test("A scene is named in words, or as one text in quotation marks")
  func named() throws {
    for option in [["course", course.rawValue], ["course \(course)"]] {
      #expect(try Scene(option: option) == .course(course))
    }
  }

  @Test("Each scene has words, which name it again")
  func words() {
    let scenes: [Scene] = [
      .login, .courses, .course(course), .plan(course), .group(course, .usual),
      .group(course, "PARALLEL_1"), .student(course, student), .studentSearch(course),
      .entry(course, .all, "test1"), .structure(course), .log(course, nil),
      .log(course, GradeCell(student, "test1")), .review(nil), .review(course), .history,
      .notifications, .study, .changes, .settings,
    ]
    for scene in scenes { #expect(Scene(words: scene.words) == scene) }
    #expect(Scene(words: ["enter", course.rawValue, "test1"]) == .entry(course, .all, "test1"))
    #expect(Set(scenes.map(\.words)).count == scenes.count)
    for words in [[], ["course"], ["log", "XI", "novak"], ["courses", "XI"], ["nowhere"]] {
      #expect(Scene(words: words) == nil)
    }
  }

  @Test("A scene that is open already is gone back to")
  func noSceneTwice() {
    let coordinator = SceneCoordinator(opening: .courses)
    coordinator.follow(.open(.course(course)))
    coordinator.follow(.open(.notifications))
    coordinator.follow(.open(.course(course)))
    #expect(coordinator.stack == [.courses, .course(course)])
    coordinator.follow(.replace(.courses))
    #expect(coordinator.stack == [.courses])
  }

  @Test("Another login opens over the settings; after it, the scenes are new")
  func anotherLogin() {
    let coordinator = SceneCoordinator(opening: .settings)
    coordinator.follow(.open(.login))
    #expect(coordinator.stack == [.courses, .settings, .login])
    coordinator.follow(.back)
    #expect(coordinator.stack == [.courses, .settings])
    coordinator.follow(.restart([.login]))
    #expect(coordinator.stack == [.login])
    coordinator.follow(.back)
    #expect(coordinator.stack.isEmpty)
  }

  @Test("Settings do not open over settings, nor anything over a login")
  func nowhere() {
    for (scene, next) in [
      (Scene.settings, Scene.settings), (.login, .login), (.login, .settings),
      (.login, .course(course)),
    ] {
      let coordinator = SceneCoordinator(opening: scene)
      let stack = coordinator.stack
      coordinator.follow(.open(next))
      #expect(coordinator.stack == stack)
    }
  }
}

extension SceneCoordinator {
  fileprivate convenience init(opening scene: Scene) { self.init(stack: scene.stack) }
}
